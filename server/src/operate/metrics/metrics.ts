// The metrics of a process, in the text format of Prometheus. Other rooms call observers and know nothing of it. Loaded only where metrics are on.
//
// Labels name routes, kinds and outcomes, all of them from the program: never an organization, a company, a key or anything that a client sent.
// Replicas have their host and port, as they are configured.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AttemptOutcome } from '../../record/webhooks/sender.ts'
import type { ReplicaState } from '../../sql/observer.ts'
import type { Observer } from '../observer.ts'
import { VERSION } from '../version.ts'
import { type BacklogParts, createBacklog, inTime } from './backlog.ts'
import { Requests } from './requests.ts'
import { Timing, type Value } from './timing.ts'

/** Seconds of what takes from a millisecond (a commit) to minutes (a job). */
const QUICK = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const SLOW = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900]
const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64]

/** What is read when metrics are asked for. */
export interface Sources extends BacklogParts {
  /** Rows of the audit log that wait in memory. */
  auditRows(): number
  /** The shipping of the log; unset: it is not shipped. */
  shipping?: (() => { lag_ms: number; waiting_bytes: number }) | undefined
}

/** Metrics are an observer, and a text. */
export interface Metrics extends Observer {
  /** The content type of the text. */
  type: string
  /** Says what is read at each scrape; before that these metrics have no values. */
  watch(sources: Sources): void
  /** All metrics now. Never rejects because of the database: what it does not say is left out. */
  text(): Promise<string>
}

/** Makes the metrics of this process; call it once. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Requests()
  let streams = 0
  let sources: Sources | undefined
  let backlogOf: ReturnType<typeof createBacklog> | undefined
  /** A metric whose values are made when they are asked for. */
  const shown = (type: 'counter' | 'gauge' | 'histogram', name: string, help: string, read: () => Value[] | Promise<Value[]>) => {
    const get = async () => ({ name, help, type, values: await read(), aggregator: 'sum' })
    registry.registerMetric({ name, help, type, get, reset() {} } as unknown as Counter)
  }
  const one = (type: 'counter' | 'gauge', name: string, help: string, read: () => number | undefined) =>
    shown(type, name, help, () => {
      const value = read()
      return value === undefined ? [] : [{ value }]
    })
  const byKind = (counts: ReadonlyMap<string, number> | undefined): Value[] =>
    [...(counts ?? [])].map(([kind, value]) => ({ labels: { kind }, value }))
  const registers = [registry]

  new Gauge({ name: 'quoin_build_info', help: 'The version that runs: always 1.', labelNames: ['version'], registers })
    .labels(VERSION)
    .set(1)

  shown('counter', 'quoin_http_requests_total', 'Requests that are over, by class of status.', () => requests.counts())
  const latency = 'quoin_http_request_duration_seconds'
  shown('histogram', latency, 'From the head of a request to the end of its answer; without streams.', () =>
    requests.durations(latency),
  )
  one('gauge', 'quoin_http_requests_in_progress', 'Requests under way, streams included.', () => requests.in_progress)
  one('counter', 'quoin_http_request_body_bytes_total', 'Bytes of bodies that clients announced.', () => requests.received_bytes)
  one('counter', 'quoin_http_response_bytes_total', 'Bytes that were sent, with heads.', () => requests.sent_bytes)
  one('gauge', 'quoin_http_streams_open', 'Streams of events that are open.', () => streams)

  const groups = { committed: 0, failed: 0 }
  let transactions = 0
  const [sizes, group_times, commit_times] = [new Timing(GROUP_SIZES), new Timing(QUICK), new Timing(QUICK)]
  const timing = (name: string, help: string, of: Timing) => shown('histogram', name, help, () => of.values(name))
  shown('gauge', 'quoin_database_up', 'Whether the database answers: 1 or 0.', async () =>
    sources ? [{ value: (await inTime(sources.database.isHealthy(), false)) ? 1 : 0 }] : [],
  )
  shown('counter', 'quoin_database_groups_total', 'Groups of transactions that shared a commit.', () =>
    Object.entries(groups).map(([outcome, value]) => ({ labels: { outcome }, value })),
  )
  one('counter', 'quoin_database_transactions_total', 'Transactions in committed groups.', () => transactions)
  timing('quoin_database_group_size', 'Transactions of a committed group.', sizes)
  timing('quoin_database_group_duration_seconds', 'A committed group, from its begin to its end.', group_times)
  timing('quoin_database_commit_duration_seconds', 'The commit of a group alone: mostly the disk.', commit_times)
  const state = () => sources?.database.state()
  one('gauge', 'quoin_database_waiting_writes', 'Transactions that wait for their turn.', () => state()?.waiting_writes)
  one('gauge', 'quoin_sqlite_wal_bytes', 'Size of the write-ahead log file.', () => state()?.log?.bytes)
  one('gauge', 'quoin_sqlite_wal_pages', 'Pages of the log that are not in the file yet.', () => state()?.log?.pages_to_copy)
  one('counter', 'quoin_sqlite_checkpoints_total', 'Times the log was copied to the file.', () => state()?.log?.checkpoints)
  one('gauge', 'quoin_backup_wal_lag_seconds', 'How far what can be restored is behind the database.', () => {
    const lag_ms = sources?.shipping?.().lag_ms
    return lag_ms === undefined ? undefined : lag_ms / 1000
  })
  one(
    'gauge',
    'quoin_backup_wal_waiting_bytes',
    'Segments of the log that wait to be shipped.',
    () => sources?.shipping?.().waiting_bytes,
  )
  const ofPools =
    (read: (pool: { open: number; busy: number; limit: number; waiting: number }) => Record<string, number>) => () =>
      (state()?.pools ?? []).flatMap(({ name, ...pool }) =>
        Object.entries(read(pool)).map(([label, value]) => ({
          labels: { pool: name, ...(label === '' ? {} : { state: label }) } as Record<string, string>,
          value,
        })),
      )
  shown(
    'gauge',
    'quoin_postgres_pool_connections',
    'Connections of a pool.',
    ofPools(({ open, busy }) => ({ busy, idle: open - busy })),
  )
  shown(
    'gauge',
    'quoin_postgres_pool_limit',
    'The most connections of a pool.',
    ofPools(({ limit }) => ({ '': limit })),
  )
  shown(
    'gauge',
    'quoin_postgres_pool_waiting',
    'Work that waits for a connection.',
    ofPools(({ waiting }) => ({ '': waiting })),
  )
  const pool_waits = new Histogram({
    name: 'quoin_postgres_pool_wait_seconds',
    help: 'Waits for a connection, for work that had to wait.',
    labelNames: ['pool'],
    buckets: QUICK,
    registers,
  })

  const listed = new Map<string, number>()
  shown('counter', 'quoin_replica_reads_total', 'Lists that a replica may serve, by where they were read.', () =>
    [...listed].map(([place, value]) => ({ labels: { place }, value })),
  )
  const ofReplicas = (read: (replica: ReplicaState) => number | undefined) => () =>
    (state()?.replicas ?? []).flatMap((replica) => {
      const value = read(replica)
      return value === undefined ? [] : [{ labels: { replica: replica.name }, value }]
    })
  const lag = ({ lag_ms }: ReplicaState) => (lag_ms === undefined ? undefined : lag_ms / 1000)
  shown(
    'gauge',
    'quoin_replica_used',
    'Whether lists are read at a replica: 1 or 0.',
    ofReplicas(({ is_used }) => Number(is_used)),
  )
  shown('gauge', 'quoin_replica_lag_seconds', 'How far a replica is behind, to the second.', ofReplicas(lag))

  const running = new Map<string, number>()
  shown('gauge', 'quoin_jobs_running', 'Jobs that this process runs.', () => byKind(running))
  shown('gauge', 'quoin_jobs_due', 'Jobs that are due and not begun, up to 1000 of each kind.', async () =>
    byKind((await backlogOf?.())?.due),
  )
  shown('gauge', 'quoin_jobs_failed', 'Jobs that failed for good and were not retried by hand, up to 1000.', async () =>
    byKind((await backlogOf?.())?.failed),
  )
  const runs = new Counter({
    name: 'quoin_job_runs_total',
    help: 'Runs of jobs that are over.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const run_times = new Histogram({
    name: 'quoin_job_duration_seconds',
    help: 'Runs of jobs.',
    labelNames: ['kind'],
    buckets: SLOW,
    registers,
  })

  shown('gauge', 'quoin_webhook_deliveries_pending', 'Webhook deliveries that are pending, up to 10000.', async () =>
    asOne((await backlogOf?.())?.deliveries),
  )
  const measure = measuring(registry)
  const attempts = measure('webhook_attempt', 'Attempts of webhook deliveries')
  shown('gauge', 'quoin_mails_queued', 'Mails that wait to be sent, up to 1000.', async () => asOne((await backlogOf?.())?.mails))
  const mails = measure('mail_attempt', 'Attempts to send a mail')
  const prints = measure('print', 'Documents that were printed, with their wait')
  let printing = 0
  one('gauge', 'quoin_press_queue_length', 'Documents that wait to be printed or are being printed.', () => printing)
  one('gauge', 'quoin_audit_rows_buffered', 'Rows of the audit log that wait in memory.', () => sources?.auditRows())

  return {
    type: registry.contentType,
    requests,
    engine: {
      onGroup({ transactions: size, ms, commit_ms }) {
        groups[commit_ms === undefined ? 'failed' : 'committed']++
        if (commit_ms === undefined) return
        transactions += size
        sizes.observe(size)
        group_times.observe(ms / 1000)
        commit_times.observe(commit_ms / 1000)
      },
      onListed: (place) => void listed.set(place, (listed.get(place) ?? 0) + 1),
      onWait: (pool, ms) => pool_waits.labels(pool).observe(ms / 1000),
    },
    onStream(change) {
      streams += change
    },
    async observeRun(kind, run) {
      running.set(kind, (running.get(kind) ?? 0) + 1)
      const began_at = performance.now()
      try {
        const outcome = await run()
        runs.labels(kind, outcome).inc()
        return outcome
      } finally {
        running.set(kind, running.get(kind)! - 1)
        run_times.labels(kind).observe((performance.now() - began_at) / 1000)
      }
    },
    sender: (sender) => ({
      async send(attempt) {
        const outcome = await sender.send(attempt)
        attempts(classOf(outcome), outcome.duration_ms)
        return outcome
      },
      close: () => sender.close(),
    }),
    mailer: (mailer) => ({
      async send(mail, signal) {
        const began_at = performance.now()
        const attempt = await mailer.send(mail, signal)
        mails(attempt.outcome, performance.now() - began_at)
        return attempt
      },
      close: () => mailer.close(),
    }),
    press: (press) => ({
      async print(paper, turn) {
        const began_at = performance.now()
        printing++
        let outcome = 'failed'
        try {
          const printed = await press.print(paper, turn)
          outcome = 'printed'
          return printed
        } finally {
          printing--
          prints(outcome, performance.now() - began_at)
        }
      },
    }),
    watch(given) {
      sources = given
      backlogOf = createBacklog(given)
    },
    text: () => registry.metrics(),
  }
}

const asOne = (value: number | undefined): Value[] => (value === undefined ? [] : [{ value }])

/** The status class of an attempt's answer, like `2xx`; `no_answer` where none came. */
function classOf({ response_status }: AttemptOutcome): string {
  return response_status === null ? 'no_answer' : `${Math.floor(response_status / 100)}xx`
}

/** Makes a counter by outcome and a histogram of seconds of something, and gives the function that adds to both. */
function measuring(registry: Registry) {
  return (what: string, help: string) => {
    const registers = [registry]
    const count = new Counter({ name: `quoin_${what}s_total`, help: `${help}.`, labelNames: ['outcome'], registers })
    const times = new Histogram({
      name: `quoin_${what}_duration_seconds`,
      help: `${help}: how long each took.`,
      buckets: SLOW,
      registers,
    })
    return (outcome: string, ms: number) => {
      count.labels(outcome).inc()
      times.observe(ms / 1000)
    }
  }
}
