// A database that tells of every statement that is run on it, for tests that look at the statements themselves.
import type { Database, Prepared, Tx, WriteTx } from '../../src/database/database.ts'

/** Told of a statement before it is run; `values` are those bound to it. */
export type OnStatement = (prepared: Prepared, values: readonly unknown[]) => void

/** The same database, which calls `onStatement` for each statement of its transactions. */
export function recordStatements(database: Database, onStatement: OnStatement): Database {
  const recorded = <T extends Tx>(tx: T): T =>
    new Proxy(tx, {
      get(target, name) {
        if (name === 'execute' || name === 'post') {
          return (prepared: Prepared, values: unknown[]) => {
            onStatement(prepared, [...values])
            const run = Reflect.get(target, name) as Tx['execute']
            return run.call(target, prepared, values)
          }
        }
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    engine: database.engine,
    is_exclusive: database.is_exclusive,
    read: (work) => database.read((tx) => work(recorded(tx))),
    readOne: (work) => database.readOne((tx) => work(recorded(tx))),
    write: (work, company_id) => database.write((tx: WriteTx) => work(recorded(tx)), company_id),
    atCommit: (hook) => database.atCommit((tx, items) => hook(recorded(tx), items)),
    onNotify: (listener) => database.onNotify(listener),
    version: () => database.version(),
    isHealthy: () => database.isHealthy(),
    close: () => database.close(),
  }
}
