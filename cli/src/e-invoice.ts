import { readFileSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import type { Problem } from '../../server/src/billing/e-invoices/check.ts'
import type { Inspected } from '../../server/src/billing/e-invoices/inspect.ts'
import { CliError, print, table, wrapped } from './output.ts'

const MOST_BYTES = 5 * 1024 * 1024

/** `quoin e-invoice check`. */
export function addEInvoiceCommands(program: Command): void {
  program
    .command('e-invoice')
    .description('electronic invoices (EN 16931) of anyone')
    .command('check')
    .description('say whether a file would be accepted, and what it says; no server is needed')
    .argument('<file>', 'XML (UBL or CII), or a PDF with one inside (Factur-X, ZUGFeRD)')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped('\nIt exits with 0 for a valid file, and with 1 for any other.\n\nExample:\n  quoin e-invoice check invoice.xml'),
    )
    .action(async (file: string, options: { json?: boolean }) => {
      const found = await inspect(readWhole(file))
      print(options.json, found, linesOf(found))
      if (!found.valid) process.exitCode = 1
    })
}

function readWhole(file: string): Buffer {
  try {
    if (statSync(file).size > MOST_BYTES) throw new CliError(`${file} is larger than 5 MiB`)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${file} can't be read: ${(error as Error).message}`)
  }
}

/** Loaded when needed: no other command has to wait for the rules. */
async function inspect(bytes: Buffer): Promise<Inspected> {
  const { inspectFile } = await import('../../server/src/billing/e-invoices/inspect.ts')
  const { UnreadableFile } = await import('../../server/src/kernel/xml.ts')
  try {
    return inspectFile(bytes)
  } catch (error) {
    throw error instanceof UnreadableFile ? new CliError(error.message) : error
  }
}

function linesOf({ format, valid, problems, document }: Inspected): string[] {
  const { number, issue_date, seller, buyer, currency, items, subtotal_after_discount, tax_amount, total, amount_due } = document
  const kind = document.kind === 'credit_note' ? 'Credit note' : 'Invoice'
  const facts = [
    [kind, `${number ?? 'without a number'}, ${issue_date ?? 'without a date'}`],
    ['From', seller?.legal_name ?? '-'],
    ['To', buyer?.legal_name ?? '-'],
    ['Lines', String(items.length)],
    ['Without tax', shown(subtotal_after_discount, currency)],
    ['Tax', shown(tax_amount, currency)],
    ['Total', shown(total, currency)],
    ['Due', shown(amount_due, currency)],
  ] as const
  const width = Math.max(...facts.map(([label]) => label.length)) + 2
  const fatal = problems.filter(({ severity }) => severity === 'fatal').length
  const verdict = valid ? 'Valid' : `Would be refused: ${fatal === 1 ? '1 rule is' : `${fatal} rules are`} broken`
  return [
    ...facts.map(([label, value]) => `${label.padEnd(width)}${value}`),
    '',
    `${verdict} (${format})`,
    ...(problems.length > 0 ? ['', ...table(['RULE', 'SEVERITY', 'WHAT TO DO'], problems.map(rowOf))] : []),
  ]
}

/** With two digits at least, and all that the file has. */
const FIGURES = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 10, useGrouping: false })
const shown = (amount: number | null, currency: string | null) =>
  amount === null ? '-' : `${FIGURES.format(amount)} ${currency ?? ''}`.trim()
const rowOf = ({ code, severity, message, param }: Problem) => [
  code,
  severity,
  param === null ? message : `${message} (${param})`,
]
