// Decides which of several processes on one database does the work that only one may do at a time.
import { randomUUID } from 'node:crypto'
import type { Database } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'

/** How often the holder shows that it lives, and how often the others look. */
const BEAT_MS = 1_000
/** The holder counts as gone when its row has not moved for this long, by the watching process's own clock. */
const GONE_AFTER_MS = 15_000
/** The holder stops before others can take over: so long after it last showed itself. */
const SURE_FOR_MS = 10_000

const find = statement<{ name: string }>()((db, p) =>
  db.selectFrom('leaderships').select(['holder', 'beat']).where('name', '=', p.name),
)
const claim = statement<{ name: string; holder: string }>()((db, p) =>
  db
    .insertInto('leaderships')
    .values({ name: p.name, holder: p.holder, beat: 1 })
    .onConflict((taken) => taken.column('name').doNothing()),
)
/** From one holder and beat to the next: of two that try, one changes the row. */
const pass = statement<{ name: string; from: string; beat: number; to: string; next: number }>()((db, p) =>
  db
    .updateTable('leaderships')
    .set({ holder: p.to, beat: p.next })
    .where('name', '=', p.name)
    .where('holder', '=', p.from)
    .where('beat', '=', p.beat),
)
const leave = statement<{ name: string; holder: string }>()((db, p) =>
  db.deleteFrom('leaderships').where('name', '=', p.name).where('holder', '=', p.holder),
)

export interface Leadership {
  /** Whether this process may do the work now. Work that it has started may end after it lost the leadership, and must do no harm then. */
  isHeld(): boolean
  /** Runs `work` each time this process becomes the leader; now, if it already is. When it throws, it is tried again. */
  onTaken(work: () => Promise<void>): Promise<void>
  /** Gives it up, for another to take at once. */
  stop(): Promise<void>
}

/** Where only one server can work on a database at all, it is the one. */
export const alwaysLeading: Leadership = { isHeld: () => true, onTaken: (work) => work(), stop: async () => {} }

/**
 * Competes for the leadership `name` as long as the process lives. No two clocks are compared: a watching process uses its own to see whether
 * the holder moves. `onError` is called when the database could not be asked; then it is tried again.
 */
export async function standForLeadership(
  database: Database,
  name: string,
  onError: (error: unknown) => void,
): Promise<Leadership> {
  if (database.is_exclusive) return alwaysLeading
  const candidate = new Candidate(database, name, onError)
  await candidate.turn()
  candidate.begin()
  return candidate
}

class Candidate implements Leadership {
  private readonly database: Database
  private readonly name: string
  private readonly onError: (error: unknown) => void
  private readonly id = randomUUID()
  private readonly works: (() => Promise<void>)[] = []
  private held_until = 0
  private watched = ''
  private watched_since = 0
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> = Promise.resolve()
  private is_stopped = false

  constructor(database: Database, name: string, onError: (error: unknown) => void) {
    this.database = database
    this.name = name
    this.onError = onError
  }

  isHeld(): boolean {
    return performance.now() < this.held_until
  }

  async onTaken(work: () => Promise<void>): Promise<void> {
    this.works.push(work)
    if (this.isHeld()) await work()
  }

  begin(): void {
    this.timer = setTimeout(() => {
      this.running = this.turn().finally(() => {
        if (!this.is_stopped) this.begin()
      })
    }, BEAT_MS)
    this.timer.unref()
  }

  /** Shows itself when it is the holder; else looks whether the holder is gone. */
  async turn(): Promise<void> {
    const was_held = this.isHeld()
    const now = performance.now()
    try {
      if (await this.tryToHold(now)) {
        this.held_until = now + SURE_FOR_MS
        if (!was_held) for (const work of this.works) await work()
      } else {
        this.held_until = 0
      }
    } catch (error) {
      // Not taken if the work that follows could not start: the next turn does it.
      if (!was_held) this.held_until = 0
      this.onError(error)
    }
  }

  async stop(): Promise<void> {
    this.is_stopped = true
    clearTimeout(this.timer)
    await this.running
    if (!this.isHeld()) return
    this.held_until = 0
    await this.database
      .write(async (tx) => leave.post(tx, { name: this.name, holder: this.id }))
      .catch((error) => this.onError(error))
  }

  private async tryToHold(now: number): Promise<boolean> {
    const { name, id } = this
    const row = await this.database.readOne((tx) => find.first(tx, { name }))
    if (!row) return (await this.database.write((tx) => claim.run(tx, { name, holder: id }))) === 1
    const seen = `${row.holder} ${row.beat}`
    if (row.holder !== id) {
      if (seen !== this.watched) {
        this.watched = seen
        // Not `now`: the answer may have taken long, and the holder may have moved right before it came.
        this.watched_since = performance.now()
      }
      if (now - this.watched_since < GONE_AFTER_MS) return false
    }
    const change = { name, from: row.holder, beat: row.beat, to: id, next: row.beat + 1 }
    return (await this.database.write((tx) => pass.run(tx, change))) === 1
  }
}
