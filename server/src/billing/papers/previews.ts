// What a document would look like: printed from what a form has, and stored nowhere.
import { reviseCompany } from '../../access/companies/company.ts'
import { findPicture } from '../../access/companies/logos.ts'
import type { UpdateCompany } from '../../access/companies/schema.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import type { FileAnswer } from '../../http/endpoint.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { addDays } from '../../kernel/dates.ts'
import type { Tx } from '../../sql/database.ts'
import { companyToPrint } from '../documents/company.ts'
import type { IssuedDocuments } from '../documents/issued.ts'
import { numberOf } from '../documents/typed-number.ts'
import type { DocumentSource } from '../printing/sources.ts'
import { WORDINGS } from '../printing/wording/wordings.ts'
import { contentOf, fileNameOf, type PaperContent, sourceOf } from './content.ts'
import type { PrintedRecord } from './kinds.ts'
import type { Papers } from './service.ts'

/** A kind of document that begins as a draft. */
interface Drafting {
  of: IssuedDocuments<PrintedRecord>
  draftToSee: NonNullable<IssuedDocuments<PrintedRecord>['drafts']>['draftToSee']
}

/** The PDF of the draft that a request to create would make. Throws 400 as that does, and 503 and 409 as `Papers.current`. */
export function previewDraft(context: Context, papers: Papers, { of, draftToSee }: Drafting, input: object): Promise<FileAnswer> {
  return preview(context, papers, async (tx) => {
    const record = await draftToSee(tx, context, input)
    return contentOf(of, record, await companyToPrint(tx, context.company_id, record))
  })
}

/** How a company's documents look. */
export type Look = Pick<UpdateCompany, 'document_template' | 'accent_color' | 'footer' | 'language'>

/** The PDF of a sample invoice of the company, with another look. Throws 400 as a change of the company does. */
export function previewLook(context: Context, papers: Papers, look: Look): Promise<FileAnswer> {
  return preview(context, papers, async (tx) => {
    const stored = await getCompany(tx, context.company_id)
    const company = reviseCompany(stored, look, context.real_ms)
    const { logo_url } = await companyToPrint(tx, context.company_id, { issued_company: null })
    const number = numberOf(company.invoice_prefix, context.today, 1)
    return { document: sampleInvoice(company, number, context), company, customer: SAMPLE_CUSTOMER, logo_url }
  })
}

async function preview(context: Context, papers: Papers, read: (tx: Tx) => Promise<PaperContent>): Promise<FileAnswer> {
  const { content, logo } = await context.read(async (tx) => {
    const content = await read(tx)
    return { content, logo: await findPicture(tx, context.company_id, content.logo_url) }
  })
  const { pdf, sha256 } = await papers.print(context.organization_id, sourceOf(content, logo))
  return { bytes: pdf, sha256, filename: fileNameOf(content) }
}

const SAMPLE_CUSTOMER = {
  name: 'Lindqvist & Söner AB',
  contact_name: 'Astrid Lindqvist',
  billing: {
    legal_name: 'Lindqvist & Söner AB',
    address: 'Storgatan 12',
    zipcode: '114 51',
    city: 'Stockholm',
    country: 'SE',
    vat_id: 'SE556677889901',
  },
}

/** Quantities and prices in whole units of the currency. */
const SAMPLE_LINES = [
  [12, 80],
  [3, 250],
  [1, 1450],
] as const

/** Marked as a draft, so that nobody pays it. */
function sampleInvoice(
  company: {
    currency: string
    language: DocumentSource['language']
    default_notes: string | null
    default_payment_terms: string | null
  },
  number: string,
  { today, now }: Context,
): DocumentSource {
  const unit = 10 ** currencyDigits(company.currency)
  const { item } = WORDINGS[company.language ?? 'en']
  const items = SAMPLE_LINES.map(([quantity, unit_price], index) => ({
    name: `${item} ${index + 1}`,
    description: '',
    quantity: String(quantity),
    unit: '',
    unit_price: String(unit_price),
    total: quantity * unit_price * unit,
  }))
  const subtotal = items.reduce((sum, line) => sum + line.total, 0)
  const tax_amount = subtotal / 5
  return {
    kind: 'invoice',
    number,
    is_draft: true,
    issue_date: today,
    due_date: addDays(today, 30) ?? today,
    currency: company.currency,
    language: company.language ?? 'en',
    items,
    subtotal,
    discount_amount: 0,
    subtotal_after_discount: subtotal,
    tax_rate: '20',
    tax_amount,
    total: subtotal + tax_amount,
    notes: company.default_notes ?? '',
    payment_terms: company.default_payment_terms ?? '',
    public_token: '',
    created_at: now,
  }
}
