// The pages of the dashboard as a browser measures them: `npm run bench:pages`, a minute and a half. First paint, response to a click or a
// key, layout shift and scripts on the sample data of `quoin demo`; and scrolling through lists of 10,000 tasks.

import type { CDPSession, Page } from 'playwright-core'
import { type DemoPages, startDemoPages } from './demo-pages.ts'

const ROUNDS = 5
const TASKS = 10_000
const CONNECTIONS = 16
/** Longer than this the main thread must not be busy at a stretch while somebody scrolls. */
const LONG_TASK_MS = 50
const SCROLLS = 40

interface Row {
  page: string
  first_paint_ms: number
  largest_paint_ms: number
  layout_shift: number
  script_kb: number
}

const demo = await startDemoPages()
try {
  console.log('Loading (nothing cached, the median of five), on the sample data')
  console.table(await measureLoads(demo))
  console.log('From a click or a key until the next frame; and all that the page computed for it. The longest of five each')
  console.table(await measureInteractions(demo))
  await makeTasks(demo)
  console.log(`Scrolling with ${TASKS} tasks: ${SCROLLS} turns of the wheel, and on to the next page`)
  console.table(await measureScrolling(demo))
} finally {
  await demo.end()
}

async function measureLoads({ browser, context, server, company_id, first }: DemoPages): Promise<Row[]> {
  const rows: Row[] = []
  const state = await context.storageState()
  for (const [name, path] of [
    ['home', '/'],
    ['invoices', '/invoices'],
    ['invoice', `/invoices/${first.invoice}`],
    ['new invoice', '/invoices/new'],
    ['project, board', `/projects/${first.project}`],
    ['tasks', '/tasks'],
    ['time', '/time'],
    ['audit log', '/developers/audit-log'],
    ['company', '/settings/company'],
  ] as const) {
    const rounds: Omit<Row, 'page'>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 900 }, locale: 'en-US' })
      rounds.push(await measureLoad(await fresh.newPage(), `${server.url}/${company_id}${path}`))
      await fresh.close()
    }
    const median = (of: keyof Omit<Row, 'page'>) => rounds.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
    rows.push({
      page: name,
      first_paint_ms: median('first_paint_ms'),
      largest_paint_ms: median('largest_paint_ms'),
      // The worst of the rounds, not the median: one jump is one too many.
      layout_shift: Math.max(...rounds.map((one) => one.layout_shift)),
      script_kb: median('script_kb'),
    })
  }
  return rows
}

async function measureLoad(page: Page, url: string): Promise<Omit<Row, 'page'>> {
  await page.goto(url)
  await page.locator('#content h1').waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [aria-label=Loading]'))
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const entriesOf = <Entry>(type: string) =>
      new Promise<Entry[]>((done) => {
        new PerformanceObserver((list) => done(list.getEntries() as Entry[])).observe({ type, buffered: true })
        // A kind of which there is no entry calls nobody.
        setTimeout(() => done([]), 300)
      })
    const paints = await entriesOf<PerformanceEntry>('paint')
    const largest = await entriesOf<PerformanceEntry>('largest-contentful-paint')
    const shifts = await entriesOf<PerformanceEntry & { value: number }>('layout-shift')
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter((one) =>
      /\.js$/.test(one.name),
    )
    return {
      first_paint_ms: Math.round(paints.find((one) => one.name === 'first-contentful-paint')?.startTime ?? -1),
      largest_paint_ms: Math.round(largest.at(-1)?.startTime ?? -1),
      layout_shift: Number(shifts.reduce((sum, one) => sum + one.value, 0).toFixed(4)),
      script_kb: Math.round(scripts.reduce((sum, one) => sum + one.encodedBodySize, 0) / 100) / 10,
    }
  })
}

async function measureInteractions({ context, server, company_id, first }: DemoPages): Promise<object[]> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  // What the page's thread computed, without what it waited for others on a busy machine.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const computed = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const rows: object[] = []
  const measure = async (name: string, path: string, act: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await page.goto(`${server.url}/${company_id}${path}`)
    await page.locator('#content h1').waitFor()
    await page.waitForLoadState('networkidle')
    let longest = 0
    let most_computed = 0
    for (let round = 0; round < ROUNDS; round++) {
      await page.evaluate(() => {
        const seen: number[] = []
        Object.assign(globalThis, { seen })
        new PerformanceObserver((list) => seen.push(...list.getEntries().map((one) => one.duration))).observe({
          type: 'event',
          durationThreshold: 16,
        } as PerformanceObserverInit)
      })
      const before = await computed()
      await act()
      await page.waitForTimeout(300)
      most_computed = Math.max(most_computed, (await computed()) - before)
      // Nothing seen: it took less than the 16 ms from which on the browser tells.
      longest = Math.max(longest, await page.evaluate(() => Math.max(16, ...(globalThis as unknown as { seen: number[] }).seen)))
      await undo()
    }
    rows.push({ interaction: name, longest_ms: longest, computed_ms: Math.round(most_computed) })
  }
  const press = (key: string) => () => page.keyboard.press(key)
  await measure('open the palette', '/', press('Control+k'), press('Escape'))
  await measure('open a form in a dialog', '/customers', press('c'), press('Escape'))
  await measure(
    'type a price into an invoice',
    '/invoices/new',
    () => page.getByLabel('Price').pressSequentially('95.5'),
    () => page.getByLabel('Price').fill(''),
  )
  await measure(
    'sort a list',
    '/invoices',
    () => page.getByRole('button', { name: 'Total', exact: true }).click(),
    async () => {},
  )
  await measure(
    'go to another page',
    '/invoices',
    () => page.getByRole('link', { name: 'Customers' }).click(),
    () => page.getByRole('link', { name: 'Invoices', exact: true }).click(),
  )
  await measure(
    'move a card by keyboard',
    `/projects/${first.project}`,
    async () => {
      await page.locator('[data-task]').first().focus()
      await page.keyboard.press('Shift+ArrowRight')
    },
    press('Shift+ArrowLeft'),
  )
  await page.close()
  return rows
}

/** Makes tasks through the API until the company has 10,000 of them. */
async function makeTasks({ api, company_id, first }: DemoPages): Promise<void> {
  let made = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (made < TASKS) {
        const title = `Task ${++made}: look after what nobody else does`
        const body = { title, priority: ['low', 'medium', 'high', 'urgent'][made % 4], tags: ['bench'] }
        const answer = await api.call('POST', `/v1/projects/${first.project}/tasks?company_id=${company_id}`, body)
        if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      }
    }),
  )
}

async function measureScrolling({ context, server, company_id }: DemoPages): Promise<object[]> {
  const rows: object[] = []
  for (const [name, path] of [
    ['list of tasks', '/tasks'],
    ['board of all projects', '/tasks?view=board'],
  ] as const) {
    const page = await context.newPage()
    await page.goto(`${server.url}/${company_id}${path}`)
    await page.locator('[data-row]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const client = await context.newCDPSession(page)
    const trace = await startTrace(client)
    await page.mouse.move(640, 500)
    for (let turn = 0; turn < SCROLLS; turn++) {
      await page.mouse.wheel(0, turn < SCROLLS / 2 ? 120 : -120)
      await page.waitForTimeout(30)
    }
    const scrolling = await trace.end()
    const next = page.getByRole('button', { name: 'Next page' })
    const paging = (await next.count()) > 0 ? await startTrace(client) : undefined
    if (paging) {
      await next.click()
      await page.waitForLoadState('networkidle')
    }
    rows.push({
      page: name,
      longest_task_ms: scrolling.longest_ms,
      [`over_${LONG_TASK_MS}_ms`]: scrolling.long,
      frames_per_second: scrolling.frames_per_second,
      longest_task_to_next_page_ms: (await paging?.end())?.longest_ms ?? '—',
    })
    await page.close()
  }
  return rows
}

interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  pid: number
  tid: number
  args?: { name?: string }
}

/** Chromium's own trace of what its threads did; `end` tells of the pages' main threads. */
async function startTrace(client: CDPSession) {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  client.on('Tracing.dataCollected', collect)
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'] },
  })
  return {
    async end() {
      const complete = new Promise<void>((done) => client.once('Tracing.tracingComplete', () => done()))
      await client.send('Tracing.end')
      await complete
      client.off('Tracing.dataCollected', collect)
      const main = new Set(
        events
          .filter((one) => one.name === 'thread_name' && one.args?.name === 'CrRendererMain')
          .map((one) => `${one.pid} ${one.tid}`),
      )
      const tasks = events
        .filter((one) => /RunTask$/.test(one.name) && one.dur !== undefined && main.has(`${one.pid} ${one.tid}`))
        .map((one) => one.dur! / 1_000)
      const frames = events.filter((one) => one.name === 'DrawFrame').map((one) => one.ts)
      const seconds = frames.length > 1 ? (Math.max(...frames) - Math.min(...frames)) / 1e6 : 1
      if (tasks.length === 0) throw new Error('The trace has no task of a page: Chromium names them in another way')
      return {
        longest_ms: Math.round(Math.max(...tasks) * 10) / 10,
        long: tasks.filter((one) => one > LONG_TASK_MS).length,
        frames_per_second: Math.round(frames.length / seconds),
      }
    },
  }
}
