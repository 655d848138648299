// The inside of the thread that sender-thread.ts starts.
import { parentPort, workerData } from 'node:worker_threads'
import { createSender, type SenderOptions } from './sender.ts'
import type { OutcomeMessage, SendMessage } from './sender-thread.ts'

const sender = createSender(workerData as SenderOptions)
let unsent: OutcomeMessage = []

parentPort!.on('message', (message: SendMessage) => {
  for (const { call, attempt } of message) {
    void sender.send(attempt).then((outcome) => {
      if (unsent.push({ call, outcome }) === 1) setImmediate(flush)
    })
  }
})

function flush(): void {
  parentPort!.postMessage(unsent)
  unsent = []
}
