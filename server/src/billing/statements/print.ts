// A statement as a PDF, in the looks of the company's documents.
import { findPicture } from '../../access/companies/logos.ts'
import type { Context } from '../../http/context.ts'
import type { FileAnswer } from '../../http/endpoint.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { invalid } from '../../kernel/errors.ts'
import { formatsFor } from '../../kernel/formats.ts'
import type { CustomerId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/languages.ts'
import { roundToMinor } from '../../kernel/money.ts'
import type { Tx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import type { CustomersTable } from '../customers/table.ts'
import { companyToPrint } from '../documents/company.ts'
import { customerShown } from '../documents/customer.ts'
import type { Papers } from '../papers/service.ts'
import type { Paper, StatementPart } from '../printing/paper.ts'
import { looksOf } from '../printing/paper-of.ts'
import type { CompanySource, Picture } from '../printing/sources.ts'
import { WORDINGS } from '../printing/wording/wordings.ts'
import type { Statement } from './schema.ts'
import { type Period, statementIn } from './service.ts'
import { STATEMENT_WORDS } from './wording.ts'

/** Entries that are printed: more take the press too long. */
const MOST_PRINTED = 2_000

/** Throws 400 for more entries than can be printed. */
export function requirePrintable({ statements }: Statement): void {
  const count = statements.reduce((sum, { entries }) => sum + entries.length, 0)
  if (count > MOST_PRINTED)
    throw invalid('from', `A PDF has at most ${MOST_PRINTED.toLocaleString('en')} entries: choose a shorter period, or csv`)
}

/** The statement of a customer as a file. Throws as `getStatement` and the press do, and 400 for more entries than can be printed. */
export async function printedStatement(context: Context, papers: Papers, id: string, period: Period): Promise<FileAnswer> {
  const { company_id, organization_id, now } = context
  const paper = await context.read(async (tx) => {
    const statement = await statementIn(tx, context, id, period)
    requirePrintable(statement)
    const customer = (await findCustomerNow(tx, company_id, statement.customer_id as CustomerId))!
    return statementPaper(tx, statement, customer, now)
  })
  const { pdf, sha256 } = await papers.print(organization_id, paper)
  return { content_type: 'application/pdf', bytes: pdf, sha256, filename: `${statementFileName({ to: paper.number })}.pdf` }
}

/** The paper of a statement, from the company and the customer as they are now. `now` is the date that the file names. */
export async function statementPaper(tx: Tx, statement: Statement, customer: CustomersTable, now: string): Promise<Paper> {
  const { company_id } = customer
  const { logo_url, ...company } = await companyToPrint(tx, company_id, { issued_company: null })
  return paperOfStatement(statement, company, customer, await findPicture(tx, company_id, logo_url), now)
}

/** The name of a statement's file, without its ending. */
export const statementFileName = ({ to }: Pick<Statement, 'to'>) => `statement-${to}`

/** The language that a customer is written to. */
export const languageOf = (customer: Pick<CustomersTable, 'language'>, company: Pick<CompanySource, 'language'>): Language =>
  customer.language ?? company.language ?? 'en'

/** In the language of the customer. */
function paperOfStatement(
  statement: Statement,
  company: CompanySource,
  customer: CustomersTable,
  logo: Picture | null,
  now: string,
): Paper {
  const language = languageOf(customer, company)
  const words = STATEMENT_WORDS[language]
  const { customer_name: name, customer_contact: contact_name, customer_billing: billing } = customerShown(customer)
  const looks = looksOf(company, { name, contact_name, billing }, language, logo)
  const dates = formatsFor(language, company.country ?? '', 'EUR')
  const { from, to } = statement
  const period =
    from === null ? { label: words.until, value: dates.date(to) } : { label: words.period, value: dates.period(from, to) }
  return {
    ...looks,
    created_at: now,
    title: words.title,
    number: to,
    file_title: `${words.title} · ${name} · ${looks.author}`,
    mark: company.is_sample ? WORDINGS[language].sample : null,
    buyer: { ...looks.buyer, label: words.to },
    facts: [period],
    highlight: { label: '', value: '', detail: '' },
    heads: { position: '', item: '', quantity: '', unit_price: '', tax: '', amount: '' },
    has_line_tax: false,
    lines: [],
    carried_forward: '',
    brought_forward: '',
    totals: [],
    sections: [],
    payment: null,
    slip: null,
    attachment: null,
    statement: {
      heads: [words.date, words.entry, words.amount, words.balance],
      nothing: words.nothing,
      tables: statement.statements.map((one) => tableOf(one, { from, to }, language, company.country ?? '')),
    },
  }
}

function tableOf(
  { currency, opening_balance, entries, closing_balance }: Statement['statements'][number],
  { from, to }: Pick<Statement, 'from' | 'to'>,
  language: Language,
  country: string,
): StatementPart['tables'][number] {
  const words = STATEMENT_WORDS[language]
  const names = { ...WORDINGS[language], ...words }
  const formats = formatsFor(language, country, currency)
  const digits = currencyDigits(currency)
  const money = (amount: number) => formats.money(roundToMinor(amount, digits))
  const amount = (value: number) => formats.amount(roundToMinor(value, digits))
  return {
    currency,
    opening: { date: from === null ? '' : formats.date(from), label: words.opening, balance: amount(opening_balance) },
    rows: entries.map((entry) => ({
      date: formats.date(entry.date),
      entry: names[entry.kind],
      number: entry.number,
      value: amount(entry.amount),
      balance: amount(entry.balance),
    })),
    closing: {
      date: formats.date(to),
      label: closing_balance < 0 ? words.credit : words.closing,
      balance: money(closing_balance < 0 ? -closing_balance : closing_balance),
    },
  }
}
