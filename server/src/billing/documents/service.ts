// The service functions that all kinds of document share.
import { getCompany } from '../../access/companies/service.ts'
import type { CompanyTime } from '../../access/companies/time.ts'
import type { Context } from '../../http/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId, type OrganizationId, randomToken } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { externalIdTaken } from '../customers/customer.ts'
import { namedCustomer } from '../customers/service.ts'
import { companyAsIssued } from './company.ts'
import { customerShown, keepingCustomer, needsCustomer, type ShownCustomer } from './customer.ts'
import { defaultsOf } from './details.ts'
import type { NewDocument } from './document.ts'
import { type DocumentKind, KINDS } from './kinds.ts'
import { nextCount, takeCount } from './numbering.ts'
import type { DocumentColumns } from './table.ts'
import { numberOf } from './typed-number.ts'

/** 190 random bits: a public link can't be guessed. */
const PUBLIC_TOKEN_LENGTH = 32
export const newPublicToken = () => randomToken(PUBLIC_TOKEN_LENGTH)

/** The document that a token opens, and whose it is. */
export interface PublicDocument<Id extends string = string> extends CompanyTime {
  company_id: CompanyId
  id: Id
  organization_id: OrganizationId
}

/** A living document of a kind; throws 404. */
export async function loadDocument<Id extends string, R>(
  tx: Tx,
  company_id: CompanyId,
  kind: DocumentKind,
  id: string,
  find: (tx: Tx, company_id: CompanyId, id: Id) => Promise<R | undefined>,
): Promise<R> {
  const record = isId(kind, id) ? await find(tx, company_id, id as string as Id) : undefined
  if (!record) throw notFound()
  return record
}

/** What a draft is made of: its kind, the request, and the pure function that makes it. */
interface Drafting<R> {
  kind: DocumentKind
  input: { customer_id: string; issue_date?: string | undefined }
  draft(made: NewDocument): R
}

/** Makes a draft, and takes its number. Throws 400 for an unknown customer, and what `draft` throws; a refused one uses up no number. */
export const numberedDraft = <R extends { issue_date: string }>(tx: WriteTx, context: Context, drafting: Drafting<R>) =>
  // The number is given back with everything else when the content is refused.
  drafted(tx, context, drafting, newPublicToken(), (date) => takeCount(tx, context.company_id, drafting.kind, date))

/** The same with the number that it would get now, to be looked at: nothing is stored, and no number used up. */
export const draftToSee = <R extends { issue_date: string }>(tx: Tx, context: Context, drafting: Drafting<R>) =>
  drafted(tx, context, drafting, '', (date) => nextCount(tx, context.company_id, drafting.kind, date))

async function drafted<R extends { issue_date: string }>(
  tx: Tx,
  context: Context,
  { kind, input, draft }: Drafting<R>,
  public_token: string,
  countOf: (date: string) => Promise<number>,
): Promise<{ record: R; number: string }> {
  const { company_id, now, now_ms, today } = context
  // Asked at once.
  const [company, customer, count] = await Promise.all([
    getCompany(tx, company_id),
    namedCustomer(tx, company_id, input.customer_id),
    countOf(input.issue_date ?? today),
  ])
  const defaults = defaultsOf(company, customer)
  const newLineId = lineIdsOf(context)
  const record = draft({ company_id, id: newId(kind, now_ms), public_token, customer, defaults, now, newLineId, today })
  return { record, number: numberOf(company[`${kind}_prefix`], record.issue_date, count) }
}

/** Makes the ids of the lines that a request adds. */
export const lineIdsOf =
  ({ now_ms }: Context) =>
  () =>
    newId('line_item', now_ms)

/** The customer that a change names, or that a new draft shows; undefined if it stays the same. Throws 400 for an unknown one. */
export async function customerOfChange(
  tx: Tx,
  before: { company_id: CompanyId; status: string; customer_id: string },
  changes: { status?: string | undefined; customer_id?: string | undefined },
) {
  if (!needsCustomer(before, changes)) return undefined
  return namedCustomer(tx, before.company_id, changes.customer_id ?? before.customer_id)
}

/** The refusal to reissue what was not issued yet. */
export const isDraft = (kind: DocumentKind) => conflict(`${kind}_is_draft`, notIssued(kind), 'status')
export const notIssued = (kind: DocumentKind) =>
  `This ${KINDS[kind].title.toLowerCase()} was not issued yet: a draft shows customer and company as they are`

/** An issued document with customer and company as they are now; `updated_at` is `now`. Its logo is kept from then on. */
export async function reissued<R extends DocumentColumns & ShownCustomer & { status: string }>(
  tx: WriteTx,
  before: R,
  now: string,
): Promise<R> {
  const customer = await namedCustomer(tx, before.company_id, before.customer_id)
  const issued_company = await companyAsIssued(tx, before.company_id)
  return keepingCustomer({ ...before, ...customerShown(customer), issued_company, updated_at: now })
}

/** Throws 409 `external_id_taken` when another living document of the kind has the id in another system. */
export async function refuseTakenId(
  tx: Tx,
  { company_id, id, external_id }: { company_id: CompanyId; id: string; external_id: string | null },
  findByExternalId: (tx: Tx, company_id: CompanyId, external_id: string) => Promise<{ id: string } | undefined>,
): Promise<void> {
  if (external_id === null) return
  const other = await findByExternalId(tx, company_id, external_id)
  if (other && other.id !== id) throw externalIdTaken(external_id)
}
