// The lines of an export, pure: how they are written, and what is checked when they are read (decisions/014-export-format.md).
//
//   {"format":"quoin-export","version":1,"schema":["0001_schema",…],"organization":null}
//   {"table":"organizations","columns":{"id":"text","name":"text","created_at":"text"}}
//   ["org_…","Moreno","2026-11-28T01:45:15.622Z"]
//   …
//   {"rows":{"organizations":1,…},"sha256":"…"}
import type { ColumnType } from '../../sql/columns.ts'
import type { Row, TransferTable } from './tables.ts'

const FORMAT = 'quoin-export'
const VERSION = 1

/** An export or import that can't be: the message is the one line that the person at the terminal reads. */
export class TransferFault extends Error {}

/** The first line. `organization`: the only one that the export holds, null for all. */
export interface Header {
  schema: readonly string[]
  organization: string | null
}

/** The last line: the rows of each table, and the SHA-256 of all bytes before it. */
export interface Trailer {
  rows: Record<string, number>
  sha256: string
}

/** Each of the following ends without the line break. */
export const headerLine = ({ schema, organization }: Header) =>
  JSON.stringify({ format: FORMAT, version: VERSION, schema, organization })
export const tableLine = ({ name, columns }: TransferTable) => JSON.stringify({ table: name, columns })
export const trailerLine = ({ rows, sha256 }: Trailer) => JSON.stringify({ rows, sha256 })

/** A row as a line. Its values are the same from either engine. */
export function rowLine(table: TransferTable, row: Row): string {
  const values: unknown[] = []
  for (const column in table.columns) {
    values.push(table.cleared?.includes(column) ? null : written(table.columns[column]!, row[column]))
  }
  return JSON.stringify(values)
}

function written(type: ColumnType, value: unknown): unknown {
  if (value === null || type.startsWith('text')) return value
  return type.startsWith('boolean') ? Boolean(value) : Number(value)
}

/** A line as it was parsed: an object, or the values of a row. */
export type ParsedLine = Record<string, unknown> | unknown[]

/** Throws TransferFault for anything but a JSON object or array. */
export function parseLine(text: string, line: number): ParsedLine {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as ParsedLine
  } catch {}
  throw new TransferFault(`Line ${line} is damaged: it is no line of an export`)
}

/** Reads the first line. Throws TransferFault when it is not that of an export which this program can read. */
export function readHeader(text: string): Header {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {}
  const { format, version, schema, organization } = (value ?? {}) as Record<string, unknown>
  if (format !== FORMAT) throw new TransferFault('This is no export of Quoin: one that was packed has to be unpacked first')
  if (version !== VERSION) {
    throw new TransferFault(`This export has version ${JSON.stringify(version)} of the format, and this program reads ${VERSION}`)
  }
  const is_schema = Array.isArray(schema) && schema.every((name) => typeof name === 'string')
  if (is_schema && (organization === null || typeof organization === 'string')) return { schema, organization }
  throw new TransferFault('Line 1 is damaged: it names no schema')
}

/** Throws TransferFault unless the export was made at the schema of this database. */
export function checkSchema(exported: readonly string[], own: readonly string[]): void {
  if (exported.length === own.length && exported.every((name, index) => name === own[index])) return
  const newer = exported.find((name) => !own.includes(name))
  const missing = own.find((name) => !exported.includes(name))
  const difference = newer
    ? `it has ${newer}, which this database does not: import it with the Quoin that it was made by`
    : `it is without ${missing ?? 'the order of this one'}: update the Quoin that it comes from, and export again`
  throw new TransferFault(`The export was made at another schema than this database has: ${difference}`)
}

/** Throws TransferFault unless the line starts the part of the table that is expected here, with its columns. */
export function checkTableLine(
  parsed: ParsedLine,
  expected: TransferTable | undefined,
  known: ReadonlySet<string>,
  line: number,
) {
  const { table, columns } = parsed as Record<string, unknown>
  if (typeof table !== 'string' || typeof columns !== 'object' || columns === null) {
    throw new TransferFault(`Line ${line} is damaged: it is neither a row nor the begin of a table nor the end`)
  }
  if (!known.has(table)) throw new TransferFault(`Line ${line}: Quoin has no table ${JSON.stringify(table)}`)
  if (table !== expected?.name) {
    throw new TransferFault(`Line ${line}: ${table} stands where ${expected?.name ?? 'the end'} should`)
  }
  const given = columns as Record<string, unknown>
  const own = expected.columns
  const unknown = Object.keys(given).find((column) => !Object.hasOwn(own, column))
  if (unknown !== undefined) throw new TransferFault(`Line ${line}: the table ${table} has no column ${JSON.stringify(unknown)}`)
  const different = Object.keys(own).find((column) => given[column] !== own[column])
  if (different !== undefined) throw new TransferFault(`Line ${line}: the column ${table}.${different} is not ${own[different]}`)
  if (Object.keys(given).join() !== Object.keys(own).join()) {
    throw new TransferFault(`Line ${line}: the columns of ${table} are in another order`)
  }
}

/** The row of a line. Throws TransferFault when a value is missing, too many, or not of its column's type. */
export function readRow(table: TransferTable, values: readonly unknown[], line: number): Row {
  const row: Row = {}
  let index = 0
  for (const column in table.columns) {
    const value = values[index++]
    if (!isOf(table.columns[column]!, value)) {
      const what = index > values.length ? 'is missing' : `is not ${table.columns[column]}`
      throw new TransferFault(`Line ${line}: ${table.name}.${column} ${what}`)
    }
    row[column] = value
  }
  if (values.length === index) return row
  throw new TransferFault(`Line ${line}: ${table.name} has ${index} columns, and this row has ${values.length}`)
}

function isOf(type: ColumnType, value: unknown): boolean {
  if (value === null) return type.endsWith('?')
  switch (type[0]) {
    case 't':
      return typeof value === 'string'
    case 'i':
      return Number.isSafeInteger(value)
    case 'r':
      return Number.isFinite(value)
    default:
      return typeof value === 'boolean'
  }
}

/** Throws TransferFault unless the last line matches what was read. */
export function checkTrailer(parsed: Record<string, unknown>, read: Trailer): void {
  const rows = (parsed['rows'] ?? {}) as Record<string, unknown>
  const names = new Set([...Object.keys(read.rows), ...Object.keys(rows)])
  const different = [...names].find((name) => rows[name] !== read.rows[name])
  if (different !== undefined) {
    const [said, found] = [rows[different] ?? 'none', read.rows[different] ?? 'none']
    throw new TransferFault(`The export was altered: its last line says ${said} rows of ${different}, and it has ${found}`)
  }
  if (parsed['sha256'] !== read.sha256)
    throw new TransferFault('The export was altered: its SHA-256 is not the one in its last line')
}
