// A thread for work that would stop all other requests, such as reading large files: one task at a time, for which organizations take turns.
import { Worker } from 'node:worker_threads'
import { unavailable } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'

/** What a thread posts for each task: its result, or why there is none. */
export type Answered<Result> = { result: Result } | { error: string; is_unreadable: boolean }

export interface Thread<Task, Result> {
  /**
   * Has a task done. `turn` is the organization whose turn it takes. Throws what `unreadable` makes where the file is at fault, and 503 with
   * Retry-After while too many tasks wait, of all or of this turn.
   */
  run(task: Task, turn: string): Promise<Result>
  /** Ends the thread; what waits fails. */
  close(): Promise<void>
}

interface ThreadParts<Task> {
  /** The file that runs in the thread: it answers each message, a task, with an `Answered`. */
  file: URL
  /** What waits, in the sentence of a 503: `electronic invoices`. */
  tasks: string
  /** What is being done with it: `checked`. */
  doing: string
  /** Makes the error for the sender of a file that can't be read. */
  unreadable(message: string): Error
  /** Whether a task that a thread dies or takes too long over is the fault of its file. */
  isOfFile(task: Task): boolean
  time_limit_ms?: number | undefined
}

const MOST_WAITING = 20
/** Of one turn, so that the others find room. */
const MOST_OF_TURN = 8
/** Far above what the largest file takes; one that takes longer is not read. */
const TIME_LIMIT_MS = 20_000
const MOST_MEMORY_MB = 256
/** An idle thread ends: its memory is only needed by those who have large files. */
const IDLE_MS = 60_000

interface Waiting<Task, Result> {
  task: Task
  turn: string
  resolve(result: Result): void
  reject(error: Error): void
}

/** Makes a thread; it starts with its first task. */
export function createThread<Task, Result>(parts: ThreadParts<Task>): Thread<Task, Result> {
  const { time_limit_ms = TIME_LIMIT_MS } = parts
  const waiting = new FairQueue<Waiting<Task, Result>>()
  /** How many of each turn wait. */
  const counts = new Map<string, number>()
  let thread: Worker | undefined
  let current: Waiting<Task, Result> | undefined
  let timer: NodeJS.Timeout | undefined

  function count(turn: string, change: 1 | -1): void {
    const after = (counts.get(turn) ?? 0) + change
    if (after > 0) counts.set(turn, after)
    else counts.delete(turn)
  }

  function startThread(): Worker {
    const started = new Worker(parts.file, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } })
    started.on('message', (answered: Answered<Result>) => {
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

  function settle(answered: Answered<Result>): void {
    const settled = current
    current = undefined
    if (settled) {
      if ('result' in answered) settled.resolve(answered.result)
      else settled.reject(answered.is_unreadable ? parts.unreadable(answered.error) : new Error(answered.error))
    }
    next()
  }

  function lose(lost: Worker, reason: string): void {
    if (lost !== thread) return
    void endThread()
    settle({ error: `The file can't be read: ${reason}.`, is_unreadable: current !== undefined && parts.isOfFile(current.task) })
  }

  async function endThread(): Promise<void> {
    const old = thread
    thread = undefined
    await old?.terminate()
  }

  return {
    async run(task, turn) {
      if ((counts.get(turn) ?? 0) >= MOST_OF_TURN)
        throw unavailable(`Too many ${parts.tasks} of this organization are being ${parts.doing} at the moment, try again`)
      if (waiting.length >= MOST_WAITING)
        throw unavailable(`Too many ${parts.tasks} are being ${parts.doing} at the moment, try again`)
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      count(turn, 1)
      waiting.push(turn, { task, turn, resolve, reject })
      next()
      return promise
    },
    async close() {
      clearTimeout(timer)
      for (const one of [...(current ? [current] : []), ...waiting.takeAll()]) one.reject(new Error('The service ends'))
      current = undefined
      await endThread()
    },
  }
}
