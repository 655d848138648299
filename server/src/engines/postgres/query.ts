// One run of a prepared statement on the driver's connection. The driver's own asks for the columns of the result at each run, copies its
// configuration, and makes every row twice; this one asks once a connection, and makes the object that the caller gets.
import pg from 'pg'
import type { Prepared } from '../../sql/database.ts'
import { rowMaker } from '../row-maker.ts'

/** The name of a statement on connections, and how its rows become objects. The same for all connections. */
interface Named {
  name: string
  columns: { parsers: ((text: string) => unknown)[]; toRow: (values: unknown[]) => object } | undefined
}

const named = new WeakMap<Prepared, Named>()
let names = 0

function nameOf(prepared: Prepared): Named {
  let known = named.get(prepared)
  if (!known) {
    // Without a name it is planned again each time, for the values at hand; one with a name soon for any, as if few rows matched.
    known = { name: prepared.is_planned_by_values ? '' : `q${++names}`, columns: undefined }
    named.set(prepared, known)
  }
  return known
}

const asIs = (text: string) => text
const asFlag = (text: string) => text === 't'
const WHOLE_NUMBER = 20
const NUMERIC = 1700
const BOOLEAN = 16
const SMALL = [21, 23, 700, 701]

/** How values come out of their text form. Whole numbers are within ±2^53 by the limits of the service; sums of them are `numeric`. */
function parserOf(type: number): (text: string) => unknown {
  if (type === WHOLE_NUMBER || type === NUMERIC || SMALL.includes(type)) return Number
  return type === BOOLEAN ? asFlag : asIs
}

const toText = (value: unknown) => (value === null || typeof value === 'string' ? value : String(value))

/** The parts of the driver's connection that are used here. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  stream: { write(bytes: Buffer): unknown }
  bind(message: { portal: string; statement: string; values: unknown[]; valueMapper(value: unknown): string | null }): void
}

/** The driver's class with the members that are replaced; in a pipeline it takes no other. */
const DriverQuery = pg.Query as unknown as new (text: string) => { prepare(wire: Wire): void }

/** `Execute` of all rows, and `Sync` behind it, in the words of the protocol. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])

/** Runs `prepared` when it is given to the driver's `query`; then `callback` is called with an error, or without one and with this. */
export class PreparedQuery extends DriverQuery {
  /** The rows, as objects. */
  readonly found: object[] = []
  name: string
  readonly text: string
  readonly values: unknown[]
  readonly callback: (error: Error | null, query: PreparedQuery) => void
  /** PostgreSQL's command tag: `UPDATE 3`, `COMMIT`. */
  private tag = ''
  private readonly known: Named
  private readonly returns_rows: boolean

  constructor(prepared: Prepared, values: unknown[], callback: (error: Error | null, query: PreparedQuery) => void) {
    super('')
    this.known = nameOf(prepared)
    this.name = this.known.name
    this.text = prepared.sql
    this.returns_rows = prepared.returns_rows
    this.values = values
    this.callback = callback
  }

  /** The word of the answer, and how many rows it says were changed. */
  get outcome(): { command: string; affected: number } {
    const words = this.tag.split(' ')
    return { command: words[0]!, affected: words.length > 1 ? Number(words.at(-1)) : 0 }
  }

  override prepare(wire: Wire): void {
    const { parsedStatements, submittedNamedStatements } = wire
    const is_parsed = parsedStatements[this.name] !== undefined
    // Sent under its name by a statement that is not answered yet: if that one fails, say in a transaction that was given up, there is no such
    // name, and this one would fail for it. It goes without a name.
    if (!is_parsed && submittedNamedStatements[this.name] !== undefined) this.name = ''
    if (!is_parsed || (this.returns_rows && !this.known.columns)) {
      // The driver's way, once on each connection: after a migration a new one may have other columns.
      super.prepare(wire)
      return
    }
    wire.bind({ portal: '', statement: this.name, values: this.values, valueMapper: toText })
    wire.stream.write(EXECUTE_AND_SYNC)
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.known.columns = {
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      toRow: rowMaker(fields.map(({ name }) => name)),
    }
  }

  handleDataRow({ fields: values }: { fields: unknown[] }): void {
    if (!this.returns_rows) return
    const { parsers, toRow } = this.known.columns!
    for (let index = 0; index < parsers.length; index++) {
      const text = values[index]
      if (text !== null) values[index] = parsers[index]!(text as string)
    }
    this.found.push(toRow(values))
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.tag = text
  }

  handleReadyForQuery(): void {
    this.callback(null, this)
  }
}
