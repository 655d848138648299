// The time that deliveries are due by: it never goes back, not with the machine's clock and not from one process to the next.

import type { Clock } from '../../kernel/clock.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import { readSteadyClock, writeSteadyClock } from './delivery-repository.ts'

/** It is written down when it has moved by so much. */
const STEP_MS = 1_000

/** A clock that takes the machine's time when it starts and then only counts: whatever is set, it neither jumps nor stops. */
export function createSteadyClock(clock: Clock): Clock {
  const offset = clock.now_ms() - performance.now()
  return { now_ms: () => Math.round(offset + performance.now()) }
}

/** The steady clock of a process, moved on to where those before it were. */
export class SteadyTime {
  private readonly database: Database
  private readonly steadyClock: Clock
  private offset_ms = 0
  private written_ms = 0
  private probing: Promise<void> | undefined

  constructor(database: Database, steadyClock: Clock) {
    this.database = database
    this.steadyClock = steadyClock
  }

  now_ms(): number {
    return this.steadyClock.now_ms() + this.offset_ms
  }

  /** Continues from the stored time: the machine's clock may have been set back since, due times were not. */
  async catchUp(): Promise<void> {
    const written = await this.database.read(readSteadyClock)
    this.offset_ms = Math.max(this.offset_ms, written - this.steadyClock.now_ms())
  }

  /** Writes it down in a transaction, whatever was written before. */
  write(tx: WriteTx): void {
    writeSteadyClock(tx, this.now_ms())
  }

  /** Writes it down when it is time. */
  async keep(): Promise<void> {
    if (this.now_ms() - this.written_ms >= STEP_MS) await this.probe()
  }

  /** Writes it down now. The row is of no company: so this fails when the database takes no writes at all, and not for the fault of one. */
  probe(): Promise<void> {
    this.probing ??= this.save().finally(() => {
      this.probing = undefined
    })
    return this.probing
  }

  private async save(): Promise<void> {
    const now = this.now_ms()
    await this.database.write(async (tx) => writeSteadyClock(tx, now))
    this.written_ms = now
  }
}
