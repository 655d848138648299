// Whether the backups that the server makes are made.
import { lookAtLog } from '../backups/follow.ts'
import type { BackupSettings } from '../backups/job.ts'
import { backupsIn } from '../backups/names.ts'
import { reachesOf } from '../backups/reach.ts'
import { openStore } from '../backups/store.ts'
import { type Finding, failed, ok } from './finding.ts'
import { ageText } from './machine.ts'

const HOUR_MS = 60 * 60 * 1000
/** A backup is made at the next full hour, and may take a while. */
const LATE_HOURS = 2

/** Checks the newest backup in the store of the settings, by the time in its name. */
export async function checkBackupStore({ place, every_hours }: BackupSettings, now_ms: number): Promise<Finding> {
  const look = 'quoin backups list shows them; the job backups.make in quoin jobs list says what went wrong.'
  let names: readonly string[]
  try {
    names = await (await openStore(place)).list()
  } catch (error) {
    return failed('backups', `Their store can't be read: ${(error as Error).message}.`, 'Check QUOIN_BACKUP_TO.')
  }
  const backups = backupsIn(names)
  const newest = backups[0]
  if (!newest) return failed('backups', 'There is none yet.', 'A running server makes one at its start. ' + look)
  const age_ms = now_ms - newest.made_ms
  const message = `The newest of ${backups.length} is ${ageText(age_ms)} old`
  return age_ms <= (every_hours + LATE_HOURS) * HOUR_MS ? ok('backups', message) : failed('backups', `${message}.`, look)
}

/** A segment is shipped within a second or two, where nothing is wrong. */
const LATE_MS = 30_000

/** Checks that the log is shipped: nothing waits for long, and a backup in the store is continued by it. Undefined: it is not to be shipped. */
export async function checkLogShipping(
  { database, place, ships_log }: BackupSettings,
  now_ms: number,
): Promise<Finding | undefined> {
  if (!ships_log) return undefined
  const log = lookAtLog(database.data_dir)
  if (!log)
    return failed('log shipping', 'No server has shipped the log of this data folder.', 'Start one with QUOIN_BACKUP_WAL=1.')
  const oldest_ms = log.waiting[0]?.until_ms ?? now_ms
  if (now_ms - oldest_ms > LATE_MS) {
    const message = `${log.waiting.length} segments wait since ${ageText(now_ms - oldest_ms)}.`
    return failed('log shipping', message, 'The log of the server says why they can not be shipped. Check QUOIN_BACKUP_TO.')
  }
  let to_ms: number | undefined
  try {
    const store = await openStore(place)
    const reaches = await reachesOf(store, await store.list())
    to_ms = reaches.find(({ link }) => link?.chain === log.chain)?.to_ms
  } catch (error) {
    return failed('log shipping', `The store can't be read: ${(error as Error).message}.`, 'Check QUOIN_BACKUP_TO.')
  }
  const advice = 'A running server does it by itself: its log says what went wrong.'
  if (to_ms === undefined) return failed('log shipping', 'No backup is continued by the log that is shipped.', advice)
  const at = `What can be restored ends at ${new Date(to_ms).toISOString()}`
  if (log.changed_ms - to_ms > LATE_MS) return failed('log shipping', `${at}, and the database was changed later.`, advice)
  return ok('log shipping', at)
}
