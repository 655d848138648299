// The thread that copies the write-ahead log into the file, on a connection of its own; readers and the writer go on meanwhile.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Progress } from './checkpoints.ts'

const connection = new DatabaseSync(workerData as string, { timeout: 0 })
connection.exec('PRAGMA synchronous = FULL')
const checkpoint = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort!.on('message', (message: 'copy' | 'close') => {
  if (message === 'close') {
    connection.close()
    parentPort!.close()
    return
  }
  parentPort!.postMessage(copy())
})

function copy(): Progress {
  try {
    const { log, checkpointed } = checkpoint.get() as { log: number; checkpointed: number }
    return { log, copied: checkpointed }
  } catch {
    // A full disk, which the next commit meets and reports; or another connection is copying.
    return { log: 0, copied: 0 }
  }
}
