// The press's own process: takes papers from the service, one at a time, and gives back their PDFs. Ends with the service.
import { Worker } from 'node:worker_threads'
import { facturXAttachment, withFacturXMetadata } from './factur-x.ts'
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
    return { ...typeset(printable), memory_bytes: memory_bytes() }
  } catch (error) {
    return { error: (error as Error).message, memory_bytes: memory_bytes() }
  }
}

function typeset(printable: Printable): Typeset {
  if (!('document' in printable)) return typesetter.typeset(printable)
  const { document, company, customer, logo, factur_x } = printable
  const paper = paperOf(document, company, customer, logo)
  if (!factur_x) return typesetter.typeset(paper)
  const { xml, description } = factur_x
  const made = typesetter.typeset({ ...paper, attachment: facturXAttachment(Buffer.from(xml), description) })
  return { ...made, pdf: withFacturXMetadata(made.pdf) }
}
