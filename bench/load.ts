// The load generator, a process of its own: it gets one job after the other as a message, and answers each with what it measured.
import autocannon from 'autocannon'
import { percentile } from './statistics.ts'

/** What to send: every connection goes through `requests` in turn, the next as soon as the one before is answered. */
export interface LoadJob {
  url: string
  headers: Record<string, string>
  requests: { method: 'GET' | 'POST'; path: string; body?: string }[]
  connections: number
  seconds: number
}

/** What came back. A request that failed in any way makes the job fail instead. */
export interface LoadResult {
  answers: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

/** How often autocannon looks whether its time is up. */
const SAMPLE_MS = 100

async function load(job: LoadJob): Promise<LoadResult> {
  const latencies: number[] = []
  let started_at = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: job.url,
        connections: job.connections,
        duration: job.seconds,
        sampleInt: SAMPLE_MS,
        headers: job.headers,
        requests: job.requests,
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    run.on('start', () => {
      started_at = performance.now()
    })
    run.on('response', (_client, _status, _bytes, latency_ms) => {
      latencies.push(latency_ms)
    })
  })
  const seconds = (performance.now() - started_at) / 1000
  if (result.non2xx + result.errors + result.timeouts > 0) {
    const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => `${count} × ${status}`)
    throw new Error(`not every request was answered as it should be: ${statuses.join(', ')}, ${result.errors} × no answer`)
  }
  const sorted = Float64Array.from(latencies).sort()
  return { answers: sorted.length, seconds, p50_ms: percentile(sorted, 0.5), p99_ms: percentile(sorted, 0.99) }
}

process.on('message', (job: LoadJob) => {
  load(job).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ failure: error.message }),
  )
})
