// A database that reports every statement that is run on it, for tests about the statements themselves.
import type { ChangeTx, Database, Gathering, Prepared, Tx, WriteTx } from '../../src/sql/database.ts'

/** Called before a statement is run; `values` are those bound to it. */
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
        if (name === 'gather')
          return (gathering: Gathering<unknown>, item: unknown) => (target as unknown as WriteTx).gather(written(gathering), item)
        if (name === 'gathered')
          return (gathering: Gathering<unknown>) => (target as unknown as WriteTx).gathered(written(gathering))
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const gatherings = new Map<Gathering<unknown>, Gathering<unknown>>()
  /** The same gathering, with its statements reported. */
  const written = (gathering: Gathering<unknown>): Gathering<unknown> => {
    let known = gatherings.get(gathering)
    if (!known) {
      known = { ...gathering, write: (tx: ChangeTx, items, notify) => gathering.write(recorded(tx), items, notify) }
      gatherings.set(gathering, known)
    }
    return known
  }
  return {
    engine: database.engine,
    is_exclusive: database.is_exclusive,
    ...(database.segments && { segments: database.segments }),
    read: (work, organization_id, listed) => database.read((tx) => work(recorded(tx)), organization_id, listed),
    readOne: (work) => database.readOne((tx) => work(recorded(tx))),
    write: (work, company_id, organization_id) =>
      database.write((tx: WriteTx) => work(recorded(tx)), company_id, organization_id),
    atCommit: (hook) => database.atCommit((tx, items) => hook(recorded(tx), items)),
    onNotify: (listener) => database.onNotify(listener),
    version: () => database.version(),
    isAwaited: () => database.isAwaited(),
    state: () => database.state(),
    isHealthy: () => database.isHealthy(),
    close: () => database.close(),
  }
}
