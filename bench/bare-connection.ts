// A connection of the bare server on PostgreSQL: prepared statements, pipelined.
import pg from 'pg'
import type { Values } from './bare-text.ts'

const BOOLEAN = 16
const WHOLE_NUMBER = 20

const types = {
  getTypeParser(oid: number): (text: string) => unknown {
    if (oid === WHOLE_NUMBER) return Number
    return oid === BOOLEAN ? (text) => text === 't' : (text) => text
  },
}

/** Runs a prepared statement; several may be under way. */
export type Run = (sql: string, values?: unknown[]) => Promise<Values[]>

/** Connects; statements run before that wait for it. */
export function connect(url: string): Run {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  void client.connect()
  const names = new Map<string, string>()
  return (text, values = []) => {
    let name = names.get(text)
    if (name === undefined) names.set(text, (name = `s${names.size}`))
    return new Promise((resolve, reject) => {
      const query = { name, text, values, rowMode: 'array', types } as pg.QueryArrayConfig
      void client.query(query, (error: Error | null, result: pg.QueryArrayResult) =>
        error ? reject(error) : resolve(result.rows as Values[]),
      )
    })
  }
}

const TYPES: Record<string, string> = { number: 'bigint', boolean: 'boolean' }

/** One statement for any number of rows: an array a column. */
export function insertAll(run: Run, table: string, rows: readonly object[]): Promise<unknown> {
  const columns = Object.keys(rows[0]!)
  const arrays = columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column]))
  const places = columns.map((_, index) => {
    const type = TYPES[typeof arrays[index]![0]] ?? 'text'
    return `$${index + 1}::${type}[]`
  })
  return run(`INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${places.join(', ')})`, arrays)
}
