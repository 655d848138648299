// The thread in which large electronic invoices are read, written and judged.
import { parentPort } from 'node:worker_threads'
import { inspectFile, writeFiles } from './inspect.ts'
import type { Answered, Task } from './worker.ts'
import { UnreadableFile } from './xml.ts'

parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)))

function answer(task: Task): Answered {
  try {
    return { result: task.kind === 'inspect' ? JSON.stringify(inspectFile(task.bytes)) : writeFiles(task.document, task.formats) }
  } catch (error) {
    return { error: (error as Error).message, is_unreadable: error instanceof UnreadableFile }
  }
}
