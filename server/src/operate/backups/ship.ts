// Brings the segments that a follower has written into the store, in their order.
import { createReadStream, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Follower, WaitingSegment } from './follow.ts'
import { backupsIn } from './names.ts'
import { pack } from './pack.ts'
import { chainFile, segmentFolder, segmentName } from './segments.ts'
import type { BackupStore } from './store.ts'
import { segmentsFrom } from './stored-segments.ts'

/** Segments that wait at most: a store that can't be reached longer gets a new backup instead, once it can be. */
const MOST_WAITING_BYTES = 1024 ** 3

const ABOUT = 'A chain of segments of the log of a Quoin database. quoin restore reads them; leave them to quoin.\n'

export class Shipper {
  /** What the store has can be restored up to here: later commits may not be in it. */
  shipped_ms = Date.now()
  /** Why the last try failed. */
  problem: string | undefined
  /** Too much waited: nothing is read until the store can be reached. */
  is_paused = false
  private readonly follower: Follower
  private readonly store: BackupStore
  private readonly recipient: string | undefined
  private readonly scratch: string
  private readonly most_waiting_bytes: number
  private readonly onBaseNeeded: (chain: string) => void
  /** The chain that the store was asked about. */
  private checked: string | undefined
  /** The chain that has a backup in the store. */
  private based: string | undefined
  private running: Promise<void> | undefined

  /**
   * `folder` takes drafts. `onBaseNeeded` is called when no backup in the store is continued by a chain. `most_waiting_bytes` is how much waits at
   * most.
   */
  constructor(
    follower: Follower,
    store: BackupStore,
    recipient: string | undefined,
    {
      folder,
      onBaseNeeded,
      most_waiting_bytes = MOST_WAITING_BYTES,
    }: { folder: string; onBaseNeeded: (chain: string) => void; most_waiting_bytes?: number },
  ) {
    this.follower = follower
    this.store = store
    this.recipient = recipient
    this.scratch = folder
    this.onBaseNeeded = onBaseNeeded
    this.most_waiting_bytes = most_waiting_bytes
  }

  get waiting_bytes(): number {
    return this.follower.waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** A backup that the chain continues is in the store. */
  hasBase(chain: string): void {
    this.based = chain
  }

  /** Ships what waits, as far as it goes; what fails is tried again by the next call. */
  ship(): Promise<void> {
    this.running ??= this.shipAll()
      .then(
        () => {
          this.problem = undefined
        },
        (error: Error) => {
          const { message, cause } = error
          this.problem = cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
        },
      )
      .finally(() => {
        this.running = undefined
      })
    return this.running
  }

  /** Drops what waits if it is too much. */
  limit(): void {
    if (this.is_paused || this.waiting_bytes <= this.most_waiting_bytes) return
    this.follower.begin('more waits for the store than the data folder may hold')
    this.is_paused = true
  }

  private async shipAll(): Promise<void> {
    if (this.is_paused) await this.store.list()
    this.is_paused = false
    while (this.checked !== this.follower.chain) await this.check()
    for (;;) {
      const { read_ms, chain } = this.follower
      const segment = this.follower.waiting[0]
      if (!segment) {
        if (this.based === chain) this.shipped_ms = read_ms
        return
      }
      await this.put(chain, segment)
      this.follower.shipped(segment)
    }
  }

  private async put(chain: string, segment: WaitingSegment): Promise<void> {
    const { recipient } = this
    const packed = join(this.scratch, 'packed')
    await pack(createReadStream(segment.path), 'zst', recipient, packed)
    const name = `${segmentFolder(chain, segment.number)}/${segmentName(segment)}.zst${recipient === undefined ? '' : '.age'}`
    await this.store.put(name, packed)
    rmSync(packed, { force: true })
  }

  /** Whether the store has everything before what waits, and nothing else of the chain; if not, it is given up. */
  private async check(): Promise<void> {
    const { chain, waiting, number } = this.follower
    const first = waiting[0]?.number ?? number + 1
    const names = await this.store.list()
    if (first > 1) {
      const ours = new Set(waiting.map(segmentName))
      const stored = await segmentsFrom(this.store, chain, first - 1)
      const is_ours = stored.every((segment) => segment.number < first || ours.has(segmentName(segment)))
      if (chain === this.follower.chain && !(stored[0]?.number === first - 1 && is_ours))
        return this.follower.begin('the store does not have what was shipped')
    }
    if (chain !== this.follower.chain) return
    if (!names.includes(chainFile(chain))) {
      const draft = join(this.scratch, 'about')
      writeFileSync(draft, ABOUT, { mode: 0o600 })
      await this.store.put(chainFile(chain), draft)
      rmSync(draft, { force: true })
    }
    this.checked = chain
    if (backupsIn(names).some(({ link }) => link?.chain === chain)) this.based = chain
    else this.onBaseNeeded(chain)
  }
}
