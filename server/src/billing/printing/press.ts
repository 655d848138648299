// The press: prints documents one after the other in a process of its own.
//
// A process and not a thread: the compiler is native code, which no thread can be made to leave, and its memory is returned only by the end of
// a process. What goes wrong in it ends a document and nothing else. It runs at a lower priority than the requests.
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { sha256 } from '../../kernel/crypto.ts'
import { unavailable } from '../../kernel/errors.ts'
import type { Paper } from './paper.ts'
import type { PrintMessage, ReplyMessage } from './press-process.ts'

export interface PrintedFile {
  pdf: Buffer
  /** Of the bytes, in hexadecimal. */
  sha256: string
}

export interface Press {
  /**
   * The PDF of a paper. The same paper gives the same bytes, in every process.
   *
   * Throws 503 with Retry-After when too many documents wait, and a plain Error when the document takes too long or can't be typeset. A
   * document that was under way when the process died is tried once more.
   */
  print(paper: Paper): Promise<PrintedFile>
  /** Ends the process; documents that wait fail. */
  close(): Promise<void>
}

export interface PressOptions {
  log: { warn(details: object, line: string): void }
  /** A folder with typefaces (TTF, OTF) for scripts that the packages have none for. */
  fonts_folder?: string
  /** Documents that may wait, the one under way included. */
  most_waiting?: number
  time_limit_ms?: number
  /** The process is replaced after that many documents, or when it has that much memory. */
  documents_per_process?: number
  most_memory_bytes?: number
  /** An idle process ends after this long: its memory is only needed by those who print. */
  idle_ms?: number
}

const MOST_WAITING = 50
const TIME_LIMIT_MS = 30_000
const DOCUMENTS_PER_PROCESS = 500
const MOST_MEMORY_BYTES = 512 * 1024 * 1024
const IDLE_MS = 5 * 60_000
const TRIES = 2

interface Order {
  paper: Paper
  tries: number
  resolve(file: PrintedFile): void
  reject(error: Error): void
}

/** A press; its process starts with the first document. */
export function startPress(options: PressOptions): Press {
  const { log, fonts_folder = '' } = options
  const waiting: Order[] = []
  let current: Order | undefined
  let child: ChildProcess | undefined
  let printed = 0
  let timer: NodeJS.Timeout | undefined
  let is_closed = false

  function startChild(): ChildProcess {
    const started = fork(new URL('./press-process.ts', import.meta.url), [fonts_folder], {
      serialization: 'advanced',
      // The service's own options may fit its main file only.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    printed = 0
    started.on('message', (reply: ReplyMessage) => settle(reply))
    // An error to start is not followed by an exit.
    started.on('error', (error) => lose(started, error.message))
    started.on('exit', (code, signal) => lose(started, `it ended with ${signal ?? `exit code ${code}`}`))
    if (started.pid !== undefined) lowerPriority(started.pid)
    return started
  }

  function next(): void {
    clearTimeout(timer)
    timer = undefined
    current = waiting.shift()
    if (!current) {
      child?.unref()
      child?.channel?.unref()
      timer = setTimeout(retire, options.idle_ms ?? IDLE_MS).unref()
      return
    }
    child ??= startChild()
    child.ref()
    child.channel?.ref()
    current.tries++
    timer = setTimeout(() => fail(new Error('The document took too long to print')), options.time_limit_ms ?? TIME_LIMIT_MS)
    child.send({ paper: current.paper } satisfies PrintMessage)
  }

  function settle(reply: ReplyMessage): void {
    const order = current
    if (!order) return
    printed++
    const is_spent =
      printed >= (options.documents_per_process ?? DOCUMENTS_PER_PROCESS) ||
      reply.memory_bytes > (options.most_memory_bytes ?? MOST_MEMORY_BYTES)
    if (is_spent) retire()
    const { number } = order.paper
    if ('error' in reply) order.reject(new Error(reply.error))
    else {
      const pdf = Buffer.from(reply.pdf)
      if (reply.missing.length > 0)
        log.warn({ number, characters: reply.missing }, 'no typeface has some characters of a document: printed as boxes')
      for (const fault of reply.faults) log.warn({ number, fault }, 'a document was printed without what could not be printed')
      order.resolve({ pdf, sha256: sha256(pdf) })
    }
    next()
  }

  /** The process ended by itself: its document is tried again, once. */
  function lose(lost: ChildProcess, reason: string): void {
    if (child !== lost) return
    child = undefined
    if (!current) return
    log.warn({ number: current.paper.number, reason }, 'the press ended unexpectedly')
    if (current.tries < TRIES) {
      waiting.unshift(current)
      next()
    } else fail(new Error(`The document can't be printed: ${reason}`))
  }

  function fail(error: Error): void {
    const order = current
    retire()
    order?.reject(error)
    next()
  }

  /** The next document starts another process. */
  function retire(): void {
    const old = child
    child = undefined
    old?.kill('SIGKILL')
  }

  return {
    print(paper) {
      if (is_closed) return Promise.reject(new Error('The press is closed'))
      if (waiting.length + (current ? 1 : 0) >= (options.most_waiting ?? MOST_WAITING)) {
        return Promise.reject(unavailable('Too many documents are being printed at the moment, try again'))
      }
      return new Promise((resolve, reject) => {
        waiting.push({ paper, tries: 0, resolve, reject })
        if (!current) next()
      })
    },
    async close() {
      is_closed = true
      clearTimeout(timer)
      const unprinted = [...(current ? [current] : []), ...waiting.splice(0)]
      current = undefined
      for (const order of unprinted) order.reject(new Error('The press is closed'))
      const old = child
      child = undefined
      if (!old || old.exitCode !== null || old.signalCode !== null) return
      const ended = new Promise((resolve) => old.once('exit', resolve))
      old.ref()
      old.kill('SIGKILL')
      await ended
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
