// The press: prints documents one after the other in a process of its own.
//
// A process and not a thread: the compiler is native code, which no thread can be made to leave, and its memory is returned only by the end of
// a process. What goes wrong in it ends a document and nothing else. It runs at a lower priority than the requests, and
// once it is warm only where nothing else wants to run, as long as that is soon enough.
//
// Organizations take turns, so that nobody waits behind all documents of another one. Nor behind one that takes long: a second process prints
// for the others then.
import { sha256 } from '../../kernel/crypto.ts'
import { unavailable } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/fair-queue.ts'
import type { Printable } from './press-messages.ts'
import { createPressWorker, type Order, type PressWorkerOptions, printedNumber } from './press-worker.ts'
import type { Typeset } from './typesetter.ts'

export interface PrintedFile {
  pdf: Buffer
  /** Of the bytes, in hexadecimal. */
  sha256: string
}

export interface Press {
  /**
   * The PDF of a paper, or of what it is made from. The same gives the same bytes, in every process. `turn` says whose turn it takes: an organization's.
   *
   * Throws 503 with Retry-After when too many documents wait, of all or of this turn, 409 `document_not_printable` when the document takes too
   * long or too much memory, and a plain Error when it can't be typeset. A document that was under way when the process died is tried once more.
   */
  print(paper: Printable, turn?: string): Promise<PrintedFile>
  /** Ends the processes; documents that wait fail. */
  close(): Promise<void>
}

export interface PressOptions extends Partial<PressWorkerOptions> {
  log: PressWorkerOptions['log']
  /** A folder with typefaces (TTF, OTF) for scripts that the packages have none for. */
  fonts_folder?: string
  /** Documents that may wait, those under way included. */
  most_waiting?: number
  /** The same of one turn. */
  most_of_turn?: number
  /** A process is replaced after that many documents, or when it has that much memory. */
  documents_per_process?: number
  most_memory_bytes?: number
  /** A document that needs more than that is given up. */
  largest_memory_bytes?: number
  /** An idle process ends after this long: its memory is only needed by those who print. */
  idle_ms?: number
  /** How long a document may take in a process that lets everything else go first; another process prints it then. */
  hurry_ms?: number
  /** How long others wait behind a document before a second process prints for them. */
  patience_ms?: number
}

const MOST_WAITING = 200
const MOST_OF_TURN = 25
const TIME_LIMIT_MS = 30_000
const DOCUMENTS_PER_PROCESS = 500
const MOST_MEMORY_BYTES = 512 * 1024 * 1024
/** Of a process: a thousand lines need half of it. */
const LARGEST_MEMORY_BYTES = 1024 * 1024 * 1024
const IDLE_MS = 5 * 60_000
/** The second process is there for a while only. */
const SECOND_IDLE_MS = 30_000
const PATIENCE_MS = 1_000
const HURRY_MS = 1_000

/** A press; its process starts with the first document. */
export function startPress(options: PressOptions): Press {
  const { log, most_waiting = MOST_WAITING, most_of_turn = MOST_OF_TURN, patience_ms = PATIENCE_MS } = options
  const waiting = new FairQueue<Order>()
  /** Documents of each turn that wait or are under way. */
  const counts = new Map<string, number>()
  const settings: PressWorkerOptions = {
    log,
    fonts_folder: options.fonts_folder ?? '',
    time_limit_ms: options.time_limit_ms ?? TIME_LIMIT_MS,
    documents_per_process: options.documents_per_process ?? DOCUMENTS_PER_PROCESS,
    most_memory_bytes: options.most_memory_bytes ?? MOST_MEMORY_BYTES,
    largest_memory_bytes: options.largest_memory_bytes ?? LARGEST_MEMORY_BYTES,
    idle_ms: options.idle_ms ?? IDLE_MS,
    hurry_ms: options.hurry_ms ?? HURRY_MS,
  }
  const first = createPressWorker(settings, next)
  const second = createPressWorker({ ...settings, idle_ms: Math.min(settings.idle_ms, SECOND_IDLE_MS) }, next)
  let timer: NodeJS.Timeout | undefined
  let is_closed = false

  /** Gives documents to processes that are free. No turn has both. */
  function next(): void {
    clearTimeout(timer)
    if (is_closed) return
    const isOther = (turn: string) => [first, second].every(({ current }) => current?.order.turn !== turn)
    if (!first.current) {
      const order = waiting.shift(isOther)
      if (order) first.print(order)
    }
    if (!first.current || second.current || waiting.length === 0) return
    const left_ms = first.current.since_ms + patience_ms - performance.now()
    if (left_ms > 0) timer = setTimeout(next, Math.ceil(left_ms))
    else {
      const order = waiting.shift(isOther)
      if (order) second.print(order)
    }
  }

  function count(turn: string, change: 1 | -1): void {
    const after = (counts.get(turn) ?? 0) + change
    if (after > 0) counts.set(turn, after)
    else counts.delete(turn)
  }

  function shown({ pdf, missing, faults }: Typeset, number: string): PrintedFile {
    if (missing.length > 0)
      log.warn({ number, characters: missing }, 'no typeface has some characters of a document: printed as boxes')
    for (const fault of faults) log.warn({ number, fault }, 'a document was printed without what could not be printed')
    return { pdf, sha256: sha256(pdf) }
  }

  return {
    async print(paper, turn = '') {
      if (is_closed) throw new Error('The press is closed')
      if ((counts.get(turn) ?? 0) >= most_of_turn)
        throw unavailable('Too many documents of this organization are being printed at the moment, try again')
      if ([...counts.values()].reduce((sum, one) => sum + one, 0) >= most_waiting)
        throw unavailable('Too many documents are being printed at the moment, try again')
      count(turn, 1)
      try {
        const made = await new Promise<Typeset>((resolve, reject) => {
          waiting.push(turn, { paper, turn, tries: 0, resolve, reject })
          next()
        })
        return shown(made, printedNumber(paper))
      } finally {
        count(turn, -1)
      }
    },
    async close() {
      is_closed = true
      clearTimeout(timer)
      const under_way = [first, second].flatMap(({ current }) => (current ? [current.order] : []))
      for (const order of [...under_way, ...waiting.takeAll()]) order.reject(new Error('The press is closed'))
      await Promise.all([first.stop(), second.stop()])
    },
  }
}
