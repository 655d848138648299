// How the pages scroll when there is much of everything, by the browser's own trace of its threads.

import type { CDPSession } from 'playwright-core'
import type { DemoPages } from './demo-pages.ts'

export const TASKS = 10_000
export const SCROLLS = 40
const CONNECTIONS = 16
/** The longest that the main thread may be busy at a stretch while somebody scrolls. */
const LONG_TASK_MS = 50

/** Makes tasks through the API until the company has 10,000 more. */
export async function makeTasks({ api, company_id, first }: DemoPages): Promise<void> {
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

/** Scrolls the list and the board, and goes to the next page. */
export async function measureScrolling({ context, server, company_id }: DemoPages): Promise<object[]> {
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
