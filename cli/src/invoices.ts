import { type Command, InvalidArgumentError } from 'commander'
import { QuoinError } from '../../sdk/src/index.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { CliError, print, wrapped } from './output.ts'

interface SendOptions extends ConnectionOptions {
  to?: string[]
  cc?: string[]
  subject?: string
  message?: string
  json?: boolean
}

/** `quoin invoices send`. */
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

function readInvoiceId(text: string): string {
  if (!/^inv_[0-9a-z]{26}$/.test(text)) {
    throw new InvalidArgumentError('The id of an invoice is inv_ and 26 letters and digits.')
  }
  return text
}
