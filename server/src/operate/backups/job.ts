// The job that makes backups at their times.
import { defineJob, type JobKind } from '../../jobs/job-kind.ts'
import { makeInProcess } from './in-process.ts'
import type { BackupOrder, MadeBackup } from './make.ts'
import { backupsIn } from './names.ts'
import { openStore } from './store.ts'

/** The settings of scheduled backups. */
export interface BackupSettings extends Omit<BackupOrder, 'now_ms'> {
  /** Hours from one backup to the next. */
  every_hours: number
  /** Whether the write-ahead log is shipped to the same place (SQLite). */
  ships_log?: boolean
}

/** Makes a backup now; the signal ends it. */
export type MakeBackup = (now_ms: number, signal: AbortSignal) => Promise<MadeBackup>

const HOUR_MS = 60 * 60 * 1000
/** The job runs each hour, and at a start: one that is due within a minute is made now. */
const EARLY_MS = 60_000

/**
 * Makes the job: at each full hour, and when a process starts, it makes a backup if the newest in the store is old enough. When that was, the store
 * says by its names, so neither a restart nor another process makes one twice. `make` replaces how.
 */
export function backupJob(
  settings: BackupSettings,
  make: MakeBackup = (now_ms, signal) => makeInProcess({ ...settings, now_ms }, signal),
): JobKind<null> {
  return defineJob({
    kind: 'backups.make',
    concurrency: 1,
    every: 'hour',
    async run({ now_ms, signal }) {
      const store = await openStore(settings.place)
      // One from the future was made while a clock was wrong: it must not keep others from being made.
      const newest = backupsIn(await store.list()).find(({ made_ms }) => made_ms <= now_ms)
      if (newest && now_ms < newest.made_ms + settings.every_hours * HOUR_MS - EARLY_MS) return { newest: newest.name }
      return make(now_ms, signal)
    },
  })
}
