// The figures of a run, as stored in bench/results/ and shown by report.ts.
import type { Measured } from './rounds.ts'
import type { ScenarioName } from './scenarios.ts'
import type { EngineName, Side } from './sides.ts'

/** A scenario, measured on all sides in the same rounds. */
export interface Comparison {
  engine: EngineName
  invoices: number
  connections: number
  scenario: ScenarioName
  sides: Partial<Record<Side, Measured>>
  /** Quoin compared with each other side; `by_cpu` is the same by CPU time. */
  ratios: Partial<Record<Side, Ratio>>
}

export interface Ratio {
  by_requests: number
  by_cpu: number
  /** Quoin's p99 divided by the other's; older runs have none. */
  by_p99?: number
  goal?: number
}

/** A scenario on Quoin alone, on databases of several sizes in the same rounds. */
export interface Growth {
  engine: EngineName
  connections: number
  scenario: ScenarioName
  sizes: { invoices: number; measured: Measured }[]
  /** How much longer the half of the requests take on the largest than on the smallest: the median of the rounds. */
  p50_ratio: number
  /** How much more CPU time. */
  cpu_ratio: number
  goal?: number
}

/** A start of Quoin on a database of that size, from the process to the ready line: the median of a few. */
export interface Start {
  engine: EngineName
  invoices: number
  ready_ms: number
}

/** The most memory that a server process held through all that was asked of it. */
export interface Memory {
  engine: EngineName
  side: Side
  invoices: number
  peak_rss_mb: number
}

/** Two server processes on one database compared with one. */
export interface TwoProcesses {
  engine: EngineName
  scenario: ScenarioName
  requests_per_second: { one: number; two: number }
  ratio: number
  goal: number
}

export interface Results {
  at: string
  machine: { cpu: string; cores: number; memory_gb: number; node: string; sqlite: string; postgres?: string }
  options: object
  rounds: number
  seconds: number
  comparisons: Comparison[]
  growth: Growth[]
  starts: Start[]
  memory: Memory[]
  two_processes: TwoProcesses[]
}

/** The figures of several runs as of one, at the moment of the last. */
export function joinResults(runs: readonly Results[]): Results {
  const last = runs.at(-1)!
  return {
    ...last,
    machine: Object.assign({}, ...runs.map(({ machine }) => machine)),
    seconds: Math.min(...runs.map(({ seconds }) => seconds)),
    comparisons: runs.flatMap(({ comparisons }) => comparisons),
    growth: runs.flatMap(({ growth }) => growth),
    starts: runs.flatMap(({ starts }) => starts),
    memory: runs.flatMap(({ memory }) => memory),
    two_processes: runs.flatMap(({ two_processes }) => two_processes),
  }
}

export const GROWTH_GOAL = 1.3
export const READY_GOAL_MS = 1_000
export const MEMORY_GOAL_MB = 300
export const TWO_PROCESSES_GOAL = 1.5
