// One connection to the embedded database: prepared statements, and rows as objects.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { ChangeTx, Prepared } from '../../sql/database.ts'
import type { DatabaseObserver } from '../../sql/observer.ts'
import { rowMaker } from '../row-maker.ts'

/** A prepared statement and how its rows become objects. */
interface Ready {
  statement: StatementSync
  toRow: ((values: unknown[]) => object) | undefined
}

/** A connection and its prepared statements. */
export class Connection implements ChangeTx {
  readonly engine = 'sqlite'
  readonly sqlite: DatabaseSync
  private readonly statements = new Map<Prepared, Ready>()

  constructor(sqlite: DatabaseSync, observer: DatabaseObserver = {}) {
    this.sqlite = sqlite
    const { slow_ms, onSlow } = observer
    if (slow_ms === undefined || !onSlow) return
    // Replaced only where statements are measured: all others pay nothing for it.
    const measured = <Args extends unknown[], Result>(run: (prepared: Prepared, ...more: Args) => Result) => {
      return (prepared: Prepared, ...more: Args): Result => {
        const began_at = performance.now()
        try {
          return run.call(this, prepared, ...more)
        } finally {
          const ms = performance.now() - began_at
          if (ms > slow_ms) onSlow(prepared.sql, ms)
        }
      }
    }
    this.start = measured(this.start)
    this.run = measured(this.run)
  }

  async execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    return this.start(prepared, values)
  }

  /** Runs a statement; the driver is done with it when this returns. */
  start(prepared: Prepared, values: unknown[]): { rows: unknown[]; affected: number } {
    const { statement, toRow } = this.statements.get(prepared) ?? this.prepare(prepared)
    for (let index = 0; index < values.length; index++) {
      const value = values[index]
      // SQLite has no booleans.
      if (typeof value === 'boolean') values[index] = value ? 1 : 0
    }
    const bound = values as SQLInputValue[]
    if (!toRow) return { rows: [], affected: Number(statement.run(...bound).changes) }
    const rows: unknown[] = statement.all(...bound)
    for (let index = 0; index < rows.length; index++) rows[index] = toRow(rows[index] as unknown[])
    return { rows, affected: 0 }
  }

  post(prepared: Prepared, values: unknown[]): void {
    this.start(prepared, values)
  }

  /** Runs a statement without parameters, like `BEGIN`. */
  run(prepared: Prepared): void {
    const { statement } = this.statements.get(prepared) ?? this.prepare(prepared)
    statement.run()
  }

  private prepare(prepared: Prepared): Ready {
    const statement = this.sqlite.prepare(prepared.sql)
    const ready: Ready = { statement, toRow: undefined }
    if (prepared.returns_rows) {
      statement.setReturnArrays(true)
      ready.toRow = rowMaker(statement.columns().map((column) => column.name))
    }
    this.statements.set(prepared, ready)
    return ready
  }
}
