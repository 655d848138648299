// The work of the page's thread from a click or a key until the next frame, from the browser's own trace.

import type { CDPSession } from 'playwright-core'

/** Of the trace: tasks of the thread with their processor time, the events that were dispatched in them, and the frames handed on. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

interface Traced {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time, in microseconds as all of them. */
  tdur?: number
  args?: { data?: { type?: string } }
}

/** Traces the page while `act` runs, and gives the processor time of its thread until the first frame after the last click, or key, in ms. */
export async function traceFrameWork(client: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const traced: Traced[] = []
  const collect = ({ value }: { value: object[] }) => traced.push(...(value as Traced[]))
  client.on('Tracing.dataCollected', collect)
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } })
  await act()
  const is_complete = new Promise((done) => client.once('Tracing.tracingComplete', done))
  await client.send('Tracing.end')
  await is_complete
  client.off('Tracing.dataCollected', collect)
  return workUntilFrame(traced)
}

function workUntilFrame(traced: readonly Traced[]): number {
  const whole = traced.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts)
  const dispatched = whole.filter(({ name }) => name === 'EventDispatch')
  const begin = dispatched.find(({ args }) => ['keydown', 'pointerdown'].includes(args?.data?.type ?? ''))
  if (!begin) throw new Error('No key and no click was traced')
  const answer = dispatched.find(({ args, ts }) => args?.data?.type === 'click' && ts >= begin.ts) ?? begin
  const here = whole.filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid)
  const frame = here.find(({ name, ts }) => name === 'Commit' && ts >= endOf(answer))
  if (!frame) throw new Error('No frame was traced')
  const tasks = here.filter((one) => one.name === 'RunTask' && endOf(one) > begin.ts && one.ts <= frame.ts)
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000
}

function endOf({ ts, dur = 0 }: Traced): number {
  return ts + dur
}
