// Webhooks under load: how many deliveries per second four healthy receivers get, and how one that hangs, among fifty, affects the others and
// the requests that cause the events. `npm run bench:webhooks` (a minute and a half); receivers and load are other processes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Receiver, startReceiver } from '../server/test/support/receiver.ts'
import { Client, runCli, type ServerProcess, setUpWithCli, startServerProcess } from '../server/test/support/server-process.ts'

const EVENTS_OF_BACKLOG = 5_000
const RECEIVERS = 4
const COMPANIES = 5
const ENDPOINTS_OF_COMPANY = 10
const EVENTS_OF_LOAD = 5_000
/** Writes a second under load: each becomes ten deliveries. */
const PACE = 40

interface Bench {
  folder: string
  server: ServerProcess
  receiver: Receiver
  companies: { id: string; client: Client }[]
}

await main()

async function main() {
  const throughput = await withBench(1, measureThroughput)
  console.log(JSON.stringify(throughput, null, 2))
  const load = await withBench(COMPANIES, measureLoad)
  console.log(JSON.stringify(load, null, 2))
}

async function withBench<T>(count: number, work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const companies: { id: string; key: string }[] = []
  const first = await setUpWithCli(folder)
  companies.push({ id: first.company_id, key: first.api_key })
  for (let index = 1; index < count; index++) {
    const made = await runCli(
      folder,
      'companies',
      'create',
      '--organization',
      first.organization_id,
      '--name',
      `C${index}`,
      '--json',
    )
    const id = JSON.parse(made.stdout).id
    const key = await runCli(folder, 'keys', 'create', '--company', id, '--name', 'k', '--level', 'admin', '--json')
    companies.push({ id, key: JSON.parse(key.stdout).key })
  }
  const server = await startServerProcess(folder, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
  const receiver = await startReceiver()
  try {
    const clients = companies.map(({ id, key }) => ({ id, client: new Client(server.url, key) }))
    return await work({ folder, server, receiver, companies: clients })
  } finally {
    await server.end('SIGTERM')
    await receiver.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Deliveries a second of a backlog: the events are there, the endpoints are turned on at once. */
async function measureThroughput({ server, receiver, companies }: Bench) {
  const { id, client } = companies[0]!
  const endpoints: string[] = []
  for (let index = 0; index < RECEIVERS; index++) {
    const made = await client.call('POST', `/v1/webhook-endpoints?company_id=${id}`, { url: `${receiver.url}/${index}` })
    endpoints.push(made.body.data.id)
  }
  const since = new Date().toISOString()
  for (const endpoint of endpoints) {
    await client.call('PATCH', `/v1/webhook-endpoints/${endpoint}?company_id=${id}`, { status: 'disabled' })
  }
  let made = 0
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (made++ < EVENTS_OF_BACKLOG) await client.call('POST', `/v1/customers?company_id=${id}`, { name: `Customer ${made}` })
    }),
  )
  const started = performance.now()
  const cpu_before = cpuOf(server)
  await Promise.all(
    endpoints.map((endpoint) =>
      client.call('PATCH', `/v1/webhook-endpoints/${endpoint}?company_id=${id}`, { status: 'enabled', replay_since: since }),
    ),
  )
  const wanted = EVENTS_OF_BACKLOG * RECEIVERS
  while ((await receiver.count()) < wanted) await pause(50)
  const seconds = (performance.now() - started) / 1000
  const received = await receiver.received()
  return {
    what: `${EVENTS_OF_BACKLOG} events to ${RECEIVERS} receivers`,
    deliveries: received.length,
    distinct: new Set(received.map((one) => `${one.path} ${one.id}`)).size,
    per_second: Math.round(wanted / seconds),
    server_cpu_ms_per_delivery: Math.round(((cpuOf(server) - cpu_before) / wanted) * 1000) / 1000,
    memory_mb: memoryOf(server),
  }
}

/** Latency of writes without and with endpoints, in turns, and the lag of the healthy ones next to one that hangs. */
async function measureLoad(bench: Bench) {
  const { receiver, companies, server } = bench
  const hanging = `${receiver.url}/hang`
  const endpoints: { company: string; client: Client; id: string }[] = []
  for (const [number, { id, client }] of companies.entries()) {
    for (let index = 0; index < ENDPOINTS_OF_COMPANY; index++) {
      const url = number === 0 && index === 0 ? hanging : `${receiver.url}/${number}/${index}`
      const made = await client.call('POST', `/v1/webhook-endpoints?company_id=${id}`, { url })
      endpoints.push({ company: id, client, id: made.body.data.id })
    }
  }
  const turn = async (status: string) => {
    for (const { company, client, id } of endpoints) {
      await client.call('PATCH', `/v1/webhook-endpoints/${id}?company_id=${company}`, { status })
    }
    await pause(500)
  }
  const rounds = 5
  const quiet: number[][] = []
  const busy: number[][] = []
  const created = new Map<string, number>()
  const memory: number[] = []
  const cpu: number[] = []
  const quiet_cpu: number[] = []
  for (let round = 0; round < rounds; round++) {
    await turn('disabled')
    const quiet_before = cpuOf(server)
    quiet.push(await write(bench, EVENTS_OF_LOAD / rounds / 2, undefined))
    quiet_cpu.push((cpuOf(server) - quiet_before) / (EVENTS_OF_LOAD / rounds / 2))
    await turn('enabled')
    const cpu_before = cpuOf(server)
    busy.push(await write(bench, EVENTS_OF_LOAD / rounds, created))
    cpu.push((cpuOf(server) - cpu_before) / (EVENTS_OF_LOAD / rounds))
    memory.push(memoryOf(server))
  }
  await pause(3_000)
  const lags = (await receiver.received()).flatMap(({ id, at_ms }) => (created.has(id) ? [at_ms - created.get(id)!] : []))
  const wanted = created.size * ENDPOINTS_OF_COMPANY - [...created.keys()].length / COMPANIES
  const ratios = quiet.map((latencies, round) => percentile(busy[round]!, 50) / percentile(latencies, 50))
  const p95_ratios = quiet.map((latencies, round) => percentile(busy[round]!, 95) / percentile(latencies, 95))
  return {
    what: `${created.size} events at ${PACE} writes a second, ${endpoints.length} endpoints, one of them hangs`,
    healthy_deliveries: lags.length,
    wanted,
    lag_p50_ms: percentile(lags, 50),
    lag_p95_ms: percentile(lags, 95),
    lag_max_ms: Math.max(...lags),
    write_p50_ms: { without: percentile(quiet.flat(), 50), with: percentile(busy.flat(), 50) },
    write_p95_ms: { without: percentile(quiet.flat(), 95), with: percentile(busy.flat(), 95) },
    p50_ratio_median: percentile(ratios, 50),
    p95_ratio_median: percentile(p95_ratios, 50),
    cpu_ms_per_write: { without: percentile(quiet_cpu, 50), with: percentile(cpu, 50) },
    memory_mb: memory,
  }
}

/** Writes at a steady pace, the companies in turn; gives the latencies, and notes when each event was made. */
async function write({ companies }: Bench, count: number, created: Map<string, number> | undefined): Promise<number[]> {
  const latencies: number[] = []
  const begin = performance.now()
  const pending: Promise<void>[] = []
  let due = begin
  for (let index = 0; index < count; index++) {
    // At random moments, as requests come: at even ones each would meet the deliveries of the one before in the same phase.
    due += (-Math.log(1 - Math.random()) * 1000) / PACE
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    const { id, client } = companies[index % companies.length]!
    const started = performance.now()
    pending.push(
      client.call('POST', `/v1/customers?company_id=${id}`, { name: `Customer ${index}` }).then((answer) => {
        latencies.push(performance.now() - started)
        if (created) created.set(answer.body.data.id, Date.now())
      }),
    )
  }
  await Promise.all(pending)
  if (!created) return latencies
  // The events of these writes, and the moments at which they were stored.
  for (const { id, client } of companies) {
    for (const event of await client.events(id)) {
      if (created.delete(event.resource_id)) created.set(event.id, Date.parse(event.created_at))
    }
  }
  return latencies
}

/** CPU time that a server process has used, all its threads, in ms. */
function cpuOf(server: ServerProcess): number {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function memoryOf(server: ServerProcess): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024)
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]! * 100) / 100
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
