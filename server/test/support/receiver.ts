// A receiver of webhooks on loopback, in a separate process as in real life. A path that begins with /hang is never answered.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** One call that was answered. */
export interface Received {
  path: string
  /** The event's id. */
  id: string
  signature: string
  hash: string
  /** Empty unless bodies are kept. */
  body: string
  at_ms: number
  status: number
}

export interface Receiver {
  url: string
  process: ChildProcess
  /** Everything that was answered so far, in its order. */
  received(): Promise<Received[]>
  count(): Promise<number>
  /** The status of all answers from now on; 200 at the beginning. */
  answerWith(status: number): Promise<void>
  end(): Promise<void>
}

/** Starts a receiver. End it at the end of the test. */
export async function startReceiver(options: { keeps_bodies?: boolean } = {}): Promise<Receiver> {
  const child = fork(new URL('receiver-worker.ts', import.meta.url), {
    env: { ...process.env, ...(options.keeps_bodies ? { RECEIVER_KEEPS_BODIES: '1' } : {}) },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const ask = async (message: object) => {
    child.send(message)
    return (await once(child, 'message'))[0]
  }
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    received: async () => (await ask({ take: true })).received,
    count: async () => (await ask({ count: true })).count,
    answerWith: async (status) => {
      await ask({ answer: status })
    },
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
