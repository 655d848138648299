// The job that makes backups at their times.
import { fork } from 'node:child_process'
import { defineJob, type JobKind } from '../../jobs/job-kind.ts'
import type { BackupAnswer } from './backup-process.ts'
import type { BackupOrder, MadeBackup } from './make.ts'
import { backupsIn } from './names.ts'
import { openStore } from './store.ts'

/** The settings of scheduled backups. */
export interface BackupSettings extends Omit<BackupOrder, 'now_ms'> {
  /** Hours from one backup to the next. */
  every_hours: number
}

const HOUR_MS = 60 * 60 * 1000
/** The job runs each hour, and at a start: one that is due within a minute is made now. */
const EARLY_MS = 60_000

/**
 * Makes the job: at each full hour, and when a process starts, it makes a backup if the newest in the store is old enough. When that was, the store
 * says by its names, so neither a restart nor another process makes one twice.
 */
export function backupJob(settings: BackupSettings): JobKind<null> {
  return defineJob({
    kind: 'backups.make',
    concurrency: 1,
    every: 'hour',
    async run({ now_ms, signal }) {
      const store = await openStore(settings.place)
      // One from the future was made while a clock was wrong: it must not keep others from being made.
      const newest = backupsIn(await store.list()).find(({ made_ms }) => made_ms <= now_ms)
      if (newest && now_ms < newest.made_ms + settings.every_hours * HOUR_MS - EARLY_MS) return { newest: newest.name }
      return makeInProcess({ ...settings, now_ms }, signal)
    },
  })
}

/** Makes a backup in a process of its own. Throws its error; a signal that aborts ends it. */
function makeInProcess({ database, place, recipient, keep, now_ms }: BackupOrder, signal: AbortSignal): Promise<MadeBackup> {
  const child = fork(new URL('./backup-process.ts', import.meta.url), [], {
    // The service's own options may fit its main file only.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  return new Promise<MadeBackup>((resolve, reject) => {
    child.on('message', (answer: BackupAnswer) =>
      'made' in answer ? resolve(answer.made) : reject(new Error(`The backup failed: ${answer.error}`)),
    )
    child.on('error', reject)
    child.on('exit', (code, killed_by) => reject(new Error(`The backup ended with ${killed_by ?? `exit code ${code}`}`)))
    child.send({ database, place, recipient, keep, now_ms } satisfies BackupOrder)
  }).finally(() => signal.removeEventListener('abort', stop))
}
