// Whether the backups that the server makes are made.
import type { BackupSettings } from '../backups/job.ts'
import { backupsIn } from '../backups/names.ts'
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
