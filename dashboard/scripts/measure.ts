// The pages of the dashboard as a browser measures them: `npm run bench:pages`, two minutes; `-- loads`, `interactions` or `scrolling` is one
// part of it. First paint, response to a click or a key, layout shift and scripts on the sample data of `quoin demo`; and scrolling through
// lists of 10,000 tasks.

import type { Page } from 'playwright-core'
import { type DemoPages, startDemoPages } from './demo-pages.ts'
import { measureInteractions } from './interactions.ts'
import { makeTasks, measureScrolling, SCROLLS, TASKS } from './scrolling.ts'

const ROUNDS = 5

interface Row {
  page: string
  first_paint_ms: number
  largest_paint_ms: number
  layout_shift: number
  script_kb: number
}

const part = process.argv[2]
const isAsked = (name: string) => part === undefined || part === name

const demo = await startDemoPages()
try {
  if (isAsked('loads')) {
    console.log('Loading (nothing cached, the median of five; the worst layout shift), on the sample data')
    console.table(await measureLoads(demo))
  }
  if (isAsked('interactions')) {
    console.log(
      'From a click or a key until the next frame, and until what was asked for stands; and the processor time that the page has spent',
    )
    console.log('on that frame, which other work on the machine makes little longer. The longest of five each')
    console.table(await measureInteractions(demo))
  }
  if (isAsked('scrolling')) {
    await makeTasks(demo)
    console.log(`Scrolling with ${TASKS} tasks: ${SCROLLS} turns of the wheel, and on to the next page`)
    console.table(await measureScrolling(demo))
  }
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
