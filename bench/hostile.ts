// `npm run bench -- --hostile`: one organization does the worst of each kind, and another's requests are measured meanwhile, compared with the
// same requests while nothing else happens. Quiet and loud stretches alternate, so that both have the noise of the same minute.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createApiKey } from '../server/src/access/api-keys/service.ts'
import { eventCatalogue } from '../server/src/endpoints.ts'
import { openDatabase } from '../server/src/engines/open.ts'
import { type Setup, setUp } from '../server/src/operate/first-start.ts'
import { draftEvent } from '../server/src/record/events/event-type.ts'
import { recordEvents } from '../server/src/record/events/record.ts'
import { createPostgresEngine } from './engine-postgres.ts'
import { createSqliteEngine } from './engine-sqlite.ts'
import type { HostileLoad } from './hostile-load.ts'
import type { BenchOptions } from './options.ts'
import { killAll, type Server } from './processes.ts'
import { CURRENCY } from './seed.ts'
import type { Copy, Engine, EngineName } from './sides.ts'
import { median, percentile } from './statistics.ts'

/** A neighbour's p99 stays below so many times its own quiet p99. */
export const HOSTILE_GOAL = 5
const LARGE_EVENTS = 100
const LARGE_EVENT_BYTES = 1_000_000
const KEYS = 16
/** As many layers, each depending on all of the one before, as the bound of a project allows. */
const LAYERS = 26
const TASKS_OF_LAYER = 14
const PASSWORD = 'correct horse battery'
const EMAIL = 'hostile@example.com'
/** The neighbour's connections, each of which sends its next request when the one before is answered. */
const CONNECTIONS = 4

/** The p99 of the neighbour in one kind of load. */
export interface Hostile {
  engine: EngineName
  kind: string
  get: Times
  create: Times
  /** How many of the hostile tenant's requests were answered in a second, and how many refused. */
  answers: number
  refused: number
  rss_mb: number
}

/** Medians of the rounds, in milliseconds; `ratio` is the median of each round's loud by its own quiet p99. */
interface Times {
  quiet_ms: number
  loud_ms: number
  ratio: number
}

interface Scene {
  server: Server
  port: number
  hostile: Setup
  keys: string[]
  neighbour: Setup
  invoice_ids: readonly string[]
  customer_id: string
  task_path: string
  last_task: string
  cookie: string
}

type Kind = { name: string; connections: number; is_reading?: boolean; requests(scene: Scene): string[] }

const head = (method: string, path: string, lines: string[], body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...lines,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n')
const as = (scene: Scene, method: string, path: string, body?: object, more: string[] = []) => {
  const company = `${path.includes('?') ? '&' : '?'}company_id=${scene.hostile.company_id}`
  return scene.keys.map((key) =>
    head(method, path + company, [`Authorization: Bearer ${key}`, ...more], body && JSON.stringify(body)),
  )
}

const KINDS: Kind[] = [
  { name: 'nothing (noise)', connections: 0, requests: () => [] },
  { name: 'reads, 256 connections', connections: 256, requests: (s) => as(s, 'GET', `/v1/invoices/${s.invoice_ids[0]}`) },
  { name: 'pages of large events', connections: 24, requests: (s) => as(s, 'GET', '/v1/events?limit=100&type=customer.updated') },
  {
    name: 'the same, never read',
    connections: 64,
    is_reading: false,
    requests: (s) => as(s, 'GET', '/v1/events?limit=100&type=customer.updated'),
  },
  { name: 'searches', connections: 32, requests: (s) => as(s, 'GET', '/v1/customers?search=qqqqq') },
  { name: 'lists of 100', connections: 64, requests: (s) => as(s, 'GET', '/v1/invoices?limit=100') },
  {
    name: 'exports of the audit log',
    connections: 4,
    requests: (s) => [head('GET', '/dashboard/api/audit-log.csv', [`Cookie: ${s.cookie}`, 'Sec-Fetch-Site: same-origin'])],
  },
  {
    name: 'streams, and writes that wake them',
    connections: 256,
    requests: (s) => [
      ...as(s, 'GET', '/v1/events/stream?last_event_id=0'),
      ...as(s, 'POST', '/v1/customers', { name: 'Wake {number}' }),
    ],
  },
  { name: 'looking for rings', connections: 32, requests: (s) => as(s, 'PATCH', s.task_path, { depends_on: [s.last_task] }) },
  {
    name: 'invoices of 2,000 lines',
    connections: 16,
    requests: (s) => {
      const items = Array.from({ length: 2_000 }, (_, index) => ({ name: `Line ${index}`, quantity: 1.5, unit_price: 80 }))
      return as({ ...s, keys: s.keys.slice(0, 1) }, 'POST', '/v1/invoices', { customer_id: s.customer_id, items, tax_rate: 19 })
    },
  },
  {
    name: 'creates, 128 connections',
    connections: 128,
    requests: (s) => as(s, 'POST', '/v1/customers', { name: 'Flood {number}' }),
  },
  {
    name: 'idempotency keys',
    connections: 64,
    requests: (s) => as(s, 'POST', '/v1/customers', { name: 'Once {number}' }, ['Idempotency-Key: key-{number}']),
  },
  { name: 'refusals with a key', connections: 64, requests: (s) => as(s, 'GET', '/v1/invoices/inv_{number}') },
  {
    name: 'refusals without a key',
    connections: 64,
    requests: () => [head('GET', '/v1/invoices', ['Authorization: Bearer sk_wrong_{number}'])],
  },
  {
    name: 'passwords tried',
    connections: 16,
    requests: (s) => {
      const page = ['Sec-Fetch-Site: same-origin', `Origin: ${s.server.url}`]
      return [
        head(
          'POST',
          '/dashboard/auth/sign-in/email',
          page,
          JSON.stringify({ email: 'nobody{number}@example.com', password: 'guess {number} guess' }),
        ),
      ]
    },
  },
]

/** Measures all kinds on the engines asked for. */
export async function measureHostile(options: BenchOptions, report: (line: string) => void): Promise<Hostile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-hostile-'))
  process.once('exit', () => {
    killAll()
    rmSync(folder, { recursive: true, force: true })
  })
  const found: Hostile[] = []
  for (const name of options.engines) {
    const engine = { sqlite: createSqliteEngine, postgres: createPostgresEngine }[name](folder)
    try {
      const scene = await prepare(engine, options.invoices[options.invoices.length >> 1]!)
      for (const kind of KINDS.filter(({ name }) => name.includes(options.kind))) {
        const one = await measureKind(name, scene, kind, options)
        report(lineOf(one))
        found.push(one)
      }
      await scene.server.stop()
    } finally {
      await engine.end()
    }
  }
  return found
}

function lineOf({ engine, kind, get, create, answers, refused, rss_mb }: Hostile): string {
  const times = ({ quiet_ms, loud_ms, ratio }: Times) =>
    `${quiet_ms.toFixed(1)} -> ${loud_ms.toFixed(1)} ms (${ratio.toFixed(1)} x)`
  return `${engine}, ${kind}: GET ${times(get)}, create ${times(create)}; ${Math.round(answers)}/s, ${Math.round(refused)}/s refused; ${Math.round(rss_mb)} MB`
}

async function prepare(engine: Engine, invoices: number): Promise<Scene> {
  const dataset = await engine.dataset(invoices)
  const copy = await engine.copy(dataset, 'Quoin')
  const hostile = dataset.company
  const { keys, neighbour } = await fill(copy, hostile)
  const server = await engine.start(copy)
  const api = async (setup: Setup, method: string, path: string, body: object) => {
    const response = await fetch(`${server.url}${path}?company_id=${setup.company_id}`, {
      method,
      headers: { Authorization: `Bearer ${setup.api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { data, error } = (await response.json()) as { data: { id: string }; error?: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${error}`)
    return data.id
  }
  const customer_id = await api(hostile, 'POST', '/v1/customers', { name: 'Hostile' })
  const project = await api(hostile, 'POST', '/v1/projects', { title: 'Rings' })
  const tasks = `/v1/projects/${project}/tasks`
  let layer: string[] = []
  let first: string | undefined
  for (let depth = 0; depth < LAYERS; depth++) {
    const next: string[] = []
    for (let index = 0; index < TASKS_OF_LAYER; index++)
      next.push(await api(hostile, 'POST', tasks, { title: 'T', depends_on: layer }))
    first ??= next[0]
    layer = next
  }
  const port = Number(new URL(server.url).port)
  const cookie = await signIn(server.url)
  const task_path = `${tasks}/${first}`
  return {
    server,
    port,
    hostile,
    keys,
    neighbour,
    invoice_ids: dataset.seeded.invoice_ids,
    customer_id,
    task_path,
    last_task: layer[0]!,
    cookie,
  }
}

/** Puts the other tenants, keys and large events into the database, before the server starts. */
async function fill(copy: Copy, hostile: Setup): Promise<{ keys: string[]; neighbour: Setup }> {
  const database_url = copy.dataset && /^postgres/.test(copy.database) ? copy.database : undefined
  const { database } = await openDatabase({ data_dir: copy.folder, database_url }, (error) => {
    throw error
  })
  const now_ms = Date.now()
  const company = { name: 'Neighbour', currency: CURRENCY, invoice_prefix: 'INV' }
  const neighbour = await setUp(database, { organization: 'Neighbour', company, email: 'neighbour@example.com' }, now_ms)
  const { organization_id, user_id, company_id } = hostile
  const keys = await database.write(async (tx) => {
    const made: string[] = []
    for (let index = 0; index < KEYS; index++) {
      const key = { organization_id, user_id, name: `Key ${index}`, level: 'admin' as const, companies: 'all' as const }
      made.push((await createApiKey(tx, key, now_ms)).key)
    }
    return made
  })
  await setUp(database, { organization: 'Hostile pages', company, email: EMAIL, password: PASSWORD }, now_ms)
  const type = eventCatalogue.find('customer.updated')!
  for (let index = 0; index < LARGE_EVENTS; index++) {
    const draft = draftEvent(type, `cus_${index}`, { id: `cus_${index}`, filling: 'x'.repeat(LARGE_EVENT_BYTES) })
    await database.write((tx) => recordEvents(tx, { company_id, now: new Date(now_ms).toISOString() }, [draft]), company_id)
  }
  await database.close()
  return { keys, neighbour }
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/dashboard/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Origin: url },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  return cookies.join('; ')
}

async function measureKind(engine: EngineName, scene: Scene, kind: Kind, { rounds, seconds }: BenchOptions): Promise<Hostile> {
  const measured: { get: [number, number]; create: [number, number] }[] = []
  let answers = 0
  let refused = 0
  let rss_mb = 0
  for (let round = 0; round < rounds; round++) {
    const quiet = await askAsNeighbour(scene, seconds)
    const load = kind.connections > 0 ? await startLoad(scene, kind) : undefined
    const loud = await askAsNeighbour(scene, seconds)
    rss_mb = Math.max(rss_mb, scene.server.memory().rss_mb)
    const done = await load?.stop()
    answers += (done?.answers ?? 0) / seconds / rounds
    refused += (done?.refused ?? 0) / seconds / rounds
    measured.push({ get: [quiet.get, loud.get], create: [quiet.create, loud.create] })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const times = (of: 'get' | 'create'): Times => ({
    quiet_ms: median(measured.map((one) => one[of][0])),
    loud_ms: median(measured.map((one) => one[of][1])),
    ratio: median(measured.map((one) => one[of][1] / one[of][0])),
  })
  return { engine, kind: kind.name, get: times('get'), create: times('create'), answers, refused, rss_mb }
}

async function startLoad({ port, ...scene }: Scene, kind: Kind) {
  const workerData: HostileLoad = {
    port,
    connections: kind.connections,
    requests: kind.requests({ port, ...scene }),
    is_reading: kind.is_reading ?? true,
  }
  const worker = new Worker(new URL('./hostile-load.ts', import.meta.url), { workerData })
  await new Promise((resolve) => setTimeout(resolve, 500))
  return {
    async stop(): Promise<{ answers: number; refused: number }> {
      const answer = new Promise<{ answers: number; refused: number }>((resolve) => worker.once('message', resolve))
      worker.postMessage('stop')
      const counted = await answer
      await worker.terminate()
      return counted
    },
  }
}

/** The p99 of the neighbour's GET of a customer and creates of one, in turn, for so long. */
async function askAsNeighbour({ server, neighbour }: Scene, seconds: number): Promise<{ get: number; create: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times = { get: [] as number[], create: [] as number[] }
  const end_at = performance.now() + seconds * 1000
  const ask = (method: string, path: string, body?: string) =>
    new Promise<{ id: string }>((resolve, reject) => {
      const headers: Record<string, string> = { Authorization: `Bearer ${neighbour.api_key}` }
      if (body) headers['Content-Type'] = 'application/json'
      const url = `${server.url}${path}?company_id=${neighbour.company_id}`
      const asked = request(url, { method, headers, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => (text += part))
        response.on('end', () => {
          if (response.statusCode! >= 300) reject(new Error(`the neighbour was answered ${response.statusCode}: ${text}`))
          else resolve((JSON.parse(text) as { data: { id: string } }).data)
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  const timed = async (of: 'get' | 'create', work: () => Promise<{ id: string }>) => {
    const began = performance.now()
    const { id } = await work()
    times[of].push(performance.now() - began)
    return id
  }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end_at) {
        const id = await timed('create', () => ask('POST', '/v1/customers', '{"name":"Neighbour"}'))
        for (let count = 0; count < 4; count++) await timed('get', () => ask('GET', `/v1/customers/${id}`))
      }
    }),
  )
  agent.destroy()
  const p99 = (values: number[]) => percentile(Float64Array.from(values).sort(), 0.99)
  return { get: p99(times.get), create: p99(times.create) }
}
