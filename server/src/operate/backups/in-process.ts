// Makes a backup in a process of its own.
import { fork } from 'node:child_process'
import type { BackupAnswer, ToBackup } from './backup-process.ts'
import type { BackupOrder, MadeBackup, OnSnapshot } from './make.ts'

/** Makes a backup. Throws its error; a signal that aborts ends it. */
export function makeInProcess(
  { database, place, recipient, keep, now_ms }: BackupOrder,
  signal: AbortSignal,
  onSnapshot: OnSnapshot = async () => undefined,
): Promise<MadeBackup> {
  const child = fork(new URL('./backup-process.ts', import.meta.url), [], {
    // The service's own options may fit its main file only.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  const send = (message: ToBackup) => child.connected && child.send(message, () => {})
  signal.addEventListener('abort', stop)
  return new Promise<MadeBackup>((resolve, reject) => {
    child.on('message', (answer: BackupAnswer) => {
      if ('made' in answer) resolve(answer.made)
      else if ('error' in answer) reject(new Error(`The backup failed: ${answer.error}`))
      // Without a link it is a backup all the same, which the log does not continue.
      else
        void onSnapshot().then(
          (link) => send({ link: link ?? null }),
          () => send({ link: null }),
        )
    })
    child.on('error', reject)
    child.on('exit', (code, killed_by) => reject(new Error(`The backup ended with ${killed_by ?? `exit code ${code}`}`)))
    send({ order: { database, place, recipient, keep, now_ms } })
  }).finally(() => signal.removeEventListener('abort', stop))
}
