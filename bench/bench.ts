// `npm run bench`: Quoin next to the bare limit, in one run on one machine. Absolute figures change with the machine, their ratios don't.
// `npm run bench -- --help` lists the options.
//
// All sides work on copies of the same database, give the same answers (compared byte by byte before anything is measured), and take turns in
// each round. All traffic stays on loopback; it ends only what it started. The figures are also stored in bench/results/ as JSON.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { writeDocs } from './docs.ts'
import { createPostgresEngine } from './engine-postgres.ts'
import { createSqliteEngine } from './engine-sqlite.ts'
import { measureHostile } from './hostile.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { killAll, type LoadGenerator, type Server, startLoadGenerator } from './processes.ts'
import { printHostile, printResults } from './report.ts'
import {
  type Comparison,
  GROWTH_GOAL,
  type Growth,
  joinResults,
  type Ratio,
  type Results,
  TWO_PROCESSES_GOAL,
} from './results.ts'
import { type Contestant, cpuRatio, type Measured, p99Ratio, ratio, takeTurns } from './rounds.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts'
import type { Dataset, Engine, Side } from './sides.ts'
import { median } from './statistics.ts'

const LONGEST_RUN_MS = 60 * 60_000
/** Quoin writes the audit log of reads up to 250 ms later, which is part of their cost. */
const SETTLE_MS = 300
/** Long enough for the compiler, which has much more to do for Quoin than for a bare server. */
const WARM_UP_SECONDS = 5
/** Rounds and their length for the other numbers of connections; the length also for the growth. */
const SHORT_ROUNDS = 3
const SHORT_SECONDS = 1
/** Sides that say something about the machine or the design, once. */
const MAIN_SIDES: readonly Side[] = ['again', 'each', 'ready']
/** Where the cost must not grow with the database. */
const LEVEL_SCENARIOS: readonly ScenarioName[] = ['get', 'list', 'filtered', 'create']
/** Their sizes hardly differ: in fewer rounds the noise of the machine would decide. */
const LEVEL_ROUNDS = 11
/** The requests to two servers on one database. */
const JOINED_SCENARIOS: readonly ScenarioName[] = ['get', 'create', 'mixed']
const STARTS = 3
/** Answers of a scenario that are compared. */
const COMPARED = 5

await main()

async function main(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it needs Linux')
  let options: BenchOptions
  try {
    options = readOptions()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
    return
  }
  if (options.is_hostile) return printHostile(await measureHostile(options, report))
  const results =
    options.from.length > 0
      ? joinResults(options.from.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results))
      : await measureAll(options)
  if (options.is_comparison) return report('the answers of all sides are the same')
  printResults(results)
  if (options.write_docs) writeDocs(results)
}

async function measureAll(options: BenchOptions): Promise<Results> {
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

  const results = emptyResults(options)
  const generator = startLoadGenerator()
  for (const name of options.engines) {
    const engine = { sqlite: createSqliteEngine, postgres: createPostgresEngine }[name](folder)
    try {
      await compareSides(engine, generator, options, results)
      if (engine.can_join && !options.is_quick && !options.is_comparison) await compareTwo(engine, generator, options, results)
      if (options.has_growth) await compareSizes(engine, generator, options, results)
      if (name === 'postgres') results.machine.postgres = await engine.version()
    } finally {
      await engine.end()
    }
  }
  await generator.stop()
  if (!options.is_comparison) save(results)
  return results
}

function emptyResults(options: BenchOptions): Results {
  const machine = {
    cpu: cpus()[0]!.model,
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    sqlite: process.versions['sqlite'] ?? '',
  }
  const { rounds, seconds } = options
  const nothing = { comparisons: [], growth: [], starts: [], memory: [], two_processes: [] }
  return { at: new Date().toISOString(), machine, options, rounds, seconds, ...nothing }
}

async function compareSides(engine: Engine, generator: LoadGenerator, options: BenchOptions, results: Results): Promise<void> {
  const dataset = await prepareDataset(engine, generator, options.invoices[options.invoices.length >> 1]!, options)
  const wanted = engine.sides.filter((side) => options.scenarios.some((name) => takesPart(side, scenarios[name], options)))
  const servers = new Map<Side, Server>()
  for (const side of wanted) servers.set(side, await engine.start(await engine.copy(dataset, side)))
  const created = new Map<Side, number>(wanted.map((side) => [side, 0]))
  const invoices_before = await countInvoices(servers, dataset)
  for (const name of options.scenarios) await compareAnswers(name, servers, dataset, options)
  if (options.is_comparison) return void (await Promise.all([...servers.values()].map((server) => server.stop())))
  for (const [place, connections] of options.connections.entries()) {
    for (const name of options.scenarios) {
      report(`${engine.name}, ${connections} connections: ${scenarios[name].title}`)
      const sides = wanted.filter(
        (side) => takesPart(side, scenarios[name], options) && (place === 0 || !MAIN_SIDES.includes(side)),
      )
      const contestants = sides.map((side) => contestantOf(servers.get(side)!, name, dataset, side))
      const measured = await takeTurns(generator, contestants, planOf(options, atMost(connections, name), place === 0))
      const by_side = new Map(sides.map((side, index) => [side, measured[index]!]))
      results.comparisons.push(comparisonOf(engine, dataset, connections, name, by_side))
      if (name === 'create') for (const [side, { answers }] of by_side) created.set(side, created.get(side)! + answers)
    }
  }
  await checkCreated(servers, dataset, invoices_before, created)
  for (const [side, server] of servers) {
    const { peak_rss_mb } = server.memory()
    results.memory.push({ engine: engine.name, side, invoices: dataset.invoices, peak_rss_mb })
    await server.stop()
  }
}

async function prepareDataset(
  engine: Engine,
  generator: LoadGenerator,
  invoices: number,
  options: BenchOptions,
): Promise<Dataset> {
  report(`${engine.name}: a database of ${invoices.toLocaleString('en')} invoices`)
  const dataset = await engine.dataset(invoices)
  for (const name of options.scenarios) {
    generator.prepare(requestsName(name, dataset), {
      headers: headersFor(dataset),
      requests: scenarios[name].requests(dataset),
    })
  }
  return dataset
}

function takesPart(side: Side, scenario: Scenario, options: BenchOptions): boolean {
  return scenario.sides.includes(side) && !(options.is_quick && (side === 'again' || side === 'ready'))
}

function contestantOf(server: Server, name: ScenarioName, dataset: Dataset, side: Side): Contestant {
  const is_quoin = side === 'Quoin' || side === 'again'
  return { servers: [server], requests: requestsName(name, dataset), settle_ms: is_quoin ? SETTLE_MS : 0 }
}

function atMost(connections: number, name: ScenarioName): number {
  return Math.min(connections, scenarios[name].most_connections ?? connections)
}

function requestsName(name: ScenarioName, { company }: Dataset): string {
  return `${name} of ${company.company_id}`
}

function planOf(options: BenchOptions, connections: number, is_main: boolean) {
  const { rounds, seconds } = options
  if (is_main) return { connections, rounds, seconds, warm_up_seconds: options.is_quick ? seconds : WARM_UP_SECONDS }
  const short = { rounds: Math.min(SHORT_ROUNDS, rounds), seconds: Math.min(SHORT_SECONDS, seconds) }
  return { connections, ...short, warm_up_seconds: short.seconds / 2 }
}

function comparisonOf(
  { name: engine }: Engine,
  { invoices }: Dataset,
  connections: number,
  scenario: ScenarioName,
  measured: Map<Side, Measured>,
): Comparison {
  const quoin = measured.get('Quoin')!
  const ratios: Comparison['ratios'] = {}
  for (const [side, other] of measured) {
    if (side === 'Quoin') continue
    const goal = scenarios[scenario].goals[engine]?.[side]
    const found: Ratio = { by_requests: ratio(quoin, other), by_cpu: cpuRatio(quoin, other), by_p99: p99Ratio(quoin, other) }
    ratios[side] = goal === undefined ? found : { ...found, goal }
  }
  return { engine, invoices, connections, scenario, sides: Object.fromEntries(measured), ratios }
}

/** Quoin on one database of each size; also how long it takes to start there. */
async function compareSizes(engine: Engine, generator: LoadGenerator, options: BenchOptions, results: Results): Promise<void> {
  const started: { dataset: Dataset; server: Server }[] = []
  for (const invoices of options.invoices) {
    const dataset = await prepareDataset(engine, generator, invoices, options)
    const copy = await engine.copy(dataset, 'Quoin')
    const ready_ms: number[] = []
    for (let start = 1; ; start++) {
      const server = await engine.start(copy)
      ready_ms.push(server.ready_ms)
      if (start === STARTS) {
        started.push({ dataset, server })
        break
      }
      await server.stop()
    }
    results.starts.push({ engine: engine.name, invoices, ready_ms: median(ready_ms) })
  }
  const connections = options.connections[0]!
  for (const name of options.scenarios.filter((name) => name !== 'mixed')) {
    report(`${engine.name}, all sizes: ${scenarios[name].title}`)
    const contestants = started.map(({ dataset, server }) => contestantOf(server, name, dataset, 'Quoin'))
    const rounds = LEVEL_SCENARIOS.includes(name) ? Math.max(LEVEL_ROUNDS, options.rounds) : options.rounds
    const short = { rounds, seconds: Math.min(SHORT_SECONDS, options.seconds) }
    const plan = { ...planOf(options, atMost(connections, name), true), ...short }
    const measured = await takeTurns(generator, contestants, plan)
    results.growth.push(growthOf(engine, connections, name, options.invoices, measured))
  }
  for (const { dataset, server } of started) {
    const { peak_rss_mb } = server.memory()
    results.memory.push({ engine: engine.name, side: 'Quoin', invoices: dataset.invoices, peak_rss_mb })
    await server.stop()
  }
}

/** Two servers on one database compared with one; the load is the same, spread over both. */
async function compareTwo(engine: Engine, generator: LoadGenerator, options: BenchOptions, results: Results): Promise<void> {
  const dataset = await prepareDataset(engine, generator, options.invoices[options.invoices.length >> 1]!, options)
  const copy = await engine.copy(dataset, 'Quoin')
  const servers = [await engine.start(copy), await engine.start(copy)]
  for (const name of options.scenarios.filter((name) => JOINED_SCENARIOS.includes(name))) {
    report(`${engine.name}, two servers: ${scenarios[name].title}`)
    const contestants = [servers.slice(0, 1), servers].map((servers) => ({
      servers,
      requests: requestsName(name, dataset),
      settle_ms: SETTLE_MS,
    }))
    const [one, two] = await takeTurns(generator, contestants, planOf(options, options.connections[0]!, true))
    results.two_processes.push({
      engine: engine.name,
      scenario: name,
      requests_per_second: { one: one!.requests_per_second, two: two!.requests_per_second },
      ratio: ratio(two!, one!),
      goal: TWO_PROCESSES_GOAL,
    })
  }
  for (const server of servers) await server.stop()
}

function growthOf(
  { name: engine }: Engine,
  connections: number,
  scenario: ScenarioName,
  invoices: readonly number[],
  measured: readonly Measured[],
): Growth {
  const [smallest, largest] = [measured[0]!, measured.at(-1)!]
  const p50_ratio = median(largest.rounds.map(({ p50_ms }, round) => p50_ms / smallest.rounds[round]!.p50_ms))
  const sizes = measured.map((one, index) => ({ invoices: invoices[index]!, measured: one }))
  const growth: Growth = { engine, connections, scenario, sizes, p50_ratio, cpu_ratio: cpuRatio(smallest, largest) }
  return LEVEL_SCENARIOS.includes(scenario) ? { ...growth, goal: GROWTH_GOAL } : growth
}

/** Throws unless every side gives the same bodies, except for what each side generates (ids, numbers, times). */
async function compareAnswers(
  name: ScenarioName,
  servers: Map<Side, Server>,
  dataset: Dataset,
  options: BenchOptions,
): Promise<void> {
  const scenario = scenarios[name]
  const sides = [...servers.keys()].filter((side) => takesPart(side, scenario, options))
  const requests = scenario.requests(dataset)
  const step = Math.ceil(requests.length / COMPARED)
  for (const request of requests.filter((_, index) => index % step === 0)) {
    const answers = await Promise.all(sides.map((side) => answerOf(servers.get(side)!, request, dataset)))
    const other = answers.findIndex((answer) => answer !== answers[0])
    if (other > 0) {
      throw new Error(`${scenario.title}: the answers differ\n  Quoin: ${answers[0]}\n  ${sides[other]}: ${answers[other]}`)
    }
  }
}

async function answerOf(server: Server, request: ReturnType<Scenario['requests']>[number], dataset: Dataset): Promise<string> {
  const { method, path, body } = request
  const headers = { ...headersFor(dataset), 'Content-Type': 'application/json' }
  const response = await fetch(server.url + path, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${server.name} answers ${response.status} to ${method} ${path}: ${text}`)
  if (method === 'GET') return text
  const made_up =
    method === 'POST' ? /"(id|invoice_number|public_token|created_at|updated_at)":"[^"]*"/g : /"(updated_at)":"[^"]*"/g
  return text.replace(made_up, '"$1":"…"')
}

async function countInvoices(servers: Map<Side, Server>, dataset: Dataset): Promise<Map<Side, number>> {
  const counts = new Map<Side, number>()
  for (const [side, { url }] of servers) {
    const path = `/v1/invoices?company_id=${dataset.company.company_id}&limit=1&offset=0`
    const response = await fetch(url + path, { headers: headersFor(dataset) })
    const { data } = (await response.json()) as { data: { pagination: { total: number } } }
    counts.set(side, data.pagination.total)
  }
  return counts
}

/** Throws when a side has fewer invoices than it has acknowledged: then it was fast at nothing. */
async function checkCreated(
  servers: Map<Side, Server>,
  dataset: Dataset,
  before: Map<Side, number>,
  created: Map<Side, number>,
): Promise<void> {
  const after = await countInvoices(servers, dataset)
  for (const [side, count] of created) {
    const missing = count - (after.get(side)! - before.get(side)!)
    if (missing > 0) throw new Error(`${side} acknowledged ${count} creates, ${missing} of them are not in its list`)
  }
}

function headersFor({ company }: Dataset): Record<string, string> {
  return { Authorization: `Bearer ${company.api_key}` }
}

function save(results: Results): void {
  const results_folder = join(import.meta.dirname, 'results')
  mkdirSync(results_folder, { recursive: true })
  const name = `${results.at.replaceAll(':', '-')}.json`
  writeFileSync(join(results_folder, name), `${JSON.stringify(results, null, 2)}\n`)
  report(`figures in bench/results/${name}`)
}

/** Progress, on standard error: standard output has only the tables. */
function report(line: string): void {
  process.stderr.write(`bench: ${line}\n`)
}
