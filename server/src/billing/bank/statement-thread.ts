// The thread in which large statements are read.
import { parentPort } from 'node:worker_threads'
import type { Answered } from '../../jobs/thread.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import type { ParsedTransaction } from './parsed.ts'
import { readStatement, type StatementFile } from './read.ts'

parentPort?.on('message', (file: StatementFile) => parentPort?.postMessage(answer(file)))

function answer(file: StatementFile): Answered<ParsedTransaction[]> {
  try {
    return { result: readStatement(file) }
  } catch (error) {
    return { error: (error as Error).message, is_unreadable: error instanceof UnreadableFile }
  }
}
