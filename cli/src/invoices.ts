import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Quoin, QuoinError, type QuoinFile } from '../../sdk/src/index.ts'
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
  format?: 'pdf' | 'facturx'
  force?: boolean
  json?: boolean
}

/** `quoin invoices send`, `pdf` and `xml`. */
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
    .addOption(
      new Option('--format <format>', 'facturx: with the electronic invoice inside')
        .choices(['pdf', 'facturx'])
        .conflicts('version'),
    )
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value about the file; needs --output')
    .addHelpText('after', wrapped('\nExample:\n  quoin invoices pdf inv_… --output invoice.pdf'))
    .action(writePdf)
  addConnectionOptions(
    invoices.command('xml').description('write the electronic invoice (EN 16931) to a file, or to the terminal'),
  )
    .argument('<id>', 'the invoice, inv_…', readInvoiceId)
    .addOption(
      new Option('--format <format>', 'the syntax, and whose rules it follows').choices(XML_FORMATS).makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'the file to write')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value about the file; needs --output')
    .addHelpText('after', wrapped('\nExample:\n  quoin invoices xml inv_… --format xrechnung-ubl --output invoice.xml'))
    .action(writeXml)
}

const XML_FORMATS = ['ubl', 'cii', 'xrechnung-ubl', 'xrechnung-cii', 'peppol'] as const

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
  const { output, version, format } = options
  if (output === undefined && process.stdout.isTTY) {
    throw new CliError('A PDF is no text for a terminal: give --output FILE, or write into a pipe')
  }
  const query = { ...(version !== undefined && { version }), ...(format !== undefined && { format }) }
  await writeFile(id, options, (quoin) => quoin.file('/v1/invoices/{id}/pdf', { path: { id }, query }))
}

interface XmlOptions extends ConnectionOptions, WriteOptions {
  format: (typeof XML_FORMATS)[number]
}

const writeXml = (id: string, options: XmlOptions): Promise<void> =>
  writeFile(id, options, (quoin) => quoin.file('/v1/invoices/{id}/xml', { path: { id }, query: { format: options.format } }))

interface WriteOptions {
  output?: string
  force?: boolean
  json?: boolean
}

/** Writes a file of an invoice where it is wanted, and says so. */
async function writeFile(
  id: string,
  options: ConnectionOptions & WriteOptions,
  ask: (quoin: Quoin) => Promise<QuoinFile>,
): Promise<void> {
  const { output } = options
  if (output === undefined && options.json) throw new CliError('--json says what was written: give --output FILE with it')
  const { bytes, filename, sha256 } = await callServer(options, ask).catch((error: unknown) => {
    if (!(error instanceof QuoinError)) throw error
    if (error.code === 'e_invoice_invalid') throw new CliError([error.message, ...problemsOf(error)].join('. '))
    if (error.status !== 404) throw error
    throw new CliError(error.message === 'No such object' ? `The company has no invoice ${id}` : error.message)
  })
  if (output === undefined) {
    await new Promise<void>((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())))
    return
  }
  await writeWholeFile(output, options.force, async (draft) => writeFileSync(draft, bytes))
  const is_draft = filename.endsWith('.pdf') && sha256 === null
  const kept = is_draft ? ' (a draft, which is not kept)' : sha256 === null ? '' : ` (SHA-256 ${sha256})`
  print(options.json, { file: output, filename, bytes: bytes.length, sha256 }, [`Wrote ${filename} to ${output}${kept}`])
}

const problemsOf = ({ errors }: QuoinError): string[] =>
  errors.filter(({ code }) => code !== 'e_invoice_invalid').map(({ code, error }) => `${code}: ${error}`)

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
