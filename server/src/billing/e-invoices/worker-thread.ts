// The thread in which large electronic invoices are read, written and judged.
import { parentPort } from 'node:worker_threads'
import type { Answered } from '../../jobs/thread.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import { inspectFile, writeFiles } from './inspect.ts'
import type { Result, Task } from './worker.ts'

parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)))

function answer(task: Task): Answered<Result> {
  try {
    return { result: task.kind === 'inspect' ? JSON.stringify(inspectFile(task.bytes)) : writeFiles(task.document, task.formats) }
  } catch (error) {
    return { error: (error as Error).message, is_unreadable: error instanceof UnreadableFile }
  }
}
