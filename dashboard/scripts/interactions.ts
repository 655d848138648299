// How quickly the pages answer a click or a key: when the next frame is painted, and when it has the requested content.

import type { Page } from 'playwright-core'
import type { DemoPages } from './demo-pages.ts'
import { traceFrameWork } from './frame-work.ts'

const ROUNDS = 5
/** The browser reports no event that was answered sooner. */
const SHORTEST_MS = 16
/** The browser reports events a moment after their frame. */
const REST_MS = 300
const DEADLINE_MS = 10_000

interface Interaction {
  name: string
  path: string
  act: (page: Page) => Promise<unknown>
  /** What is there afterwards, and was not before: a selector, and its text if needed. */
  ready: (round: number) => { selector: string; text?: string }
  /** Leads back, for the next round. */
  undo: (page: Page) => Promise<unknown>
}

const press = (key: string) => (page: Page) => page.keyboard.press(key)
const CALM = '#content:not(:has([aria-busy=true], [aria-label=Loading]))'

const interactionsOf = ({ first }: DemoPages): Interaction[] => [
  {
    name: 'open the palette',
    path: '/',
    act: press('Control+k'),
    ready: () => ({ selector: 'dialog:modal input:focus' }),
    undo: press('Escape'),
  },
  {
    name: 'open a form in a dialog',
    path: '/customers',
    act: press('c'),
    ready: () => ({ selector: 'dialog:modal form input:focus' }),
    undo: press('Escape'),
  },
  {
    name: 'open a form in a dialog, over fifty rows',
    path: '/tasks',
    act: press('c'),
    ready: () => ({ selector: 'dialog:modal form input:focus' }),
    undo: press('Escape'),
  },
  {
    name: 'open a task in a dialog, over fifty rows',
    path: '/tasks',
    act: (page) => page.locator('[data-row]').nth(3).click(),
    ready: () => ({ selector: 'dialog:modal form input:focus' }),
    undo: press('Escape'),
  },
  {
    name: 'type a price into an invoice',
    path: '/invoices/new',
    act: (page) => page.getByLabel('Price').pressSequentially('95.5'),
    ready: () => ({ selector: '#content dd', text: '95.5' }),
    undo: (page) => page.getByLabel('Price').fill(''),
  },
  {
    name: 'sort a list',
    path: '/invoices',
    act: (page) => page.getByRole('button', { name: 'Total', exact: true }).click(),
    // Upwards, downwards, and as before.
    ready: (round) => ({
      selector: `${CALM} ${['th[aria-sort=ascending]:last-child', 'th[aria-sort=descending]:last-child', 'th[aria-sort]:first-child'][round % 3]}`,
    }),
    undo: async () => {},
  },
  {
    name: 'go to another page',
    path: '/invoices',
    act: (page) => page.getByRole('link', { name: 'Customers' }).click(),
    ready: () => ({ selector: `${CALM}:has([data-row]) h1`, text: 'Customers' }),
    undo: (page) => page.getByRole('link', { name: 'Invoices', exact: true }).click(),
  },
  {
    name: 'open a row',
    path: '/invoices',
    act: (page) => page.locator('[data-row]').nth(3).click(),
    ready: () => ({ selector: `${CALM}:has([aria-labelledby=payments]) h1`, text: '-' }),
    undo: (page) => page.goBack(),
  },
  {
    name: 'move a card by keyboard',
    path: `/projects/${first.project}`,
    act: async (page) => {
      await page.locator('[aria-label="In progress"] > ul [data-task]').first().focus()
      await page.keyboard.press('Shift+ArrowRight')
    },
    ready: () => ({ selector: '[aria-label="In review"] > ul [data-task]:focus' }),
    undo: press('Shift+ArrowLeft'),
  },
]

/** Does each of them five times on pages with the sample data, and gives the longest it took; then five times more for what the thread computes until the frame. */
export async function measureInteractions(demo: DemoPages): Promise<object[]> {
  const page = await demo.context.newPage()
  page.setDefaultTimeout(DEADLINE_MS)
  const client = await demo.context.newCDPSession(page)
  const rows: object[] = []
  for (const { name, path, act, ready, undo } of interactionsOf(demo)) {
    await page.goto(`${demo.server.url}/${demo.company_id}${path}`)
    await page.locator('#content h1').waitFor()
    await page.waitForLoadState('networkidle')
    const longest = { next_frame_ms: 0, ready_ms: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      await startWatch(page, ready(round))
      await act(page)
      const seen = await endWatch(page)
      longest.next_frame_ms = Math.max(longest.next_frame_ms, seen.next_frame_ms)
      longest.ready_ms = Math.max(longest.ready_ms, seen.ready_ms)
      await backAgain(page, undo)
    }
    const computed: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      computed.push(
        await traceFrameWork(client, async () => {
          await act(page)
          await page.waitForTimeout(REST_MS)
        }),
      )
      await backAgain(page, undo)
    }
    rows.push({ interaction: name, ...longest, frame_cpu_ms: Math.round(Math.max(...computed)) })
  }
  await page.close()
  return rows
}

/** Undoes it, and lets the page settle for the next round. */
async function backAgain(page: Page, undo: Interaction['undo']): Promise<void> {
  await undo(page)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
}

interface Watched {
  durations: number[]
  ready: Promise<number>
}

/** Watches the page from now on: how long each click and key waits for its frame, and when the requested content is there. */
async function startWatch(page: Page, { selector, text }: { selector: string; text?: string }): Promise<void> {
  await page.evaluate(
    ([where, what]) => {
      const durations: number[] = []
      new PerformanceObserver((list) => {
        // For a click the browser reports a dozen events. Those with a number are the press and the release: INP is measured by them.
        for (const one of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
          if (one.interactionId > 0) durations.push(one.duration)
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
      const ready = new Promise<number>((done) => {
        const begin = ({ timeStamp }: Event) => {
          for (const type of ['keydown', 'pointerdown']) removeEventListener(type, begin, true)
          const look = () => {
            const is_there = [...document.querySelectorAll(where)].some((one) => one.textContent.includes(what))
            if (is_there) done(performance.now() - timeStamp)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        for (const type of ['keydown', 'pointerdown']) addEventListener(type, begin, true)
      })
      Object.assign(globalThis, { watched: { durations, ready } })
    },
    [selector, text ?? ''] as const,
  )
}

async function endWatch(page: Page): Promise<{ next_frame_ms: number; ready_ms: number }> {
  const ready_ms = await page.evaluate(async (deadline_ms) => {
    const { ready } = (globalThis as unknown as { watched: Watched }).watched
    const late = new Promise<number>((done) => setTimeout(() => done(-1), deadline_ms))
    return Math.round(await Promise.race([ready, late]))
  }, DEADLINE_MS)
  if (ready_ms < 0) throw new Error(`${page.url()} never showed what was asked for`)
  await page.waitForTimeout(REST_MS)
  const durations = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.durations)
  return { ready_ms, next_frame_ms: Math.max(SHORTEST_MS, ...durations) }
}
