// The thread that copies the write-ahead log into the file, on a connection of its own, while readers and the writer continue.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const connection = new DatabaseSync(workerData as string, { timeout: 0 })
connection.exec('PRAGMA synchronous = FULL')

parentPort!.on('message', (message: 'copy' | 'close') => {
  if (message === 'close') {
    connection.close()
    parentPort!.close()
    return
  }
  try {
    connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // A full disk, which the next commit meets and reports.
  }
  parentPort!.postMessage('copied')
})
