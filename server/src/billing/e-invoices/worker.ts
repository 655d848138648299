// Reads, writes and judges electronic invoices without stopping other requests: small ones here, large ones in a thread of their own, for
// which organizations take turns.
import { Worker } from 'node:worker_threads'
import { unavailable } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/fair-queue.ts'
import type { EInvoiceDocument } from './from-document.ts'
import { inspectFile, type WrittenFile, writeFiles } from './inspect.ts'
import type { EInvoiceFormat } from './profiles.ts'
import { UnreadableFile } from './xml.ts'

export type Task =
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'write'; document: EInvoiceDocument; formats: readonly EInvoiceFormat[] }
/** What was found of a file is JSON text already: written here, the objects of a large one would stop all other requests. */
export type Answered = { result: string | WrittenFile[] } | { error: string; is_unreadable: boolean }

export interface EInvoiceWorker {
  /**
   * Looks at a file from outside, and gives the JSON text of what `inspectFile` says. `turn` is the organization whose turn it takes. Throws
   * UnreadableFile for what is not an invoice, and 503 with Retry-After while too many wait, of all or of this turn.
   */
  inspect(bytes: Uint8Array, turn: string): Promise<string>
  /** Writes a document in formats, with the verdict on each file. Throws 503 as `inspect` does. */
  write(document: EInvoiceDocument, formats: readonly EInvoiceFormat[], turn: string): Promise<WrittenFile[]>
  /** Ends the thread; what waits fails. */
  close(): Promise<void>
}

/** What takes at most some ten milliseconds is done at once. */
const SMALL_BYTES = 50_000
const SMALL_LINES = 40
const MOST_WAITING = 20
/** Of one turn, so that the others find room. */
const MOST_OF_TURN = 8
/** Far above what 5 MB take; a file that takes longer is not read. */
const TIME_LIMIT_MS = 20_000
const MOST_MEMORY_MB = 256
/** An idle thread ends: its memory is only needed by those who check large files. */
const IDLE_MS = 60_000

interface Waiting {
  task: Task
  turn: string
  resolve(result: string | WrittenFile[]): void
  reject(error: Error): void
}

/** What tests set. */
interface WorkerOptions {
  thread?: URL
  time_limit_ms?: number
}

/** A worker; its thread starts with the first large file. */
export function createEInvoiceWorker({
  thread: thread_file = new URL('./worker-thread.ts', import.meta.url),
  time_limit_ms = TIME_LIMIT_MS,
}: WorkerOptions = {}): EInvoiceWorker {
  const waiting = new FairQueue<Waiting>()
  /** How many of each turn wait. */
  const counts = new Map<string, number>()
  let thread: Worker | undefined
  let current: Waiting | undefined
  let timer: NodeJS.Timeout | undefined

  function count(turn: string, change: 1 | -1): void {
    const after = (counts.get(turn) ?? 0) + change
    if (after > 0) counts.set(turn, after)
    else counts.delete(turn)
  }

  function startThread(): Worker {
    const started = new Worker(thread_file, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    })
    started.on('message', (answered: Answered) => {
      if (started === thread) settle(answered)
    })
    // Out of memory, or a fault of ours: either way this file is not read, and the next one gets another thread.
    started.on('error', (error) => lose(started, (error as Error).message))
    return started
  }

  function next(): void {
    clearTimeout(timer)
    if (current) return
    current = waiting.shift()
    if (current) count(current.turn, -1)
    if (!current) {
      thread?.unref()
      timer = setTimeout(() => void endThread(), IDLE_MS).unref()
      return
    }
    thread ??= startThread()
    thread.ref()
    const used = thread
    timer = setTimeout(() => lose(used, 'it takes too long'), time_limit_ms)
    thread.postMessage(current.task)
  }

  function settle(answered: Answered): void {
    const settled = current
    current = undefined
    if (settled) {
      if ('result' in answered) settled.resolve(answered.result)
      else settled.reject(answered.is_unreadable ? new UnreadableFile(answered.error) : new Error(answered.error))
    }
    next()
  }

  function lose(lost: Worker, reason: string): void {
    if (lost !== thread) return
    void endThread()
    settle({ error: `The file can't be read: ${reason}.`, is_unreadable: current?.task.kind === 'inspect' })
  }

  async function endThread(): Promise<void> {
    const old = thread
    thread = undefined
    await old?.terminate()
  }

  function run(task: Task, turn: string): Promise<string | WrittenFile[]> {
    if ((counts.get(turn) ?? 0) >= MOST_OF_TURN)
      throw unavailable('Too many electronic invoices of this organization are being checked at the moment, try again')
    if (waiting.length >= MOST_WAITING)
      throw unavailable('Too many electronic invoices are being checked at the moment, try again')
    const { promise, resolve, reject } = Promise.withResolvers<string | WrittenFile[]>()
    count(turn, 1)
    waiting.push(turn, { task, turn, resolve, reject })
    next()
    return promise
  }

  return {
    async inspect(bytes, turn) {
      if (bytes.length <= SMALL_BYTES) return JSON.stringify(inspectFile(bytes))
      return (await run({ kind: 'inspect', bytes }, turn)) as string
    },
    async write(document, formats, turn) {
      if (document.lines.length <= SMALL_LINES) return writeFiles(document, formats)
      return (await run({ kind: 'write', document, formats }, turn)) as WrittenFile[]
    },
    async close() {
      clearTimeout(timer)
      for (const one of [...(current ? [current] : []), ...waiting.takeAll()]) one.reject(new Error('The service ends'))
      current = undefined
      await endThread()
    },
  }
}
