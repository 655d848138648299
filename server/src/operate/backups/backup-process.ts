// The process that makes one backup: copying, compressing and checking take the processor for seconds, which no request should wait for. It gets
// its order from the service, and ends when that has its answer, or is gone.
import { setPriority } from 'node:os'
import { type BackupOrder, type MadeBackup, makeBackup } from './make.ts'

/** What it answers. */
export type BackupAnswer = { made: MadeBackup } | { error: string }

/** Lower than the server's: requests go first where both want the processor. */
const PRIORITY = 10

setPriority(PRIORITY)
// Signals of a terminal reach the whole group: the service ends this process when it stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.once('message', async (order: BackupOrder) => {
  const answer: BackupAnswer = await makeBackup(order).then(
    (made) => ({ made }),
    (error: Error) => ({ error: error.message }),
  )
  process.send!(answer, () => process.disconnect?.())
})
