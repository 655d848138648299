// The segments of the log that are in a store: which there are, and which are not needed any more.
import type { Backup } from './names.ts'
import { chainFile, chainsIn, readSegmentName, SEGMENTS_PER_FOLDER, type SegmentName, segmentFolder } from './segments.ts'
import type { BackupStore } from './store.ts'

export interface StoredSegment extends SegmentName {
  /** Its name in the store, with its folder. */
  name: string
}

/** The segments of a chain from a number on, in their order. */
export async function segmentsFrom(store: BackupStore, chain: string, from: number): Promise<StoredSegment[]> {
  const found: StoredSegment[] = []
  for (let number = from; ; number += SEGMENTS_PER_FOLDER) {
    const there = await segmentsNear(store, chain, number)
    if (there.length === 0) break
    found.push(...there)
  }
  return found.filter(({ number }) => number >= from).sort((one, other) => one.number - other.number)
}

/** The segments in the folder of a number. */
async function segmentsNear(store: BackupStore, chain: string, number: number): Promise<StoredSegment[]> {
  const folder = segmentFolder(chain, number)
  return (await store.list(folder)).flatMap((file) => {
    const read = readSegmentName(file)
    return read ? [{ ...read, name: `${folder}/${file}` }] : []
  })
}

/**
 * Removes the segments that no backup needs once those in `outdated` are removed: those before the first of a chain's others, and whole chains. The
 * newest chain stays, its backup may be under way. Call it before the backups are removed: they say where the segments are.
 */
export async function removeSegments(
  store: BackupStore,
  names: readonly string[],
  backups: Backup[],
  outdated: Backup[],
): Promise<void> {
  const chains = chainsIn(names)
  for (const chain of chains) {
    const froms = (of: Backup[]) => of.flatMap(({ link }) => (link?.chain === chain ? [link.from] : []))
    const kept = froms(backups.filter((backup) => !outdated.includes(backup)))
    if (kept.length === 0 && chain === chains.at(-1)) continue
    const first = Math.min(...froms(backups), Number.MAX_SAFE_INTEGER)
    const needed_from = kept.length === 0 ? undefined : Math.min(...kept)
    if (needed_from !== undefined && froms(outdated).length === 0) continue
    await removeBefore(store, chain, first === Number.MAX_SAFE_INTEGER ? 1 : first, needed_from)
    if (needed_from === undefined) await store.remove([chainFile(chain)])
  }
}

/** Removes the segments around `start` in both directions, as far as there are any, and before `needed_from`. */
async function removeBefore(
  store: BackupStore,
  chain: string,
  start: number,
  needed_from = Number.POSITIVE_INFINITY,
): Promise<void> {
  const folder = start - (start % SEGMENTS_PER_FOLDER)
  for (const step of [SEGMENTS_PER_FOLDER, -SEGMENTS_PER_FOLDER]) {
    for (let number = step > 0 ? folder : folder + step; number >= 0 && number < needed_from; number += step) {
      const there = await segmentsNear(store, chain, number)
      if (there.length === 0) break
      await store.remove(there.filter((one) => one.number < needed_from).map(({ name }) => name))
    }
  }
}
