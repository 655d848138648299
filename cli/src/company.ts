import { type Command, InvalidArgumentError } from 'commander'
import type { components } from '../../sdk/src/api.ts'
import { addConnectionOptions, type ConnectionOptions, callServer, companyOf } from './connection.ts'
import { print, printable, wrapped } from './output.ts'

type Company = components['schemas']['CompanyDetails']
type Changes = components['schemas']['UpdateCompany']

interface CompanyOptions extends ConnectionOptions {
  json?: boolean
}

/** Fields that are numbers: on a command line everything is text. */
const NUMBERS = ['default_tax_rate', 'default_payment_days', 'default_hourly_rate']

/** `quoin company show` and `set`. */
export function addCompanySettings(program: Command): void {
  const company = program.command('company').description('what a company says on its documents, and what new ones get')
  addConnectionOptions(company.command('show').description('show all fields of the company'))
    .option('--json', 'print one JSON value')
    .action(show)
  addConnectionOptions(company.command('set').description('change fields of the company (needs a key of level admin)'))
    .argument('<field=value...>', 'field=text (nothing behind the = clears it), or field:=JSON', readChange)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        "\nExample:\n  quoin company set time_zone=Europe/Berlin language=de default_tax_rate=19 iban='DE02 1203 0000 0000 2020 51'",
      ),
    )
    .action(set)
}

async function show(options: CompanyOptions): Promise<void> {
  const company = await callServer(options, async (quoin, { company_id }) => {
    const { id } = await companyOf(quoin, company_id)
    return quoin.get('/v1/companies/{id}', { path: { id } })
  })
  print(options.json, company, linesOf(company))
}

async function set(changes: Changes, options: CompanyOptions): Promise<void> {
  const company = await callServer(options, async (quoin, { company_id }) => {
    const { id } = await companyOf(quoin, company_id)
    return quoin.patch('/v1/companies/{id}', { path: { id }, body: changes })
  })
  print(options.json, company, linesOf(company, Object.keys(changes)))
}

/** One line for each field that has a value, or for those that are named. */
function linesOf(company: Company, names?: readonly string[]): string[] {
  const shown = Object.entries(company).filter(([name, value]) => (names ? names.includes(name) : value !== null))
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => {
    const text = value === null ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name.padEnd(width)}  ${printable(text)}`
  })
}

/** Adds `field=text` or `field:=JSON` to the changes before it. */
function readChange(text: string, before: Changes = {}): Changes {
  const [, field, colon, value] = /^([a-z_]+)(:?)=(.*)$/s.exec(text) ?? []
  if (field === undefined || value === undefined) throw new InvalidArgumentError('Changes are written field=value.')
  return { ...before, [field]: colon === ':' ? readJson(field, value) : readText(field, value) }
}

function readText(field: string, text: string): string | number | null {
  if (text === '') return null
  if (!NUMBERS.includes(field)) return text
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError(`${field} is a number, like 19 or 7.5.`)
  return Number(text)
}

function readJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError(`What follows ${field}:= is no JSON.`)
  }
}
