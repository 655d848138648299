// The figures of a run as tables of text: for the terminal and for bench/results.md.

import { HOSTILE_GOAL, type Hostile } from './hostile.ts'
import { type Comparison, type Growth, MEMORY_GOAL_MB, READY_GOAL_MS, type Results } from './results.ts'
import { cpuRatio, type Measured, ratio } from './rounds.ts'
import { scenarios } from './scenarios.ts'
import { type EngineName, SIDE_NAMES, type Side } from './sides.ts'

/** A table: its head, its rows, and which columns are numbers. */
export interface Table {
  title: string
  head: string[]
  rows: string[][]
}

const ENGINE_NAMES: Record<EngineName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export function printResults(results: Results): void {
  console.log(`\n${machineLine(results)}`)
  for (const table of tablesOf(results)) printTable(table)
  console.log(`\n${noiseLines(results).join('\n')}`)
}

/** The effect on a neighbour, one table per engine. */
export function printHostile(found: readonly Hostile[]): void {
  for (const engine of new Set(found.map((one) => one.engine))) {
    printTable({
      title: `A neighbour's p99 on ${ENGINE_NAMES[engine]}, quiet and while one organization does the worst of a kind (goal: below ${HOSTILE_GOAL} ×)`,
      head: ['Kind', 'GET quiet', 'loud', '×', 'create quiet', 'loud', '×', 'answers/s', 'refused/s', 'memory'],
      rows: found
        .filter((one) => one.engine === engine)
        .map(({ kind, get, create, answers, refused, rss_mb }) => [
          kind,
          ...[get, create].flatMap(({ quiet_ms, loud_ms, ratio }) => [
            `${quiet_ms.toFixed(1)} ms`,
            `${loud_ms.toFixed(1)} ms`,
            ratio.toFixed(1),
          ]),
          ...[answers, refused].map((count) => Math.round(count).toLocaleString('en')),
          `${Math.round(rss_mb)} MB`,
        ]),
    })
  }
}

/** All tables of a run, by engine. */
export function tablesOf(results: Results): Table[] {
  const engines = [...new Set(results.comparisons.map(({ engine }) => engine))]
  return engines
    .flatMap((engine) => [
      ...comparisonTables(results, engine),
      growthTable(results, engine),
      startTable(results, engine),
      twoProcessesTable(results, engine),
    ])
    .filter(({ rows }) => rows.length > 0)
}

export function machineLine({ at, machine, rounds, seconds }: Results): string {
  const { cpu, cores, memory_gb, node, sqlite, postgres } = machine
  const engines = `SQLite ${sqlite}${postgres ? `, PostgreSQL ${postgres}` : ''}`
  return `${at.slice(0, 10)}: ${cpu}, ${cores} cores for server and load, ${memory_gb} GB; Node.js ${node}, ${engines}; medians of ${rounds} paired rounds of ${seconds} s`
}

/** The difference of an identical side measured twice: smaller differences mean nothing. */
export function noiseLines(results: Results): string[] {
  return results.comparisons.flatMap(({ engine, scenario, sides }) => {
    const { Quoin, again } = sides
    if (!Quoin || !again) return []
    const rounds = Quoin.rounds.map((one, round) => one.requests_per_second / again.rounds[round]!.requests_per_second)
    const range = `${share(Math.min(...rounds))} to ${share(Math.max(...rounds))}`
    const medians = `median ${share(ratio(Quoin, again))}, by CPU time ${share(cpuRatio(Quoin, again))}`
    return [`Noise: ${scenarios[scenario].title} on ${ENGINE_NAMES[engine]}, Quoin beside Quoin: ${range} (${medians})`]
  })
}

function comparisonTables(results: Results, engine: EngineName): Table[] {
  const of_engine = results.comparisons.filter((comparison) => comparison.engine === engine)
  const connections = [...new Set(of_engine.map((comparison) => comparison.connections))]
  return connections.map((number) => {
    const comparisons = of_engine.filter((comparison) => comparison.connections === number)
    const invoices = comparisons[0]!.invoices
    return {
      title: `${ENGINE_NAMES[engine]}, ${count(invoices)} invoices, ${number} connection${number === 1 ? '' : 's'}`,
      head: ['', '', 'requests/s', 'CPU ms', 'p50 ms', 'p99 ms', 'spread', 'Quoin’s share', 'by CPU', 'Quoin’s p99', 'goal'],
      rows: comparisons.flatMap(comparisonRows),
    }
  })
}

function comparisonRows({ scenario, sides, ratios }: Comparison): string[][] {
  return (Object.entries(sides) as [Side, Measured][]).map(([side, measured], place) => {
    const found = ratios[side]
    return [
      place === 0 ? scenarios[scenario].title : '',
      SIDE_NAMES[side],
      ...figuresOf(measured),
      share(measured.spread),
      found ? found.by_requests.toFixed(2) : '',
      found ? found.by_cpu.toFixed(2) : '',
      found?.by_p99 === undefined ? '' : `${found.by_p99.toFixed(1)} ×`,
      found?.goal === undefined ? '' : judge(found.by_requests >= found.goal, `≥ ${found.goal}`),
    ]
  })
}

function growthTable({ growth }: Results, engine: EngineName): Table {
  const of_engine = growth.filter((one) => one.engine === engine)
  const sizes = of_engine[0]?.sizes ?? []
  return {
    title: `${ENGINE_NAMES[engine]}, growth: Quoin alone, ${of_engine[0]?.connections} connections, p50 in ms by the number of invoices`,
    head: ['', ...sizes.map(({ invoices }) => count(invoices)), 'largest / smallest', 'by CPU', 'goal'],
    rows: of_engine.map(growthRow),
  }
}

function growthRow({ scenario, sizes, p50_ratio, cpu_ratio, goal }: Growth): string[] {
  return [
    scenarios[scenario].title,
    ...sizes.map(({ measured }) => milliseconds(measured.p50_ms)),
    p50_ratio.toFixed(2),
    cpu_ratio.toFixed(2),
    goal === undefined ? '' : judge(p50_ratio <= goal, `≤ ${goal}`),
  ]
}

function startTable({ starts, memory }: Results, engine: EngineName): Table {
  const ready = starts
    .filter((start) => start.engine === engine)
    .map(({ invoices, ready_ms }) => [
      `Ready with ${count(invoices)} invoices`,
      `${count(ready_ms)} ms`,
      judge(ready_ms < READY_GOAL_MS, `< ${count(READY_GOAL_MS)} ms`),
    ])
  const held = memory
    .filter((one) => one.engine === engine && (one.side === 'Quoin' || one.side === 'tuned'))
    .map(({ side, invoices, peak_rss_mb }) => [
      `Most memory (RSS), ${SIDE_NAMES[side]}, ${count(invoices)} invoices`,
      `${count(peak_rss_mb)} MB`,
      side === 'Quoin' ? judge(peak_rss_mb < MEMORY_GOAL_MB, `< ${MEMORY_GOAL_MB} MB`) : '',
    ])
  return { title: `${ENGINE_NAMES[engine]}, start and memory`, head: ['', '', 'goal'], rows: [...ready, ...held] }
}

function twoProcessesTable({ two_processes }: Results, engine: EngineName): Table {
  return {
    title: `${ENGINE_NAMES[engine]}, two server processes on one database`,
    head: ['', 'one, requests/s', 'two, requests/s', 'two / one', 'goal'],
    rows: two_processes
      .filter((one) => one.engine === engine)
      .map(({ scenario, requests_per_second: { one, two }, ratio, goal }) => [
        scenarios[scenario].title,
        count(one),
        count(two),
        ratio.toFixed(2),
        judge(ratio >= goal, `≥ ${goal}`),
      ]),
  }
}

function figuresOf({ requests_per_second, cpu_ms_per_request, p50_ms, p99_ms }: Measured): string[] {
  return [count(requests_per_second), cpu_ms_per_request.toFixed(3), milliseconds(p50_ms), milliseconds(p99_ms)]
}

function judge(is_reached: boolean, goal: string): string {
  return `${goal}: ${is_reached ? 'reached' : 'missed'}`
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1)
}

function share(value: number): string {
  return `${Math.round(value * 100)} %`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function printTable({ title, head, rows }: Table): void {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  console.log(`\n${title}\n`)
  for (const line of lines) {
    const cells = line.map((cell, column) => (isNumber(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
    console.log(cells.join('  ').trimEnd())
  }
}

function isNumber(cell: string): boolean {
  return /^[\d.,]+( %| ms| MB)?$/.test(cell)
}
