import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Quoin, QuoinError, type QuoinFile } from '../../sdk/src/index.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { idReader } from './ids.ts'
import { CliError, print, wrapped } from './output.ts'
import { writeWholeFile } from './whole-file.ts'

interface SendOptions extends ConnectionOptions {
  to?: string[]
  cc?: string[]
  subject?: string
  message?: string
  json?: boolean
}

interface WriteOptions extends ConnectionOptions {
  output?: string
  force?: boolean
  json?: boolean
}

interface PdfOptions extends WriteOptions {
  version?: number
  format?: 'pdf' | 'facturx'
}

const XML_FORMATS = ['ubl', 'cii', 'xrechnung-ubl', 'xrechnung-cii', 'peppol'] as const

interface XmlOptions extends WriteOptions {
  format: (typeof XML_FORMATS)[number]
}

/** A kind of document that has commands, and what they say of it. */
interface Kind {
  path: 'invoices' | 'credit-notes'
  name: string
  one: string
  prefix: 'inv' | 'cn'
  send: string
}

export const INVOICE: Kind = {
  path: 'invoices',
  name: 'invoice',
  one: 'an invoice',
  prefix: 'inv',
  send: 'send an invoice to its customer by email; a draft becomes sent',
}
export const CREDIT_NOTE: Kind = {
  path: 'credit-notes',
  name: 'credit note',
  one: 'a credit note',
  prefix: 'cn',
  send: 'send a credit note to its customer by email',
}

/** `quoin invoices`. */
export function addInvoiceCommands(program: Command): void {
  addSendAndFiles(program.command('invoices').description('the invoices of a company'), INVOICE)
}

/** Adds `send`, `pdf` and `xml` to the commands of a kind. */
export function addSendAndFiles(documents: Command, kind: Kind): void {
  const { path, name, one, prefix } = kind
  addConnectionOptions(documents.command('send').description(kind.send))
    .argument('<id>', `the ${name}, ${prefix}_…`, idReader(prefix, one))
    .option('--to <addresses...>', "who gets it (default: the customer's address)")
    .option('--cc <addresses...>', 'who gets a copy')
    .option('--subject <text>', 'another subject; it may have {number} and {amount}')
    .option('--message <text>', 'another message')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped(`\nExample:\n  quoin ${path} send ${prefix}_… --cc office@example.com`))
    .action((id: string, options: SendOptions) => send(kind, id, options))
  addConnectionOptions(documents.command('pdf').description(`write the PDF of ${one} to a file, or into a pipe`))
    .argument('<id>', `the ${name}, ${prefix}_…`, idReader(prefix, one))
    .option('-o, --output <file>', 'the file to write')
    .option('--version <number>', 'an earlier version, as it was given out (default: the current one)', readVersion)
    .addOption(
      new Option('--format <format>', 'facturx: with the electronic invoice inside')
        .choices(['pdf', 'facturx'])
        .conflicts('version'),
    )
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value about the file; needs --output')
    .addHelpText('after', wrapped(`\nExample:\n  quoin ${path} pdf ${prefix}_… --output document.pdf`))
    .action((id: string, options: PdfOptions) => writePdf(kind, id, options))
  addConnectionOptions(
    documents.command('xml').description('write the electronic invoice (EN 16931) to a file, or to the terminal'),
  )
    .argument('<id>', `the ${name}, ${prefix}_…`, idReader(prefix, one))
    .addOption(
      new Option('--format <format>', 'the syntax, and whose rules it follows').choices(XML_FORMATS).makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'the file to write')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value about the file; needs --output')
    .addHelpText('after', wrapped(`\nExample:\n  quoin ${path} xml ${prefix}_… --format xrechnung-ubl --output document.xml`))
    .action((id: string, options: XmlOptions) => writeXml(kind, id, options))
}

async function send({ path, name }: Kind, id: string, options: SendOptions): Promise<void> {
  const { to, cc, subject, message } = options
  const body = { ...(to && { to }), ...(cc && { cc }), ...(subject && { subject }), ...(message && { message }) }
  try {
    const email = await callServer(options, (quoin) => quoin.post(`/v1/${path}/{id}/send`, { path: { id }, body }))
    const recipients = [...email.to, ...email.cc].join(', ')
    print(options.json, email, [`Email ${email.id} to ${recipients} is queued: ${email.subject}`])
  } catch (error) {
    throw orMissing(name, id, error)
  }
}

/** What to throw for a refusal of a request about one document: it says so where there is none. */
export const orMissing = (name: string, id: string, error: unknown): unknown =>
  error instanceof QuoinError && error.status === 404 ? new CliError(`The company has no ${name} ${id}`) : error

async function writePdf(kind: Kind, id: string, options: PdfOptions): Promise<void> {
  const { output, version, format } = options
  if (output === undefined && process.stdout.isTTY) {
    throw new CliError('A PDF is no text for a terminal: give --output FILE, or write into a pipe')
  }
  const query = { ...(version !== undefined && { version }), ...(format !== undefined && { format }) }
  await writeFile(kind, id, options, (quoin) => quoin.file(`/v1/${kind.path}/{id}/pdf`, { path: { id }, query }))
}

const writeXml = (kind: Kind, id: string, options: XmlOptions): Promise<void> =>
  writeFile(kind, id, options, (quoin) =>
    quoin.file(`/v1/${kind.path}/{id}/xml`, { path: { id }, query: { format: options.format } }),
  )

/** Writes a file of a document where it is wanted, and says so. */
async function writeFile(
  { name }: Kind,
  id: string,
  options: WriteOptions,
  ask: (quoin: Quoin) => Promise<QuoinFile>,
): Promise<void> {
  const { output } = options
  if (output === undefined && options.json) throw new CliError('--json says what was written: give --output FILE with it')
  const { bytes, filename, sha256 } = await callServer(options, ask).catch((error: unknown) => {
    if (!(error instanceof QuoinError)) throw error
    if (error.code === 'e_invoice_invalid') throw new CliError([error.message, ...problemsOf(error)].join('. '))
    if (error.status !== 404) throw error
    throw new CliError(error.message === 'No such object' ? `The company has no ${name} ${id}` : error.message)
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
