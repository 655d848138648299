// The press's own process: takes papers from the service, one at a time, and gives back their PDFs. Ends with the service.
import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import { createTypesetter, type Typeset } from './typesetter.ts'

export interface PrintMessage {
  paper: Paper
}
export type ReplyMessage = (Typeset | { error: string }) & { memory_bytes: number }

const [fonts_folder = '', largest_memory_bytes] = process.argv.slice(2)
new Worker(new URL('./press-watch.ts', import.meta.url), { workerData: { most_bytes: Number(largest_memory_bytes) } })
const typesetter = createTypesetter(fonts_folder === '' ? undefined : fonts_folder)

process.on('message', ({ paper }: PrintMessage) => process.send?.(reply(paper)))
process.on('disconnect', () => process.exit())
// Signals of a terminal reach the whole group: the service ends this process when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

function reply(paper: Paper): ReplyMessage {
  const memory_bytes = () => process.memoryUsage.rss()
  try {
    return { ...typesetter.typeset(paper), memory_bytes: memory_bytes() }
  } catch (error) {
    return { error: (error as Error).message, memory_bytes: memory_bytes() }
  }
}
