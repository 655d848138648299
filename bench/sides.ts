// The contestants: the sides, their engines, and what an engine must provide to the benchmark.
import type { Setup } from '../server/src/operate/first-start.ts'
import type { Server } from './processes.ts'
import type { Seeded } from './seed.ts'

export const ENGINES = ['sqlite', 'postgres'] as const
export type EngineName = (typeof ENGINES)[number]

/**
 * `again` is Quoin once more, in a separate process: the difference between the two is the noise of the machine. `plain` is the bare limit
 * written in the obvious way; `each` the same with a commit for each write; `tuned` the bare limit at its fastest on Quoin's tables; `same` that
 * limit when it writes as many rows as Quoin; `ready` what remains when the JSON text of each row is stored next to it.
 */
export type Side = 'Quoin' | 'again' | 'plain' | 'each' | 'tuned' | 'same' | 'ready'

export const SIDE_NAMES: Record<Side, string> = {
  Quoin: 'Quoin',
  again: 'Quoin again',
  plain: 'bare, plain',
  each: 'bare, each commit by itself',
  tuned: 'bare, tuned',
  same: 'bare, tuned, same rows',
  ready: 'bare, answers kept as text',
}

/** A seeded company that sides get copies of. */
export interface Dataset {
  invoices: number
  company: Setup
  seeded: Seeded
}

/** A side's own copy of a data set. */
export interface Copy {
  dataset: Dataset
  side: Side
  /** The folder of its files. */
  folder: string
  /** The file, or the URL of the database. */
  database: string
}

export interface Engine {
  name: EngineName
  /** The sides that there are. */
  sides: readonly Side[]
  /** Whether several servers can work on one copy. */
  can_join: boolean
  /** Seeds a company of so many invoices, or takes it from the cache. */
  dataset(invoices: number): Promise<Dataset>
  /** Makes a side's own copy of the data. */
  copy(dataset: Dataset, side: Side): Promise<Copy>
  /** Starts a side on its copy, or another server of the same side. */
  start(copy: Copy): Promise<Server>
  version(): Promise<string>
  end(): Promise<void>
}
