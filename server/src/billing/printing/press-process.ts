// The press's own process: takes papers from the service, one at a time, and gives back their PDFs. Ends with the service.
import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { facturXAttachment, withFacturXMetadata } from './factur-x.ts'
import { paperOf } from './paper-of.ts'
import { PATIENT, type Printable, type PrintMessage, type ReplyMessage } from './press-messages.ts'
import { createTypesetter, type Typeset } from './typesetter.ts'

const [fonts_folder = '', largest_memory_bytes, patience] = process.argv.slice(2)
new Worker(new URL('./press-watch.ts', import.meta.url), { workerData: { most_bytes: Number(largest_memory_bytes) } })
const typesetter = createTypesetter(fonts_folder === '' ? undefined : fonts_folder)

let is_warm = false
process.on('message', ({ paper }: PrintMessage) => {
  process.send?.(reply(paper))
  if (!is_warm && patience === PATIENT) yieldToAll()
  is_warm = true
})
process.on('disconnect', () => process.exit())
// Signals of a terminal reach the whole group: the service ends this process when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

/**
 * From now on this process runs only where nothing else wants to: with a lower priority alone, Linux lets it finish its slice of more than a
 * millisecond before a request gets the processor. Where there is no such program, the priority is all.
 */
function yieldToAll(): void {
  spawn('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' }).on('error', () => {})
}

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
