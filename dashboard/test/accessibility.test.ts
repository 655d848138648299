// Every page, with something on it: by the rules of accessibility, on a narrow screen, and by keyboard alone.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'
import { makeSamples } from './support/samples.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A date takes four presses of Tab to leave, every other control one. */
const MOST_PRESSES_PER_CONTROL = 4
/** Presses that are sent together: to wait for each would take most of the time. */
const PRESSES = 12
/** Each is one step from the one before. Another theme changes colours only: of the rules, those about colours are asked again. */
const LOOKS = [
  { width: 1280, theme: 'light', changes: 'all' },
  { width: 1280, theme: 'dark', changes: 'colours' },
  { width: 360, theme: 'dark', changes: 'all' },
  { width: 360, theme: 'light', changes: 'colours' },
] as const
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

describe('every page', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let places: string[]

  before(async () => {
    // A mail server that is not there: mails wait, and can be looked at.
    pages = await startPages({ QUOIN_SMTP_URL: 'smtp://127.0.0.1:9?tls=off', QUOIN_MAIL_FROM: 'billing@moreno.example' })
    page = pages.page
    await pages.welcome()
    places = await makeSamples(pages)
  })
  after(() => pages?.end())

  test('breaks no rule of accessibility and is not wider than the screen, light and dark, at 1280 and 360 pixels', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await pages.open('/')
    await page.evaluate(AXE)
    const faults: string[] = []
    for (const path of places) {
      await pages.go(path)
      await settled(page)
      for (const { width, theme, changes } of LOOKS) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: theme })
        faults.push(...(await faultsOf(page, changes)).map((one) => `${path}, ${theme} at ${width}: ${one}`))
      }
    }
    assert.deepEqual(faults, [])
  })

  test('a word of 200 characters pushes nothing out of its page, card, list, dialog or toast, at 1280 and 360 pixels', async () => {
    const long = await makeSamples(pages, 'W'.repeat(200))
    const faults: string[] = []
    await pages.open('/')
    for (const path of long) {
      await pages.go(path)
      await settled(page)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 })
        faults.push(...(await pushedOut(page)).map((one) => `${path} at ${width}: ${one}`))
      }
    }
    await pages.go(long.find((path) => /^\/customers\/cus_\w+$/.test(path))!)
    await page.getByRole('button', { name: /^Set (in)?active$/ }).click()
    await page.getByRole('status').locator('p').first().waitFor()
    faults.push(...(await pushedOut(page)).map((one) => `a toast: ${one}`))
    assert.deepEqual(faults, [])
  })

  test('the rules see what breaks them, in each theme and at each width', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await pages.open('/customers')
    await page.evaluate(AXE)
    await settled(page)
    await page.evaluate(() => {
      const text = document.createElement('p')
      Object.assign(text.style, { color: 'light-dark(#bbb, #444)', width: '400px', fontSize: '14px' })
      text.textContent = 'Hardly to be read'
      document.querySelector('#content')!.append(text)
    })
    for (const { width, theme, changes } of LOOKS) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      const found = (await faultsOf(page, changes)).map((one) => one.split(':')[0])
      assert.deepEqual(found, width === 360 ? ['color-contrast', 'wider than the screen'] : ['color-contrast'])
    }
  })

  test('the walk by Tab sees a control that hides its focus, and one that keeps it', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await pages.open('/settings/members')
    await settled(page)
    await page.evaluate(() => {
      const hiding = document.createElement('button')
      hiding.textContent = 'hides it'
      hiding.style.outline = 'none'
      document.querySelector('#content')!.append(hiding)
    })
    const { missed, unseen, is_trapped } = await walk(page)
    assert.deepEqual([missed, is_trapped, unseen.length], [[], false, 1])
    assert.match(unseen[0]!, /hides it/)
    await page.evaluate(() => {
      const keeping = document.createElement('button')
      keeping.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault())
      document.querySelector('header')!.prepend(keeping)
    })
    const trapped = await walk(page)
    assert.equal(trapped.is_trapped, true)
    assert.ok(trapped.missed.length > 0)
  })

  test('is usable by Tab alone: each control is reached, shows that it has the focus, and lets it go', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await pages.open('/')
    const faults: string[] = []
    for (const path of places) {
      await pages.go(path)
      await settled(page)
      const { missed, unseen, is_trapped } = await walk(page)
      faults.push(...missed.map((one) => `${path} does not reach ${one}`))
      faults.push(...unseen.map((one) => `${path} does not show the focus of ${one}`))
      if (is_trapped) faults.push(`${path} does not let the focus go round`)
    }
    assert.deepEqual(faults, [])
  })

  test('is written without one complaint of the browser', () => {
    assert.deepEqual(pages.complaints, [])
  })
})

interface Axe {
  run(
    document: unknown,
    options: { resultTypes: string[]; runOnly?: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** What axe finds on the page as it is, by all rules or those that a change of colours can break, and whether it is wider than its window. */
function faultsOf(page: Page, changes: 'all' | 'colours'): Promise<string[]> {
  return page.evaluate(
    async (rules) => {
      // Colours that are still on their way to the other theme are those of neither. What never ends has no end to go to.
      for (const one of document.getAnimations()) {
        if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish()
      }
      const { axe } = globalThis as unknown as { axe: Axe }
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
      const found = violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)
      return document.documentElement.scrollWidth > innerWidth ? [...found, 'wider than the screen'] : found
    },
    changes === 'all' ? undefined : RULES_OF_COLOURS,
  )
}

interface Walk {
  /** All that can have the focus. */
  controls: HTMLElement[]
  /** What had it, in order: its place among the controls, and whether one saw it there. */
  steps: { at: number; is_seen: boolean }[]
}

/** How often a walk is begun again because a control gave way to another under way, as a field does when its choices come. */
const MOST_WALKS = 5

/** Presses Tab from the beginning until it begins again. What it came by is told by its HTML. */
async function walk(page: Page): Promise<{ missed: string[]; unseen: string[]; is_trapped: boolean }> {
  for (let walks = 1; ; walks++) {
    const found = await walkOnce(page)
    const has_changed = await page.evaluate(() =>
      (globalThis as unknown as { walk: Walk }).walk.controls.some((one) => !one.isConnected),
    )
    if (!has_changed || walks === MOST_WALKS) return found
  }
}

async function walkOnce(page: Page): Promise<{ missed: string[]; unseen: string[]; is_trapped: boolean }> {
  const count = await page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document
    const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    // Of a group of radio buttons the chosen one is reached; the arrows go on from there.
    const reachable = controls.filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(':disabled, [type=radio]:not(:checked)') &&
        one.checkVisibility({ visibilityProperty: true }),
    )
    const known = globalThis as unknown as { walk?: Walk }
    if (!known.walk) {
      document.addEventListener('focusin', ({ target }) => {
        const hasOutline = (style: CSSStyleDeclaration) =>
          style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
        const element = target as HTMLElement
        const is_seen = hasOutline(getComputedStyle(element)) || hasOutline(getComputedStyle(element, '::after'))
        known.walk!.steps.push({ at: known.walk!.controls.indexOf(element), is_seen })
      })
    }
    known.walk = { controls: reachable, steps: [] }
    // Where a walk begins without this is anywhere: where the page before had the focus, though nothing has it now.
    ;(document.activeElement as HTMLElement | null)?.blur()
    reachable[0]!.focus()
    return reachable.length
  })
  let steps: Walk['steps'] = []
  let is_round = false
  for (let presses = 0; presses < count * MOST_PRESSES_PER_CONTROL + PRESSES && !is_round; presses += PRESSES) {
    await Promise.all(Array.from({ length: PRESSES }, () => page.keyboard.press('Tab')))
    // Between the last control and the first the browser's own may come.
    steps = await page.evaluate(() =>
      (globalThis as unknown as { walk: Walk }).walk.steps.filter(({ at }, index, all) => at !== -1 && at !== all[index - 1]?.at),
    )
    is_round = steps.filter(({ at }) => at === 0).length > 1 || (await endsInFrame(page))
  }
  const htmlOf = (indexes: number[]) =>
    page.evaluate(
      (all) => all.map((at) => (globalThis as unknown as { walk: Walk }).walk.controls[at]!.outerHTML.slice(0, 160)),
      indexes,
    )
  const reached = new Set(steps.map(({ at }) => at))
  return {
    missed: await htmlOf(Array.from({ length: count }, (_, at) => at).filter((at) => !reached.has(at))),
    unseen: await htmlOf([...new Set(steps.filter((one) => !one.is_seen).map(({ at }) => at))]),
    is_trapped: !is_round,
  }
}

/**
 * Whether the focus is in a frame behind all controls. The browser without a window has nothing of its own to give it to from there, so it
 * stays; a frame that runs no scripts can't hold it.
 */
function endsInFrame(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const frame = document.activeElement
    if (!(frame instanceof HTMLIFrameElement) || frame.sandbox.length === 0 || frame.sandbox.contains('allow-scripts'))
      return false
    const { controls, steps } = (globalThis as unknown as { walk: Walk }).walk
    return controls.every(
      (one, at) => frame.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING && steps.some((step) => step.at === at),
    )
  })
}

/** What is wider than its place, by its class and text. A board, a table of the terminal and texts of programs scroll by themselves. */
function pushedOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = document.querySelectorAll<HTMLElement>('html, main, .card, dialog, header, dl > div, [role=status] p')
    const wide = [...places].filter((one) => {
      const scrolls = one.closest('[aria-label=Board], section[tabindex="0"]')
      return !scrolls && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
    })
    return wide.map((one) => `${one.tagName} ${one.className.slice(0, 60)} ${one.scrollWidth} > ${one.clientWidth}`)
  })
}
