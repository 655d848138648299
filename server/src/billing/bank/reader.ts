// Reads statements without stopping other requests: small ones here, large ones in a thread.
import { createThread } from '../../jobs/thread.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import type { ParsedTransaction } from './parsed.ts'
import { readStatement, type StatementFile } from './read.ts'

export interface StatementReader {
  /** The transactions of a file. `turn` is the organization whose turn it takes. Throws UnreadableFile, and 503 while too many files wait. */
  read(file: StatementFile, turn: string): Promise<ParsedTransaction[]>
  close(): Promise<void>
}

/** What takes at most some ten milliseconds is read at once. */
const SMALL_BYTES = 50_000

/** A reader; its thread starts with the first large file. */
export function createStatementReader(): StatementReader {
  const thread = createThread<StatementFile, ParsedTransaction[]>({
    file: new URL('./statement-thread.ts', import.meta.url),
    tasks: 'bank statements',
    doing: 'read',
    unreadable: (message) => new UnreadableFile(message),
    isOfFile: () => true,
  })
  return {
    read: async (file, turn) => (file.content.length <= SMALL_BYTES ? readStatement(file) : thread.run(file, turn)),
    close: thread.close,
  }
}
