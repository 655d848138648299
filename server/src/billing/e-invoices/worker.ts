// Reads, writes and judges electronic invoices without stopping other requests: small ones here, large ones in a thread of their own.
import { createThread } from '../../jobs/thread.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import type { EInvoiceDocument } from './from-document.ts'
import { inspectFile, type WrittenFile, writeFiles } from './inspect.ts'
import type { EInvoiceFormat } from './profiles.ts'

export type Task =
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'write'; document: EInvoiceDocument; formats: readonly EInvoiceFormat[] }
/** What was found of a file is JSON text already: written here, the objects of a large one would stop all other requests. */
export type Result = string | WrittenFile[]

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

/** What tests set. */
interface WorkerOptions {
  thread?: URL
  time_limit_ms?: number
}

/** A worker; its thread starts with the first large file. */
export function createEInvoiceWorker({
  thread: file = new URL('./worker-thread.ts', import.meta.url),
  time_limit_ms,
}: WorkerOptions = {}): EInvoiceWorker {
  const thread = createThread<Task, Result>({
    file,
    tasks: 'electronic invoices',
    doing: 'checked',
    unreadable: (message) => new UnreadableFile(message),
    isOfFile: ({ kind }) => kind === 'inspect',
    time_limit_ms,
  })
  return {
    async inspect(bytes, turn) {
      if (bytes.length <= SMALL_BYTES) return JSON.stringify(inspectFile(bytes))
      return (await thread.run({ kind: 'inspect', bytes }, turn)) as string
    },
    async write(document, formats, turn) {
      if (document.lines.length <= SMALL_LINES) return writeFiles(document, formats)
      return (await thread.run({ kind: 'write', document, formats }, turn)) as WrittenFile[]
    },
    close: thread.close,
  }
}
