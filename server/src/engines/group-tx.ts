// What the transactions that share a commit have in common: the connection, and what they gather in memory to be written once for all of them.
import type { ChangeTx, Engine, Gathering, Prepared, WriteTx } from '../sql/database.ts'

/**
 * Tables that no list of a read replica reads: their changes, such as outcomes of jobs and rounds of deliveries, need not be marked
 * (decisions/051-read-replicas.md).
 */
export const NOT_LISTED: ReadonlySet<string> = new Set(['jobs', 'webhook_deliveries', 'webhook_endpoints'])
/** The end of a company's order of events: its row says which transaction of the company was the last. */
const HEADS = 'event_heads'

/** The items of one gathering. Those from `own_from` on belong to the current transaction. */
interface Pile {
  items: unknown[]
  own_from: number
}

/**
 * The transaction that a group of parts runs in, one after the other, on a connection. Engines call `beginPart` before each, `undoPart` when one
 * failed, and `writeGathered` before the commit.
 *
 * What is gathered is undone with its part by forgetting it, which costs nothing: a part that is refused before it has run a change
 * (`has_changed`) leaves no trace in the database, and needs no savepoint.
 */
export class GroupTx implements WriteTx {
  readonly engine: Engine
  deferred: unknown[] = []
  topics: string[] = []
  /** Whether the part under way has changed the database. */
  has_changed = false
  /** The first error of a statement that was posted behind a write of gathered items. */
  fault: unknown
  /** Whether rows have changed that lists show, and whether the company's last event has moved with them. */
  private has_changed_lists = false
  private has_moved_head = false
  private readonly connection: ChangeTx
  private readonly piles = new Map<Gathering<unknown>, Pile>()
  /** The tables that no statement may name before what is gathered has been written. */
  private readonly waiting = new Set<string>()
  /** While gathered items are being written, other statements wait in a queue; this is its end. */
  private queue: Promise<void> | undefined
  private part: PartTx | undefined
  private deferred_from = 0
  private topics_from = 0

  constructor(connection: ChangeTx) {
    this.engine = connection.engine
    this.connection = connection
  }

  execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    if (!prepared.is_select) this.noteChange(prepared.tables)
    if (this.isWaitedFor(prepared)) this.startWriting()
    return this.queue
      ? this.standInLine(() => this.connection.execute(prepared, values))
      : this.connection.execute(prepared, values)
  }

  post(prepared: Prepared, values: unknown[]): void {
    this.noteChange(prepared.tables)
    if (this.isWaitedFor(prepared)) this.startWriting()
    if (!this.queue) this.connection.post(prepared, values)
    // Its error is kept by the queue.
    else this.standInLine(async () => this.connection.post(prepared, values)).catch(() => {})
  }

  gather<T>(gathering: Gathering<T>, item: T): void {
    this.pileOf(gathering).items.push(item)
    for (const table of gathering.tables) this.waiting.add(table)
  }

  gathered<T>(gathering: Gathering<T>): readonly T[] {
    return this.pileOf(gathering).items as T[]
  }

  defer(item: unknown): void {
    this.deferred.push(item)
  }

  notify(topic: string): void {
    this.topics.push(topic)
  }

  /** Whether the transaction, once all is written, has changed rows that lists show, without an event: replicas could not tell that it is missing. */
  get is_unmarked(): boolean {
    return this.has_changed_lists && !this.has_moved_head
  }

  /** Starts the next part and returns its transaction. Everything added from now on belongs to it. */
  beginPart(): WriteTx {
    this.endJob()
    this.has_changed = false
    this.deferred_from = this.deferred.length
    this.topics_from = this.topics.length
    for (const pile of this.piles.values()) pile.own_from = pile.items.length
    this.part = new PartTx(this)
    return this.part
  }

  /** Drops what the current part has added; the engine undoes its changes in the database. */
  undoPart(): void {
    this.endJob()
    this.fault = undefined
    this.deferred.length = this.deferred_from
    this.topics.length = this.topics_from
    for (const pile of this.piles.values()) pile.items.length = pile.own_from
  }

  /** Waits for a write under way and for everything queued behind it: none of it may run after the transaction. */
  async idle(): Promise<void> {
    while (this.queue) await this.queue
  }

  /** Writes everything gathered, and waits for what is queued behind a write under way. Throws the first error of either. */
  async writeGathered(): Promise<void> {
    await this.idle()
    if (this.fault === undefined) await this.write()
    if (this.fault !== undefined) throw this.fault
  }

  private noteChange(tables: readonly string[] | undefined): void {
    this.has_changed = true
    this.has_changed_lists ||= tables === undefined || tables.some((table) => !NOT_LISTED.has(table))
  }

  private endJob(): void {
    if (this.part) this.part.is_over = true
  }

  private pileOf(gathering: Gathering<never>): Pile {
    let pile = this.piles.get(gathering as Gathering<unknown>)
    if (!pile) {
      pile = { items: [], own_from: 0 }
      this.piles.set(gathering as Gathering<unknown>, pile)
    }
    return pile
  }

  /** Whether a statement would see or reference rows that are not written yet. A statement with unknown tables might. */
  private isWaitedFor({ tables }: Prepared): boolean {
    if (this.waiting.size === 0) return false
    return tables === undefined || tables.some((table) => this.waiting.has(table))
  }

  private startWriting(): void {
    if (this.queue) void this.standInLine(() => this.write()).catch(() => {})
    else this.setQueue(this.write())
  }

  /** Runs something when all that is in the queue has been run. */
  private standInLine<R>(run: () => Promise<R>): Promise<R> {
    const done = this.queue!.then(() => {
      // Behind an error the transaction is lost: nothing of it may look done.
      if (this.fault !== undefined) throw this.fault
      return run()
    })
    this.setQueue(done)
    return done
  }

  private setQueue(last: Promise<unknown>): void {
    const queue = last.then(
      () => {},
      (error) => {
        this.fault ??= error
      },
    )
    this.queue = queue
    void queue.then(() => {
      if (this.queue === queue) this.queue = undefined
    })
  }

  /** Gatherings that read the rows of others come last. */
  private async write(): Promise<void> {
    const piles = [...this.piles].filter(([, { items }]) => items.length > 0)
    this.waiting.clear()
    const taken = piles.map(([gathering, pile]) => {
      if (pile.items.length > pile.own_from) this.has_changed = true
      if (gathering.tables.includes(HEADS)) this.has_moved_head = true
      else if (gathering.tables.some((table) => !NOT_LISTED.has(table))) this.has_changed_lists = true
      const items = pile.items
      pile.items = []
      pile.own_from = 0
      return { gathering, items }
    })
    for (const is_last of [false, true]) {
      const written = taken.filter(({ gathering }) => (gathering.is_last ?? false) === is_last)
      const outcomes = await Promise.allSettled(
        written.map(({ gathering, items }) => gathering.write(this.connection, items, (topic) => this.notify(topic))),
      )
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    }
  }
}

/**
 * The transaction of one part, valid until the part is over. If work waits for several statements at once, one may fail before the others are
 * done: what would continue then belongs to no part any more, and must not end up in the next one.
 */
class PartTx implements WriteTx {
  readonly engine: Engine
  is_over = false
  private readonly group: GroupTx

  constructor(group: GroupTx) {
    this.engine = group.engine
    this.group = group
  }

  execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    return this.is_over ? Promise.reject(new Error('The transaction is over')) : this.group.execute(prepared, values)
  }

  post(prepared: Prepared, values: unknown[]): void {
    if (!this.is_over) this.group.post(prepared, values)
  }

  gather<T>(gathering: Gathering<T>, item: T): void {
    if (!this.is_over) this.group.gather(gathering, item)
  }

  gathered<T>(gathering: Gathering<T>): readonly T[] {
    return this.group.gathered(gathering)
  }

  defer(item: unknown): void {
    if (!this.is_over) this.group.defer(item)
  }

  notify(topic: string): void {
    if (!this.is_over) this.group.notify(topic)
  }
}
