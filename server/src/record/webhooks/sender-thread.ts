// The sender in its own thread: TLS, DNS and HMAC of deliveries take no time from the thread that answers the API.
import { Worker } from 'node:worker_threads'
import { type Attempt, type AttemptOutcome, failedOutcome, type Sender, type SenderOptions } from './sender.ts'

/** The messages: all sends of one turn of the event loop in one, and all outcomes of one in another. */
export type SendMessage = { call: number; attempt: Attempt }[]
export type OutcomeMessage = { call: number; outcome: AttemptOutcome }[]

interface Pending {
  started_ms: number
  resolve(outcome: AttemptOutcome): void
}

/**
 * Makes a sender whose calls are made in a worker thread; it behaves like `createSender` with the same options.
 *
 * The thread starts at the first send, and keeps the process alive only while something is running. If it ends unexpectedly, running attempts
 * get an error as outcome, and the next send starts another thread. `close` waits for nothing.
 */
export function startSenderThread(options: SenderOptions): Sender {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let unsent: SendMessage = []
  let last_call = 0
  let is_closed = false

  function settle(call: number, outcome: AttemptOutcome): void {
    pending.get(call)?.resolve(outcome)
    pending.delete(call)
    if (pending.size === 0) worker?.unref()
  }

  function failAll(error: string): void {
    unsent = []
    for (const [call, { started_ms }] of pending) settle(call, failedOutcome(error, Math.round(performance.now() - started_ms)))
  }

  function startWorker(): Worker {
    const started = new Worker(new URL('./sender-worker.ts', import.meta.url), {
      name: 'webhook sender',
      workerData: options,
      // The process's own options may fit its main file only (--input-type, --watch).
      execArgv: [],
      // Its objects live as long as one call: more room for them would only make the process larger.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    started.on('message', (message: OutcomeMessage) => {
      for (const { call, outcome } of message) settle(call, outcome)
    })
    const end = () => {
      if (worker !== started) return
      worker = undefined
      failAll('the sender ended unexpectedly')
    }
    // An error is followed by the exit; without a listener it would end the whole process.
    started.on('error', end)
    started.on('exit', end)
    return started
  }

  function flush(): void {
    if (unsent.length === 0) return
    worker ??= startWorker()
    worker.ref()
    worker.postMessage(unsent)
    unsent = []
  }

  return {
    send(attempt) {
      if (is_closed) return Promise.resolve(failedOutcome('the sender was closed', 0))
      return new Promise((resolve) => {
        const call = ++last_call
        pending.set(call, { started_ms: performance.now(), resolve })
        if (unsent.push({ call, attempt }) === 1) setImmediate(flush)
      })
    },
    async close() {
      is_closed = true
      const ending = worker
      worker = undefined
      failAll('the sender was closed')
      await ending?.terminate()
    },
  }
}
