// Lists read at hot standbys, exactly as the primary would show them: a company whose last write a standby has not replayed is read at the primary
// (decisions/051-read-replicas.md).
import { ApiError } from '../../kernel/errors.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Prepared, Tx } from '../../sql/database.ts'
import type { DatabaseObserver, ListedAt, PoolState, ReplicaState } from '../../sql/observer.ts'
import { IDENTITY } from './connection.ts'
import { NotAReplica } from './errors.ts'
import type { Pool } from './pool.ts'
import { Replica, WRITTEN } from './replica.ts'

const CHECK_EVERY_MS = 1_000

/**
 * The version of a row that each transaction of the company changes, with an event or without (`MARK` in group.ts). Its writer alone would do; a standby that
 * followed another primary could have one with the same number.
 */
const MARK: Prepared = {
  sql: "SELECT sequence || '/' || created_at || '/' || xmin AS mark, pg_is_in_recovery() AS is_standby FROM event_heads WHERE company_id = $1",
  returns_rows: true,
}
const WHICH: Prepared = { sql: `SELECT ${IDENTITY} AS identity`, returns_rows: true }

export interface ReplicasOptions {
  urls: readonly string[]
  limit: number
  timeout_ms: number
  observer: DatabaseObserver
  /** Connections to the primary: for marks, and for checks. */
  primary: Pool
  prober: Pool
  tell(line: string): void
}

/** A read of the lists of a company. */
interface Listing<T> {
  work(tx: Tx): Promise<T>
  organization_id: OrganizationId | undefined
  listed: CompanyId
}

/** The replicas of a database. They are used from `begin` on. */
export class Replicas {
  private readonly options: ReplicasOptions
  private replicas: readonly Replica[] = []
  private next = 0
  /** The marks that are being read for those who asked in one go. */
  private readonly asked = new Map<CompanyId, Promise<string | undefined>>()
  private timer: NodeJS.Timeout | undefined
  private checking: Promise<unknown> | undefined

  constructor(options: ReplicasOptions) {
    this.options = options
  }

  /** Checks all of them for the first time. Throws NotAReplica for one of another database: nothing but the configuration explains that. */
  async begin(): Promise<void> {
    const { urls, primary, limit, timeout_ms, observer, tell } = this.options
    const { identity: replica_of } = (await primary.executeOne(WHICH, [])).rows[0] as { identity: string }
    this.replicas = urls.map((url) => new Replica({ url, limit, timeout_ms, observer, replica_of, tell }))
    const problems = await this.check()
    const stranger = problems.find((problem) => problem instanceof NotAReplica && problem.why === 'other')
    if (stranger) throw stranger
    this.timer = setInterval(() => {
      this.checking ??= this.check().finally(() => {
        this.checking = undefined
      })
    }, CHECK_EVERY_MS)
    this.timer.unref()
  }

  /** Runs a read at a replica that has all that was committed for the company before; `atPrimary` runs it where there is none. */
  async read<T>({ work, organization_id, listed }: Listing<T>, atPrimary: () => Promise<T>): Promise<T> {
    const replica = this.pick()
    let place: ListedAt = 'away'
    if (replica) {
      const began_at = performance.now()
      const wanted = this.markOf(listed)
      try {
        const found = await replica.snapshots.read(async (tx) => {
          const [here, there] = await Promise.all([markIn(tx, listed), wanted])
          return here === undefined || here !== there ? undefined : { data: await work(tx) }
        }, organization_id)
        if (found) {
          this.options.observer.onListed?.('replica')
          return found.data
        }
        place = 'behind'
      } catch (error) {
        // What the work refuses, it would refuse there too. And what took too long here would most likely take as long.
        if (error instanceof ApiError && error.status < 500) throw error
        if (performance.now() - began_at >= this.options.timeout_ms) throw error
        place = 'failed'
      }
    }
    this.options.observer.onListed?.(place)
    return atPrimary()
  }

  state(): readonly ReplicaState[] {
    return this.replicas.map((replica) => replica.state())
  }

  /** The connections of all of them together. */
  poolState(): PoolState {
    const sum: PoolState = { name: 'replica', limit: 0, open: 0, busy: 0, waiting: 0 }
    for (const { limit, open, busy, waiting } of this.replicas.map((replica) => replica.poolState())) {
      sum.limit += limit
      sum.open += open
      sum.busy += busy
      sum.waiting += waiting
    }
    return sum
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.checking
    await Promise.all(this.replicas.map((replica) => replica.close()))
  }

  private check(): Promise<(Error | undefined)[]> {
    const written = async () => ((await this.options.prober.executeOne(WRITTEN, [])).rows[0] as { position: number }).position
    return Promise.all(this.replicas.map((replica) => replica.check(written)))
  }

  /** The next one that can be used, by turns. */
  private pick(): Replica | undefined {
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.next++ % this.replicas.length]!
      if (replica.is_used) return replica
    }
    return undefined
  }

  /** The company's mark at the primary, shared by those who ask in one go: none of them has learnt of a write that came after. */
  private markOf(company_id: CompanyId): Promise<string | undefined> {
    let mark = this.asked.get(company_id)
    if (!mark) {
      if (this.asked.size === 0) process.nextTick(() => this.asked.clear())
      mark = this.options.primary.executeOne(MARK, [company_id]).then(({ rows }) => markOfRow(rows, false))
      // Where the replica fails first, nobody waits for it.
      mark.catch(() => {})
      this.asked.set(company_id, mark)
    }
    return mark
  }
}

/** A company's mark in the snapshot of a replica: undefined if it has none yet, or the server is not a standby any more. */
async function markIn(tx: Tx, company_id: CompanyId): Promise<string | undefined> {
  return markOfRow((await tx.execute(MARK, [company_id])).rows, true)
}

function markOfRow(rows: unknown[], of_standby: boolean): string | undefined {
  const [row] = rows as { mark: string; is_standby: boolean }[]
  return row?.is_standby === of_standby ? row.mark : undefined
}
