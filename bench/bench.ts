// `npm run bench`: Quoin beside the bare limit, in one run on one machine. Absolute figures move with the machine, their ratios don't.
//
//   npm run bench                    5 s a round, under 3 minutes
//   npm run bench -- --quick         1 s a round, under a minute
//   npm run bench -- --seconds 15
//
// Both servers run on a copy of the same database, give the same answers (compared to the byte before anything is measured), and take
// turns in each round. All traffic stays on loopback; what is started here is ended here. The figures go to bench/results/ as JSON too.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/database/open.ts'
import { type Setup, setUp } from '../server/src/first-start.ts'
import type { LoadJob } from './load.ts'
import { killAll, type LoadGenerator, type Server, startLoadGenerator, startServer } from './processes.ts'
import { CURRENCY, LINES_PER_INVOICE, type Seeded, seed } from './seed.ts'
import { median, spread } from './statistics.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const LIST_LIMIT = 50
const MEMORY_GOAL_MB = 200
/** From the start of Quoin's process to its ready line, on the seeded database. */
let ready_ms = 0
/** A start on the seeded database takes less than this. */
const READY_GOAL_MS = 1_000
const LONGEST_RUN_MS = 15 * 60_000

type Side = 'Quoin' | 'bare' | 'bare, group commit'

interface Scenario {
  name: string
  /** The least share of the bare limit's requests per second that Quoin must reach. */
  goal: number
  sides: Side[]
  requests: LoadJob['requests']
}

interface Figures {
  requests_per_second: number
  cpu_ms_per_request: number
  p50_ms: number
  p99_ms: number
}

interface SideResult extends Figures {
  side: Side
  /** How far the rounds lie apart, as a share of their median. */
  spread: number
  /** What the server held after the last round. */
  rss_mb: number
  rounds: Figures[]
}

interface ScenarioResult {
  scenario: string
  goal: number
  /** Quoin's requests per second as a share of the bare limit's: the median of the rounds' ratios. */
  ratio: number
  /** The same by CPU time, which other work on the machine disturbs less: the bare limit's per request as a share of Quoin's. */
  cpu_ratio: number
  sides: SideResult[]
}

const options = readOptions()
const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
process.once('exit', () => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
setTimeout(() => {
  console.error(`The benchmark took longer than ${LONGEST_RUN_MS / 60_000} minutes`)
  process.exit(1)
}, LONGEST_RUN_MS).unref()

await main()

async function main(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it needs Linux')
  const data_folder = join(folder, 'Quoin')
  const company = await createCompany(data_folder)
  report(`seeding ${count(options.invoices)} invoices of ${LINES_PER_INVOICE} lines`)
  const seeded = seed(data_folder, company.company_id, options.invoices, Date.now())
  const scenarios = listScenarios(company, seeded)
  const servers = await startServers(company)
  const generator = startLoadGenerator()
  const results: ScenarioResult[] = []
  try {
    for (const scenario of scenarios) await compareAnswers(scenario, servers, company)
    const invoices_before = await countInvoices(servers, company)
    const created: Record<Side, number> = { Quoin: 0, bare: 0, 'bare, group commit': 0 }
    for (const scenario of scenarios) results.push(await measure(generator, scenario, servers, company, created))
    await checkCreated(servers, company, invoices_before, created)
    const memory = servers.Quoin.memory()
    print(results, memory)
    save(results, memory, servers.bare.memory())
  } finally {
    await Promise.all([...Object.values(servers), generator].map((started) => started.stop()))
  }
}

function readOptions(): { seconds: number; invoices: number } {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      invoices: { type: 'string', default: '100000' },
    },
  })
  const seconds = Number(values.seconds ?? (values.quick ? 1 : 5))
  const invoices = Number(values.invoices)
  if (!(seconds >= 1 && seconds <= 60)) throw new Error('--seconds must be between 1 and 60')
  if (!(Number.isInteger(invoices) && invoices >= LIST_LIMIT)) throw new Error(`--invoices must be ${LIST_LIMIT} or more`)
  return { seconds, invoices }
}

async function createCompany(data_folder: string): Promise<Setup> {
  const { database } = await openDatabase({ data_dir: data_folder }, (error) => {
    throw error
  })
  const company = { name: 'Bench', currency: CURRENCY, invoice_prefix: 'INV' }
  const setup = await setUp(database, { organization: 'Bench', company }, Date.now())
  await database.close()
  return setup
}

function listScenarios({ company_id }: Setup, { customer_ids, invoice_ids }: Seeded): Scenario[] {
  const scope = `company_id=${company_id}`
  const items = Array.from({ length: LINES_PER_INVOICE }, (_, index) => ({
    name: `Consulting, week ${index + 1}`,
    description: 'On site, with preparation and minutes',
    quantity: index + 0.5,
    unit: 'hour',
    unit_price: 95.5 + index,
  }))
  const invoice = {
    issue_date: '2026-03-02',
    due_date: '2099-12-31',
    notes: 'Thank you.',
    payment_terms: '30 days',
    tax_rate: 19,
    items,
  }
  return [
    {
      name: 'GET one invoice',
      goal: 0.45,
      sides: ['Quoin', 'bare'],
      requests: invoice_ids.map((id) => ({ method: 'GET', path: `/v1/invoices/${id}?${scope}` })),
    },
    {
      name: `list of ${LIST_LIMIT}`,
      goal: 0.6,
      sides: ['Quoin', 'bare'],
      requests: [{ method: 'GET', path: `/v1/invoices?${scope}&limit=${LIST_LIMIT}&offset=0` }],
    },
    {
      name: 'durable create',
      goal: 0.35,
      sides: ['Quoin', 'bare', 'bare, group commit'],
      requests: customer_ids.slice(0, 100).map((customer_id) => ({
        method: 'POST',
        path: `/v1/invoices?${scope}`,
        body: JSON.stringify({ customer_id, ...invoice }),
      })),
    },
  ]
}

async function startServers({ api_key }: Setup): Promise<Record<Side, Server>> {
  const database = join(folder, 'Quoin', 'quoin.db')
  const startBare = (side: Side, flags: string[]) => {
    const data_folder = join(folder, side)
    mkdirSync(data_folder)
    copyFileSync(database, join(data_folder, 'quoin.db'))
    const args = ['bench/bare-server.ts', '--data-dir', data_folder, '--api-key', api_key, ...flags]
    return startServer(side, args, {}, join(folder, `${side}.log`))
  }
  const bare = await startBare('bare', [])
  const group = await startBare('bare, group commit', ['--group-commit'])
  const environment = { QUOIN_DATA_DIR: join(folder, 'Quoin'), QUOIN_HOST: '127.0.0.1', QUOIN_PORT: '0' }
  const started = performance.now()
  const quoin = await startServer(
    'Quoin',
    ['--max-semi-space-size=8', 'cli/bin/quoin.js', 'serve'],
    environment,
    join(folder, 'Quoin.log'),
  )
  ready_ms = performance.now() - started
  return { Quoin: quoin, bare, 'bare, group commit': group }
}

/** Throws unless every side gives the same body; what each side makes up anew in a create (ids, numbers, times) aside. */
async function compareAnswers(scenario: Scenario, servers: Record<Side, Server>, company: Setup): Promise<void> {
  const { method, path, body } = scenario.requests.at(-1)!
  const answers = await Promise.all(
    scenario.sides.map(async (side) => {
      const response = await fetch(servers[side].url + path, { method, headers: headersFor(company), ...(body && { body }) })
      const text = await response.text()
      if (!response.ok) throw new Error(`${side} answers ${response.status} to ${method} ${path}: ${text}`)
      return method === 'GET'
        ? text
        : text.replace(/"(id|invoice_number|public_token|created_at|updated_at)":"[^"]*"/g, '"$1":"…"')
    }),
  )
  const other = answers.findIndex((answer) => answer !== answers[0])
  if (other > 0) {
    throw new Error(`${scenario.name}: the answers differ\n  Quoin: ${answers[0]}\n  ${scenario.sides[other]}: ${answers[other]}`)
  }
}

/** Warms every side up, then lets them take turns, the first one changing from round to round. */
async function measure(
  generator: LoadGenerator,
  scenario: Scenario,
  servers: Record<Side, Server>,
  company: Setup,
  created: Record<Side, number>,
): Promise<ScenarioResult> {
  const runOn = async (side: Side, seconds: number) => {
    const { figures, answers } = await runRound(generator, servers[side], scenario, company, seconds).catch((error: Error) => {
      throw new Error(`${scenario.name}, ${side}: ${error.message}\n${servers[side].log()}`)
    })
    if (scenario.requests[0]!.method === 'POST') created[side] += answers
    return figures
  }
  report(`${scenario.name}: warming up`)
  for (const side of scenario.sides) await runOn(side, Math.min(2, options.seconds))
  const rounds = new Map<Side, Figures[]>(scenario.sides.map((side) => [side, []]))
  for (let round = 0; round < ROUNDS; round++) {
    report(`${scenario.name}: round ${round + 1} of ${ROUNDS}`)
    const turns = round % 2 === 0 ? scenario.sides : scenario.sides.toReversed()
    for (const side of turns) rounds.get(side)!.push(await runOn(side, options.seconds))
  }
  const [quoin, bare] = [rounds.get('Quoin')!, rounds.get('bare')!]
  return {
    scenario: scenario.name,
    goal: scenario.goal,
    ratio: median(quoin.map((figures, round) => figures.requests_per_second / bare[round]!.requests_per_second)),
    cpu_ratio: median(quoin.map((figures, round) => bare[round]!.cpu_ms_per_request / figures.cpu_ms_per_request)),
    sides: scenario.sides.map((side) => sumUp(side, rounds.get(side)!, servers[side].memory().rss_mb)),
  }
}

async function runRound(
  generator: LoadGenerator,
  server: Server,
  scenario: Scenario,
  company: Setup,
  seconds: number,
): Promise<{ figures: Figures; answers: number }> {
  const { requests } = scenario
  const cpu_before = server.cpuMs()
  const result = await generator.run({
    url: server.url,
    headers: headersFor(company),
    requests,
    connections: CONNECTIONS,
    seconds,
  })
  const figures = {
    requests_per_second: result.answers / result.seconds,
    cpu_ms_per_request: (server.cpuMs() - cpu_before) / result.answers,
    p50_ms: result.p50_ms,
    p99_ms: result.p99_ms,
  }
  return { figures, answers: result.answers }
}

function sumUp(side: Side, rounds: Figures[], rss_mb: number): SideResult {
  const middle = (field: keyof Figures) => median(rounds.map((figures) => figures[field]))
  return {
    side,
    requests_per_second: middle('requests_per_second'),
    cpu_ms_per_request: middle('cpu_ms_per_request'),
    p50_ms: middle('p50_ms'),
    p99_ms: middle('p99_ms'),
    spread: spread(rounds.map((figures) => figures.requests_per_second)),
    rss_mb,
    rounds,
  }
}

async function countInvoices(servers: Record<Side, Server>, company: Setup): Promise<Record<Side, number>> {
  const counts = {} as Record<Side, number>
  for (const [side, { url }] of Object.entries(servers) as [Side, Server][]) {
    const response = await fetch(`${url}/v1/invoices?company_id=${company.company_id}&limit=1&offset=0`, {
      headers: headersFor(company),
    })
    const { data } = (await response.json()) as { data: { pagination: { total: number } } }
    counts[side] = data.pagination.total
  }
  return counts
}

/** Throws when a side has fewer invoices than it has acknowledged: then it was fast at nothing. */
async function checkCreated(
  servers: Record<Side, Server>,
  company: Setup,
  before: Record<Side, number>,
  created: Record<Side, number>,
): Promise<void> {
  const after = await countInvoices(servers, company)
  for (const side of Object.keys(created) as Side[]) {
    // A few more may be there: those whose answer came when the load generator had stopped.
    const missing = created[side] - (after[side] - before[side])
    if (missing > 0) throw new Error(`${side} acknowledged ${created[side]} creates, ${missing} of them are not in its list`)
  }
}

function headersFor({ api_key }: Setup): Record<string, string> {
  return { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' }
}

function print(results: ScenarioResult[], memory: { rss_mb: number; peak_rss_mb: number }): void {
  const rows = [['', '', 'requests/s', 'CPU ms', 'p50 ms', 'p99 ms', 'spread', 'MB after', 'of bare', 'by CPU', 'goal']]
  for (const { scenario, goal, ratio, cpu_ratio, sides } of results) {
    for (const side of sides) {
      const is_quoin = side.side === 'Quoin'
      rows.push([
        is_quoin ? scenario : '',
        side.side,
        count(side.requests_per_second),
        side.cpu_ms_per_request.toFixed(3),
        side.p50_ms.toFixed(1),
        side.p99_ms.toFixed(1),
        `${Math.round(side.spread * 100)} %`,
        count(side.rss_mb),
        is_quoin ? ratio.toFixed(2) : '',
        is_quoin ? cpu_ratio.toFixed(2) : '',
        is_quoin ? `≥ ${goal}: ${ratio >= goal ? 'reached' : 'missed'}` : '',
      ])
    }
  }
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  console.log(`\nQuoin beside the bare limit: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${options.seconds} s`)
  console.log(
    `${count(options.invoices)} invoices of ${LINES_PER_INVOICE} lines, ${availableParallelism()} cores for server and load\n`,
  )
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column < 2 || column === row.length - 1 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
    console.log(cells.join('  ').trimEnd())
  }
  console.log(
    `\nQuoin was ready after ${count(ready_ms)} ms: ${ready_ms < READY_GOAL_MS ? 'reached' : 'missed'} (< ${READY_GOAL_MS} ms)`,
  )
  const is_small = memory.rss_mb < MEMORY_GOAL_MB
  console.log(`Quoin's memory after it: ${count(memory.rss_mb)} MB (at most ${count(memory.peak_rss_mb)} MB)`)
  console.log(`  < ${MEMORY_GOAL_MB} MB: ${is_small ? 'reached' : 'missed'}`)
}

function save(results: ScenarioResult[], memory: object, bare_memory: object): void {
  const at = new Date().toISOString()
  const results_folder = join(import.meta.dirname, 'results')
  const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version }
  mkdirSync(results_folder, { recursive: true })
  const file = join(results_folder, `${at.replaceAll(':', '-')}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ at, machine, options, connections: CONNECTIONS, results, memory, bare_memory }, null, 2)}\n`,
  )
  report(`figures in bench/results/${at.replaceAll(':', '-')}.json`)
}

/** What goes on, on standard error: standard output has the table alone. */
function report(line: string): void {
  process.stderr.write(`bench: ${line}\n`)
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
