// The press's own process: takes papers from the service, one at a time, and gives back their PDFs. Ends with the service.
import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import { paperOf } from './paper-of.ts'
import type { PaperSource } from './sources.ts'
import { createTypesetter, type Typeset } from './typesetter.ts'

/** A paper, or what it is made from: that takes milliseconds (payment codes), which the service's own thread is spared. */
export type Printable = Paper | PaperSource

export interface PrintMessage {
  paper: Printable
}
export type ReplyMessage = (Typeset | { error: string }) & { memory_bytes: number }

const [fonts_folder = '', largest_memory_bytes] = process.argv.slice(2)
new Worker(new URL('./press-watch.ts', import.meta.url), { workerData: { most_bytes: Number(largest_memory_bytes) } })
const typesetter = createTypesetter(fonts_folder === '' ? undefined : fonts_folder)

process.on('message', ({ paper }: PrintMessage) => process.send?.(reply(paper)))
process.on('disconnect', () => process.exit())
// Signals of a terminal reach the whole group: the service ends this process when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

function reply(printable: Printable): ReplyMessage {
  const memory_bytes = () => process.memoryUsage.rss()
  try {
    const paper =
      'document' in printable ? paperOf(printable.document, printable.company, printable.customer, printable.logo) : printable
    return { ...typesetter.typeset(paper), memory_bytes: memory_bytes() }
  } catch (error) {
    return { error: (error as Error).message, memory_bytes: memory_bytes() }
  }
}
