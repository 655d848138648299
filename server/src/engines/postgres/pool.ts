// The connections of one purpose: taken alone for a transaction, or shared for single statements.

import { unavailable } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/fair-queue.ts'
import type { Prepared } from '../../sql/database.ts'
import type { PoolName, PoolState } from '../../sql/observer.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { asUnavailable } from './errors.ts'

/** How long a transaction waits for a connection before it is refused. */
const WAIT_MS = 5_000
const SILENCE_CHECK_MS = 500
/** How long after the server refused one more connection it is asked again, while there are others. */
const REFUSED_MS = 500

/** The owner of taken connections; the service's own work, for no organization, has no name. */
type Owner = string
const OWN: Owner = ''

interface Waiting {
  owner: Owner
  resolve(connection: Connection): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

export interface PoolOptions extends ConnectionOptions {
  name: PoolName
  /** The most connections that it opens. */
  limit: number
}

/**
 * At most `limit` connections to the database at its address, opened when needed and replaced when lost. No owner has more than half of
 * them, and waiting owners take turns.
 */
export class Pool {
  private readonly options: PoolOptions
  private readonly name: PoolName
  private readonly limit: number
  /** Connections that no transaction has. */
  private readonly free = new Set<Connection>()
  private readonly all = new Set<Connection>()
  private readonly waiting = new FairQueue<Waiting>()
  /** How many each owner has. */
  private readonly taken = new Map<Owner, number>()
  private opening = 0
  private open_again_at = 0
  private is_closed = false
  private readonly watch: NodeJS.Timeout

  constructor(options: PoolOptions) {
    this.options = options
    this.name = options.name
    this.limit = options.limit
    this.watch = setInterval(() => {
      if (options.timeout_ms === undefined) return
      const silent = [...this.all].filter((connection) => connection.endIfSilent())
      // The idle ones were lost the same way: no request should have to wait to find that out.
      if (silent.length > 0) for (const connection of [...this.free]) if (connection.in_flight === 0) connection.destroy()
    }, SILENCE_CHECK_MS)
    this.watch.unref()
  }

  /** A connection for one transaction; return it with `give`. Throws 503 when none is free in time or the server can't be reached. */
  async take(owner = OWN): Promise<Connection> {
    const free = this.mayTake(owner) ? this.leastBusy() : undefined
    if (!free) return this.wait(owner)
    this.hand(free, owner)
    return free
  }

  /** Takes a connection back from its owner; its running statements come before new ones. */
  give(connection: Connection, owner = OWN): void {
    const count = this.taken.get(owner)! - 1
    if (count > 0) this.taken.set(owner, count)
    else this.taken.delete(owner)
    if (!connection.is_lost) this.free.add(connection)
    this.serve()
  }

  /** Runs one statement outside of a transaction, behind the statements of others if no connection is idle. */
  async executeOne(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    const free = this.leastBusy()
    const connection = free ?? (await this.wait(OWN))
    const answer = connection.execute(prepared, values)
    if (!free) this.give(connection)
    try {
      return await answer
    } catch (error) {
      throw asUnavailable(error, connection.is_lost)
    }
  }

  /** Opens a connection now, so that the first request need not; throws the driver's error. */
  async warm(): Promise<void> {
    this.free.add(await this.open())
  }

  /** Ends all connections at once, and refuses those who wait for one: their server must not be used, or does not answer. */
  drop(): void {
    for (const connection of [...this.all]) connection.destroy()
    this.refuseWaiting(unavailable())
  }

  state(): PoolState {
    const { name, limit, all, free, waiting } = this
    return { name, limit, open: all.size, busy: all.size - free.size, waiting: waiting.length }
  }

  async close(): Promise<void> {
    this.is_closed = true
    clearInterval(this.watch)
    this.refuseWaiting(unavailable())
    await Promise.all([...this.all].map((connection) => connection.end()))
  }

  /** The free connection with the fewest running statements; when all have some, a new one is opened for later callers. */
  private leastBusy(): Connection | undefined {
    let best: Connection | undefined
    for (const connection of this.free) {
      if (connection.in_flight === 0) return connection
      if (!best || connection.in_flight < best.in_flight) best = connection
    }
    if (best) this.openOneMore()
    return best
  }

  private mayTake(owner: Owner): boolean {
    return owner === OWN || (this.taken.get(owner) ?? 0) < Math.ceil(this.limit / 2)
  }

  private hand(connection: Connection, owner: Owner): void {
    this.free.delete(connection)
    this.taken.set(owner, (this.taken.get(owner) ?? 0) + 1)
  }

  /** Gives free connections to waiting callers. */
  private serve(): void {
    while (this.waiting.length > 0 && this.free.size > 0) {
      const next = this.waiting.shift((owner) => this.mayTake(owner))
      if (!next) return
      clearTimeout(next.timer)
      const connection = this.leastBusy()!
      this.hand(connection, next.owner)
      next.resolve(connection)
    }
  }

  private wait(owner: Owner): Promise<Connection> {
    if (this.is_closed) return Promise.reject(unavailable())
    const began_at = performance.now()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.remove(owner, waiting)
        this.options.observer.onWait?.(this.name, performance.now() - began_at)
        reject(unavailable())
      }, WAIT_MS)
      const given = (connection: Connection) => {
        this.options.observer.onWait?.(this.name, performance.now() - began_at)
        resolve(connection)
      }
      const waiting: Waiting = { owner, resolve: given, reject, timer }
      this.waiting.push(owner, waiting)
      this.openOneMore()
    })
  }

  private openOneMore(): void {
    if (this.is_closed || this.opening > 0 || this.all.size >= this.limit) return
    if (this.all.size > 0 && performance.now() < this.open_again_at) return
    this.open().then(
      (connection) => {
        this.free.add(connection)
        this.serve()
        if (this.waiting.length > 0) this.openOneMore()
      },
      (error) => {
        this.open_again_at = performance.now() + REFUSED_MS
        // As long as there are other connections, waiting callers get one of them.
        if (this.all.size === 0) this.refuseWaiting(asUnavailable(error, true))
      },
    )
  }

  private refuseWaiting(error: unknown): void {
    for (const { reject, timer } of this.waiting.takeAll()) {
      clearTimeout(timer)
      reject(error)
    }
  }

  private async open(): Promise<Connection> {
    this.opening++
    try {
      const connection = await Connection.open(this.options, (lost) => {
        this.free.delete(lost)
        if (this.all.delete(lost) && this.waiting.length > 0) this.openOneMore()
      })
      if (this.is_closed) await connection.end()
      if (connection.is_lost) throw unavailable()
      this.all.add(connection)
      return connection
    } finally {
      this.opening--
    }
  }
}
