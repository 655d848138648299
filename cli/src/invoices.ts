import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { QuoinError } from '../../sdk/src/index.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { CliError, print, wrapped } from './output.ts'
import { writeWholeFile } from './whole-file.ts'

interface SendOptions extends ConnectionOptions {
  to?: string[]
  cc?: string[]
  subject?: string
  message?: string
  json?: boolean
}

interface PdfOptions extends ConnectionOptions {
  output?: string
  version?: number
  force?: boolean
  json?: boolean
}

/** `quoin invoices send` and `pdf`. */
export function addInvoiceCommands(program: Command): void {
  const invoices = program.command('invoices').description('the invoices of a company')
  addConnectionOptions(invoices.command('send').description('send an invoice to its customer by email; a draft becomes sent'))
    .argument('<id>', 'the invoice, inv_…', readInvoiceId)
    .option('--to <addresses...>', "who gets it (default: the customer's address)")
    .option('--cc <addresses...>', 'who gets a copy')
    .option('--subject <text>', 'another subject; it may have {number} and {amount}')
    .option('--message <text>', 'another message')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin invoices send inv_… --cc office@example.com'))
    .action(send)
  addConnectionOptions(invoices.command('pdf').description('write the PDF of an invoice to a file, or into a pipe'))
    .argument('<id>', 'the invoice, inv_…', readInvoiceId)
    .option('-o, --output <file>', 'the file to write')
    .option('--version <number>', 'an earlier version, as it was given out (default: the current one)', readVersion)
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value about the file; needs --output')
    .addHelpText('after', wrapped('\nExample:\n  quoin invoices pdf inv_… --output invoice.pdf'))
    .action(writePdf)
}

async function send(id: string, options: SendOptions): Promise<void> {
  const { to, cc, subject, message } = options
  const body = { ...(to && { to }), ...(cc && { cc }), ...(subject && { subject }), ...(message && { message }) }
  try {
    const email = await callServer(options, (quoin) => quoin.post('/v1/invoices/{id}/send', { path: { id }, body }))
    const recipients = [...email.to, ...email.cc].join(', ')
    print(options.json, email, [`Email ${email.id} to ${recipients} is queued: ${email.subject}`])
  } catch (error) {
    if (error instanceof QuoinError && error.status === 404) throw new CliError(`The company has no invoice ${id}`)
    throw error
  }
}

async function writePdf(id: string, options: PdfOptions): Promise<void> {
  const { output, version } = options
  if (output === undefined && process.stdout.isTTY) {
    throw new CliError('A PDF is no text for a terminal: give --output FILE, or write into a pipe')
  }
  if (output === undefined && options.json) throw new CliError('--json says what was written: give --output FILE with it')
  const query = version === undefined ? {} : { version }
  const file = await callServer(options, (quoin) => quoin.file('/v1/invoices/{id}/pdf', { path: { id }, query })).catch(
    (error: unknown) => {
      if (!(error instanceof QuoinError) || error.status !== 404) throw error
      throw new CliError(error.message === 'No such object' ? `The company has no invoice ${id}` : error.message)
    },
  )
  const { bytes, filename, sha256 } = file
  if (output === undefined) {
    await new Promise<void>((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())))
    return
  }
  await writeWholeFile(output, options.force, async (draft) => writeFileSync(draft, bytes))
  const kept = sha256 === null ? 'a draft, which is not kept' : `SHA-256 ${sha256}`
  print(options.json, { file: output, filename, bytes: bytes.length, sha256 }, [`Wrote ${filename} to ${output} (${kept})`])
}

function readVersion(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('A version is a number from 1.')
  return Number(text)
}

function readInvoiceId(text: string): string {
  if (!/^inv_[0-9a-z]{26}$/.test(text)) {
    throw new InvalidArgumentError('The id of an invoice is inv_ and 26 letters and digits.')
  }
  return text
}
