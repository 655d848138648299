// A thread for electronic invoices that never answers, but for files that ask it to die or to answer.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const end = Buffer.from(bytes.subarray(-20)).toString()
  if (end.includes('die')) throw new Error('out of memory')
  if (end.includes('answer')) parentPort?.postMessage({ error: 'as asked', is_unreadable: true })
})
