// Up to when a backup can be restored with the segments of the log that continue it.
import { CannotOpen } from '../../sql/database.ts'
import { type Backup, backupsIn } from './names.ts'
import type { BackupStore } from './store.ts'
import { type StoredSegment, segmentsFrom } from './stored-segments.ts'

/** A backup and the segments to put into it. */
export interface Reach {
  name: string
  chain: string
  segments: StoredSegment[]
  /** Everything committed before is in it. */
  to_ms: number
  /** Segments are there that can't be used, because this one before them is missing, or there twice. */
  missing: number | undefined
}

/** A backup as it was made. */
const aloneOf = ({ name, made_ms, link }: Backup): Reach => ({
  name,
  chain: link?.chain ?? '',
  segments: [],
  to_ms: made_ms,
  missing: undefined,
})

/**
 * How far a backup can be restored, to `at_ms` at most. Undefined where that is before the backup was complete. Segments that end before the
 * backup does would take back what it has: then it is the backup alone.
 */
async function reachOf(store: BackupStore, backup: Backup, at_ms?: number): Promise<Reach | undefined> {
  const { made_ms, link } = backup
  const is_late = at_ms !== undefined && made_ms > at_ms
  if (is_late) return undefined
  const alone = aloneOf(backup)
  if (!link) return alone
  const all = await segmentsFrom(store, link.chain, link.from)
  const wrong = all.findIndex(({ number }, index) => number !== link.from + index || all[index + 1]?.number === number)
  const whole = wrong === -1 ? all : all.slice(0, wrong)
  const late = at_ms === undefined ? -1 : whole.findIndex(({ until_ms }) => until_ms > at_ms)
  const segments = late === -1 ? whole : whole.slice(0, late)
  const is_behind_gap = wrong !== -1 && (at_ms === undefined || all[wrong]!.until_ms <= at_ms)
  const missing = is_behind_gap ? link.from + wrong : undefined
  const last = segments.at(-1)
  if ((last?.number ?? link.from - 1) >= link.through)
    return { ...alone, segments, to_ms: Math.max(made_ms, last?.until_ms ?? 0), missing }
  return at_ms === undefined ? { ...alone, missing } : undefined
}

/** The reach of each backup of a store, the newest first. Of each chain, only the newest backup is asked how far it goes: the others go as far. */
export async function reachesOf(store: BackupStore, names: readonly string[]): Promise<(Backup & { to_ms: number })[]> {
  const ends = new Map<string, number>()
  const backups = backupsIn(names)
  for (const backup of backups) {
    const { link } = backup
    if (link && !ends.has(link.chain)) ends.set(link.chain, (await reachOf(store, backup))!.to_ms)
  }
  return backups.map((backup) => ({
    ...backup,
    to_ms: Math.max(backup.made_ms, (backup.link && ends.get(backup.link.chain)) ?? 0),
  }))
}

/**
 * Chooses what to restore: the backup that goes furthest, to `at_ms` at most; or the one with a name, which without a time is meant as it was made.
 * Undefined where there is none. Throws CannotOpen where a segment is missing among those that are there: what is behind it can't be restored, and
 * less than there was is not restored unasked.
 */
export async function chooseReach(
  store: BackupStore,
  names: readonly string[],
  { backup, at_ms }: { backup: string | undefined; at_ms: number | undefined },
): Promise<Reach | undefined> {
  const backups = backupsIn(names).filter(({ name }) => backup === undefined || name === backup)
  if (backup !== undefined && at_ms === undefined) return backups[0] && aloneOf(backups[0])
  const tried = new Set<string>()
  let best: Reach | undefined
  for (const one of backups) {
    // An older one of the same chain goes no further than a newer one that can be used.
    const chain = one.link?.chain ?? ''
    if (tried.has(chain)) continue
    const reach = await reachOf(store, one, at_ms)
    if (!reach) continue
    tried.add(chain)
    if (!best || reach.to_ms > best.to_ms) best = reach
  }
  if (best?.missing !== undefined)
    throw new CannotOpen(
      `Segment ${best.missing} of the log is missing or there twice (quoin-${best.chain}.log), and those after it are there: with --at ${new Date(best.to_ms).toISOString()} everything before it is restored`,
    )
  return best
}
