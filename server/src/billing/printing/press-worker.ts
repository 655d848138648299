// One process of the press: it prints one document at a time, and is replaced when it is spent, stuck or lost.
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { conflict } from '../../kernel/errors.ts'
import { PATIENT, type Printable, type PrintMessage, type ReplyMessage } from './press-messages.ts'
import { OUT_OF_MEMORY } from './press-watch.ts'
import type { Typeset } from './typesetter.ts'

/** A document waiting to be printed. */
export interface Order {
  paper: Printable
  /** Whose turn it takes. */
  turn: string
  tries: number
  resolve(made: Typeset): void
  reject(error: Error): void
}

export interface PressWorkerOptions {
  log: { warn(details: object, line: string): void }
  fonts_folder: string
  time_limit_ms: number
  documents_per_process: number
  most_memory_bytes: number
  largest_memory_bytes: number
  idle_ms: number
  hurry_ms: number
}

export interface PressWorker {
  /** The document under way, and since when, by `performance.now()`. */
  readonly current: { order: Order; since_ms: number } | undefined
  /** Prints a document; only while there is no other. */
  print(order: Order): void
  /** Ends the process; the document under way is forgotten. */
  stop(): Promise<void>
}

const TRIES = 2
const LONGEST_END_MS = 1_000

/** The number of a document that is printed, for the log. */
export const printedNumber = (paper: Printable) => ('document' in paper ? paper.document : paper).number

const TOO_LONG = 'The document took too long to print: it has too many lines, or too much text'
const TOO_LARGE = 'The document needs too much memory to print: it has too many lines, or too much text'
/** The error of a document that exceeds a limit, and will the next time. */
const notPrintable = (sentence: string) => conflict('document_not_printable', sentence)

/** A worker; its process starts with the first document. `done` is called after each one. */
export function createPressWorker(options: PressWorkerOptions, done: () => void): PressWorker {
  const { log } = options
  let current: { order: Order; since_ms: number } | undefined
  let child: ChildProcess | undefined
  let printed = 0
  /** Whether the process lets everything else on the machine go first, once it is warm. */
  let is_patient = true
  let timer: NodeJS.Timeout | undefined

  function startChild(): ChildProcess {
    const started = fork(
      new URL('./press-process.ts', import.meta.url),
      [options.fonts_folder, String(options.largest_memory_bytes), is_patient ? PATIENT : ''],
      {
        serialization: 'advanced',
        // The service's own options may fit its main file only.
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    )
    printed = 0
    started.on('message', (reply: ReplyMessage) => settle(started, reply))
    // An error to start is not followed by an exit.
    started.on('error', (error) => lose(started, error.message))
    started.on('exit', (code, signal) =>
      signal === OUT_OF_MEMORY ? giveUp(started, TOO_LARGE) : lose(started, `it ended with ${signal ?? `exit code ${code}`}`),
    )
    if (started.pid !== undefined) lowerPriority(started.pid)
    return started
  }

  function begin(order: Order): void {
    clearTimeout(timer)
    child ??= startChild()
    child.ref()
    child.channel?.ref()
    order.tries++
    current = { order, since_ms: performance.now() }
    const printing = child
    timer =
      is_patient && printed > 0
        ? setTimeout(() => hurry(printing), options.hurry_ms)
        : setTimeout(() => giveUp(printing, TOO_LONG), options.time_limit_ms)
    child.send({ paper: order.paper } satisfies PrintMessage)
  }

  function settle(from: ChildProcess, reply: ReplyMessage): void {
    if (from !== child || !current) return
    printed++
    if (printed >= options.documents_per_process || reply.memory_bytes > options.most_memory_bytes) retire()
    end((order) => ('error' in reply ? order.reject(new Error(reply.error)) : order.resolve(reply)))
  }

  /** The process ended by itself: its document is tried again, once. */
  function lose(lost: ChildProcess, reason: string): void {
    if (child !== lost) return
    retire()
    if (!current) return
    const { order } = current
    log.warn({ number: printedNumber(order.paper), reason }, 'the press ended unexpectedly')
    if (order.tries < TRIES) begin(order)
    else end(() => order.reject(new Error(`The document can't be printed: ${reason}`)))
  }

  /** A patient process gets no time on a busy machine: another one that insists on its share prints the document, and those after it. */
  function hurry(by: ChildProcess): void {
    if (child !== by || !current) return
    const { order } = current
    retire()
    is_patient = false
    order.tries--
    begin(order)
  }

  function giveUp(by: ChildProcess, sentence: string): void {
    if (child !== by) return
    retire()
    if (current) end((order) => order.reject(notPrintable(sentence)))
  }

  function end(tell: (order: Order) => void): void {
    const ended = current
    clearTimeout(timer)
    current = undefined
    child?.unref()
    child?.channel?.unref()
    timer = setTimeout(retire, options.idle_ms).unref()
    if (ended) tell(ended.order)
    done()
  }

  /** The next document starts another process. */
  function retire(): void {
    const old = child
    child = undefined
    is_patient = true
    old?.kill('SIGKILL')
  }

  return {
    get current() {
      return current
    },
    print: begin,
    async stop() {
      clearTimeout(timer)
      current = undefined
      const old = child
      child = undefined
      if (!old || old.exitCode !== null || old.signalCode !== null) return
      const ended = new Promise((resolve) => old.once('exit', resolve))
      old.ref()
      old.kill('SIGKILL')
      // A patient process needs a share of the machine even to end, and there may be none.
      await Promise.race([ended, sleep(LONGEST_END_MS, undefined, { ref: false })])
      old.unref()
    },
  }
}

/** Where it is allowed; printing can wait for requests, and never the other way round. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
