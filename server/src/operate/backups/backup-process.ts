// The process that makes one backup: copying, compressing and checking take the processor for seconds, which no request should wait for. It gets
// its order from the service, and ends when that has its answer, or is gone.
import { setPriority } from 'node:os'
import { type BackupOrder, type MadeBackup, makeBackup } from './make.ts'
import type { Link } from './names.ts'

/** What the service sends: the order, and later the answer to `has_snapshot`. */
export type ToBackup = { order: BackupOrder } | { link: Link | null }

/** What it answers. Before the last one it says when it is settled what the copy will have, and waits for the link. */
export type BackupAnswer = { has_snapshot: true } | { made: MadeBackup } | { error: string }

/** Lower than the server's: requests go first where both want the processor. */
const PRIORITY = 10

setPriority(PRIORITY)
// Signals of a terminal reach the whole group: the service ends this process when it stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

let giveLink: (link: Link | undefined) => void
const linked = new Promise<Link | undefined>((resolve) => {
  giveLink = resolve
})
const onSnapshot = () => {
  process.send!({ has_snapshot: true } satisfies BackupAnswer)
  return linked
}

process.on('message', async (message: ToBackup) => {
  if ('link' in message) return giveLink(message.link ?? undefined)
  const answer: BackupAnswer = await makeBackup(message.order, onSnapshot).then(
    (made) => ({ made }),
    (error: Error) => ({ error: error.message }),
  )
  process.send!(answer, () => process.disconnect?.())
})
