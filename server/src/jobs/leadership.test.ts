// Who leads, played through on a clock of its own: processes that stand still, answers that come late or never, thousands of times.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import type { Database, Prepared, WriteTx } from '../sql/database.ts'
import { type Leadership, standForLeadership } from './leadership.ts'

const SEEDS = process.env['QUOIN_TEST_LONG'] ? 2_000 : 30
const SIMULATED_MS = 150_000
/** By when somebody leads again after the one who led was killed: 15 s of standing still, a beat to see it, and slow answers. */
const LONGEST_TAKEOVER_MS = 60_000

/** The time of the simulation; `performance.now` and the timers of the code under test follow it. */
let now = 0
let queue: { at: number; order: number; run: () => void; of: Process | undefined }[] = []
let order = 0
/** The process whose code runs: timers that it sets are its own. */
let running: Process | undefined

interface Process {
  /** Nothing of it runs before this moment. */
  stands_still_until: number
  is_dead: boolean
}

function at(time: number, run: () => void, of?: Process): () => void {
  const entry = { at: time, order: ++order, run, of }
  queue.push(entry)
  return () => {
    queue = queue.filter((other) => other !== entry)
  }
}

/** Runs what is due, moment by moment, until `end`; `look` is called after each. */
async function play(end: number, look: () => void): Promise<void> {
  for (;;) {
    let next: (typeof queue)[number] | undefined
    for (const entry of queue) {
      // What belongs to a process that stands still waits for it.
      if (entry.of && entry.at < entry.of.stands_still_until) entry.at = entry.of.stands_still_until
      if (!next || entry.at < next.at || (entry.at === next.at && entry.order < next.order)) next = entry
    }
    if (!next || next.at > end) break
    queue.splice(queue.indexOf(next), 1)
    now = Math.max(now, next.at)
    running = next.of
    if (!running?.is_dead) next.run()
    for (let turn = 0; turn < 30; turn++) await Promise.resolve()
    running = undefined
    look()
  }
  now = end
}

/** The row of the leadership, and connections to it that are slow, and sometimes lose the question or the answer. */
class Row {
  row: { holder: string; beat: number } | undefined

  connect(process: Process, random: () => number): Database {
    const ask = <T>(work: (tx: WriteTx) => Promise<T>, run: (statement: Prepared, values: unknown[]) => unknown) =>
      new Promise<T>((resolve, reject) => {
        const slow = () => (random() < 0.1 ? random() * 9_000 : random() * 20)
        const there = slow()
        const back = slow()
        const fate = random()
        const lost = () => at(now + 9_000, () => reject(new Error('no answer')), process)
        if (fate < 0.05) return void lost()
        // On the server: it runs whatever has become of the process meanwhile.
        at(now + there, () => {
          const tx = {
            engine: 'postgres',
            execute: async (statement: Prepared, values: unknown[]) => run(statement, values),
            post: run,
          } as unknown as WriteTx
          const done = work(tx)
          if (fate < 0.1) return void lost()
          at(now + back, () => done.then(resolve, reject), process)
        })
      })
    const run = (statement: Prepared, values: unknown[]) => this.run(statement, values)
    return {
      is_exclusive: false,
      readOne: (work: (tx: WriteTx) => Promise<unknown>) => ask(work, run),
      write: (work: (tx: WriteTx) => Promise<unknown>) => ask(work, run),
    } as unknown as Database
  }

  private run({ sql }: Prepared, values: unknown[]): { rows: unknown[]; affected: number } {
    if (sql.startsWith('select')) return { rows: this.row ? [{ ...this.row }] : [], affected: 0 }
    if (sql.startsWith('insert')) {
      if (this.row) return { rows: [], affected: 0 }
      this.row = { holder: values[1] as string, beat: values[2] as number }
      return { rows: [], affected: 1 }
    }
    if (sql.startsWith('update')) {
      const [holder, beat, , from, seen] = values as [string, number, string, string, number]
      if (this.row?.holder !== from || this.row.beat !== seen) return { rows: [], affected: 0 }
      this.row = { holder, beat }
      return { rows: [], affected: 1 }
    }
    throw new Error(`unexpected: ${sql}`)
  }
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31
}

describe('leadership', () => {
  beforeEach(() => {
    now = 1_000
    queue = []
    mock.method(performance, 'now', () => now)
    mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => {
      at(now + ms, run, running)
      return { unref() {} }
    })
  })
  afterEach(() => mock.restoreAll())

  test(`is never with two processes, and never without one for long: ${SEEDS} histories of four processes`, async (context) => {
    let changes = 0
    let longest_without = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      now = 1_000
      queue = []
      const random = randomFrom(seed * 7_919)
      const row = new Row()
      const processes: (Process & { leadership?: Leadership })[] = []
      for (let index = 0; index < 4; index++) {
        const process: (typeof processes)[number] = { stands_still_until: 0, is_dead: false }
        processes.push(process)
        at(now, () => start(process, row, random), process)
      }
      let last: unknown
      let last_at = now
      const look = () => {
        const leading = processes.filter(({ leadership, is_dead }) => !is_dead && leadership?.isHeld())
        assert.ok(leading.length <= 1, `seed ${seed}: ${leading.length} lead at ${now}`)
        if (leading.length === 0) return
        longest_without = Math.max(longest_without, now - last_at)
        last_at = now
        if (leading[0] !== last) changes++
        last = leading[0]
      }
      for (let moment = 20_000; moment < SIMULATED_MS; moment += 10_000 + random() * 30_000) {
        at(moment, () => {
          const leading = processes.find(({ leadership, is_dead }) => !is_dead && leadership?.isHeld())
          const victim = random() < 0.7 && leading ? leading : processes[Math.floor(random() * 4)]!
          victim.stands_still_until = now + random() * 40_000
        })
      }
      await play(SIMULATED_MS, look)
      // And when who leads is killed, another follows.
      for (const process of processes) process.stands_still_until = 0
      const leading = processes.find(({ leadership }) => leadership?.isHeld())
      if (leading) leading.is_dead = true
      const killed_at = now
      await play(now + LONGEST_TAKEOVER_MS, look)
      assert.ok(last_at > killed_at, `seed ${seed}: nobody follows`)
    }
    context.diagnostic(`${changes} changes of leadership; without one for ${(longest_without / 1000).toFixed(1)} s at most`)
    assert.ok(changes > SEEDS)
  })
})

function start(process: Process & { leadership?: Leadership }, row: Row, random: () => number): void {
  const database = row.connect(process, random)
  void standForLeadership(database, 'x', () => {}).then((leadership) => {
    process.leadership = leadership
  })
}
