// The command line of the benchmark.
import { parseArgs } from 'node:util'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'
import { ENGINES, type EngineName } from './sides.ts'

export const USAGE = `npm run bench -- [options]

  --quick                 SQLite, 10,000 invoices, 32 connections, short rounds: less than a minute
  --engine NAMES          sqlite, postgres                 (default: both)
  --invoices NUMBERS      sizes of the database            (default: 10000,100000,1000000)
  --scenario NAMES        ${SCENARIOS.join(', ')}
  --connections NUMBERS   (default: 32,1,256; the first is what the goals are about)
  --rounds N              rounds of the first number of connections (default: 5)
  --seconds N             of a turn                        (default: 1.5)
  --no-growth             leave out the comparison of sizes
  --compare               measure nothing: only hold the answers of all sides against each other
  --hostile               instead: what a neighbour feels while one organization does the worst of each kind
  --kind TEXT             of these only the kinds with the text in their name
  --write-docs            put the tables and the plot into bench/results.md and bench/results.svg
  --from FILES            measure nothing: take the figures of runs before, in bench/results/, as of one engine each

Several values are separated by commas. The sides are compared on the middle one of the sizes.`

export interface BenchOptions {
  is_quick: boolean
  engines: EngineName[]
  invoices: number[]
  scenarios: ScenarioName[]
  connections: number[]
  rounds: number
  seconds: number
  has_growth: boolean
  /** Only the answers of the sides are compared. */
  is_comparison: boolean
  is_hostile: boolean
  /** Part of the names of the hostile kinds to measure; empty for all. */
  kind: string
  write_docs: boolean
  from: string[]
}

/** Reads the command line; throws an Error with the line to show. */
export function readOptions(args = process.argv.slice(2)): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      engine: { type: 'string' },
      invoices: { type: 'string' },
      scenario: { type: 'string' },
      connections: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'no-growth': { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      hostile: { type: 'boolean', default: false },
      kind: { type: 'string', default: '' },
      'write-docs': { type: 'boolean', default: false },
      from: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) throw new Error(USAGE)
  const { quick } = values
  const invoices = readNumbers('--invoices', values.invoices ?? (quick ? '10000' : '10000,100000,1000000'), 1_000, 10_000_000)
  return {
    is_quick: quick,
    engines: readNames('--engine', values.engine ?? (quick ? 'sqlite' : ENGINES.join()), ENGINES),
    invoices: invoices.sort((a, b) => a - b),
    scenarios: readNames('--scenario', values.scenario ?? SCENARIOS.join(), SCENARIOS),
    connections: readNumbers('--connections', values.connections ?? (quick ? '32' : '32,1,256'), 1, 1_000),
    rounds: readNumber('--rounds', values.rounds ?? (quick ? '3' : '5'), 1, 100),
    seconds: readNumber('--seconds', values.seconds ?? (quick ? '0.3' : '1.5'), 0.1, 60),
    has_growth: !values['no-growth'] && !values.compare && invoices.length > 1,
    is_comparison: values.compare,
    is_hostile: values.hostile,
    kind: values.kind,
    write_docs: values['write-docs'],
    from: values.from?.split(',') ?? [],
  }
}

function readNames<const T extends string>(option: string, text: string, allowed: readonly T[]): T[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(allowed as readonly string[]).includes(name))
  if (unknown !== undefined) throw new Error(`${option}: ${unknown} is none of ${allowed.join(', ')}`)
  return names as T[]
}

function readNumbers(option: string, text: string, least: number, most: number): number[] {
  return text.split(',').map((part) => readNumber(option, part, least, most))
}

function readNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!(number >= least && number <= most)) throw new Error(`${option}: ${text} is not between ${least} and ${most}`)
  return number
}
