// Pure: the paper of a document. All that a template prints is decided and written out here.

import { currencyDigits } from '../../kernel/currencies.ts'
import { formatsFor } from '../../kernel/formats.ts'
import { type Language, readingDirection } from '../../kernel/languages.ts'
import { fromMinor } from '../../kernel/money.ts'
import { fillIn } from '../../kernel/text.ts'
import { amountDue, type Figures, paperLines, taxNotes, totalRows } from './figures.ts'
import type { Fact, Paper, PaymentCode, Section, SwissSlip } from './paper.ts'
import { addressOf, buyerLines, countryCode, given, sellerLines, sellerName, textLines } from './parties.ts'
import { epcPayload, groupedIban, groupedReference, qrRows, type SwissBill, swissBill, swissPayload } from './payment-codes.ts'
import type { CompanySource, CustomerSource, DocumentSource, Picture } from './sources.ts'
import { swissWords } from './swiss-words.ts'
import { WORDINGS } from './wording/wordings.ts'

const DEFAULT_ACCENT = '#1f4bd8'
/** Where paper is not A4. */
const LETTER_COUNTRIES = ['US', 'CA', 'MX', 'CO', 'CL', 'VE', 'PH', 'PR', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI']

interface Whole extends Figures {
  customer: CustomerSource
  language: Language
}

/**
 * The paper of an invoice, quote or credit note: every text in the document's language (the document's own, the customer's, the company's,
 * English), every amount with the digits of its currency. A payment code, bank data and link are on invoices that have something left to pay.
 *
 * Pure: the same records give the same paper. `logo` is the company's, as uploaded.
 */
export function paperOf(document: DocumentSource, company: CompanySource, customer: CustomerSource, logo: Picture | null): Paper {
  const language = document.language ?? customer.language ?? company.language ?? 'en'
  const wording = WORDINGS[language]
  const formats = formatsFor(language, countryCode(company.country), document.currency)
  const whole: Whole = { document, company, customer, language, formats, wording }
  const title = wording[document.kind]
  const bill = billOf(whole)
  const looks = looksOf(company, customer, language, logo)
  return {
    ...looks,
    created_at: document.created_at,
    title,
    number: document.number,
    file_title: `${title} ${document.number} · ${looks.author}`,
    mark: company.is_sample ? wording.sample : document.is_draft ? wording.draft : null,
    buyer: { label: document.kind === 'quote' ? wording.quote_to : wording.bill_to, lines: looks.buyer.lines },
    facts: facts(whole),
    highlight: highlight(whole),
    heads: {
      position: wording.position,
      item: wording.item,
      quantity: wording.quantity,
      unit_price: wording.unit_price,
      tax: wording.vat,
      amount: wording.amount,
    },
    ...paperLines(whole),
    carried_forward: wording.carried_forward,
    brought_forward: wording.brought_forward,
    totals: totalRows(whole),
    sections: sections(whole),
    payment: payment(whole, bill !== undefined),
    slip: bill ? slipOf(bill, whole) : null,
    attachment: null,
  }
}

/** What a paper has of its company and customer, whatever it is about: who, how it looks, and the foot of its pages. */
export function looksOf(company: CompanySource, customer: CustomerSource, language: Language, logo: Picture | null) {
  const wording = WORDINGS[language]
  // Only countries are written.
  const formats = formatsFor(language, countryCode(company.country), 'EUR')
  const seller = sellerName(company)
  const seller_lines = sellerLines(company, customer, formats)
  const template = company.document_template ?? 'modern'
  return {
    template,
    size: template !== 'din5008' && LETTER_COUNTRIES.includes(countryCode(company.country)) ? 'us-letter' : 'a4',
    language,
    direction: readingDirection(language),
    region: countryCode(customer.billing.country),
    accent_color: /^#[0-9a-f]{6}$/i.test(company.accent_color ?? '') ? (company.accent_color as string) : DEFAULT_ACCENT,
    author: seller,
    logo,
    logo_alt: fillIn(wording.logo_of, { name: seller }),
    seller: { name: seller, lines: seller_lines },
    sender_line: [seller, ...seller_lines].join(' · '),
    buyer: { label: '', lines: buyerLines(company, customer, formats) },
    footer: given(company.footer) ?? '',
    footer_columns: footerColumns({ company, customer, formats, wording }),
    page_label: wording.page,
  } as const satisfies Partial<Paper>
}

function facts({ document, customer, formats, wording }: Whole): Fact[] {
  const number_label = { invoice: wording.invoice_number, quote: wording.quote_number, credit_note: wording.credit_note_number }
  const { service_from, service_to } = document
  const is_one_day = !service_to || !service_from || service_from === service_to
  const service = is_one_day ? dated(service_from ?? service_to, formats.date) : formats.period(service_from, service_to)
  return filled([
    [number_label[document.kind], document.number],
    [wording.original_invoice, document.invoice_number],
    [wording.issue_date, formats.date(document.issue_date)],
    [is_one_day ? wording.service_date : wording.service_period, service],
    [wording.due_date, dated(document.due_date, formats.date)],
    [wording.valid_until, dated(document.valid_until, formats.date)],
    [wording.purchase_order, document.purchase_order],
    [wording.buyer_reference, document.buyer_reference],
    [wording.customer_vat_id, customer.billing.vat_id],
  ])
}

function highlight({ document, formats, wording }: Whole): Paper['highlight'] {
  if (document.kind === 'credit_note') return { label: wording.credit_total, value: formats.money(document.total), detail: '' }
  if (document.kind === 'quote') {
    const until = dated(document.valid_until, formats.date)
    return { label: wording.total, value: formats.money(document.total), detail: until ? `${wording.valid_until} ${until}` : '' }
  }
  const due = dated(document.due_date, formats.date)
  const detail = due && amountDue(document) > 0 ? `${wording.due_date} ${due}` : ''
  return { label: wording.amount_due, value: formats.money(amountDue(document)), detail }
}

function sections(whole: Whole): Section[] {
  const { document, formats, wording } = whole
  const { decision } = document
  const decided = decision && {
    heading: '',
    text: [
      fillIn(decision.is_accepted ? wording.accepted : wording.rejected, {
        name: decision.name,
        date: formats.date(decision.decided_on),
      }),
      given(decision.reason) ?? '',
    ]
      .filter((text) => text !== '')
      .join('\n'),
  }
  const own = [
    { heading: '', text: given(document.reason) ?? '' },
    { heading: wording.payment_terms, text: given(document.payment_terms) ?? '' },
    { heading: wording.notes, text: given(document.notes) ?? '' },
  ]
  return [...taxNotes(whole), ...own, ...(decided ? [decided] : [])].filter((section) => section.text !== '')
}

function payment(whole: Whole, has_slip: boolean): Paper['payment'] {
  const { document, company, wording } = whole
  if (document.kind !== 'invoice' || amountDue(document) <= 0) return null
  // The slip has the account in print and in its code.
  const iban = has_slip ? undefined : given(company.iban)
  const rows = filled([
    [wording.account_holder, iban && (given(company.account_holder) ?? sellerName(company))],
    [wording.iban, iban && groupedIban(iban)],
    [wording.bic, iban && company.bic],
    [wording.reference, iban && document.number],
  ])
  const link = linkOf(whole)
  const text = given(company.payment_details) ?? ''
  const code = has_slip ? null : codeOf(whole)
  if (rows.length === 0 && text === '' && !link) return null
  return { heading: wording.payment, rows, text, link, code }
}

function codeOf({ document, company, wording }: Whole): PaymentCode | null {
  if (document.currency !== 'EUR' || document.is_draft || company.is_sample) return null
  const payload = epcPayload({
    iban: company.iban ?? '',
    bic: company.bic ?? '',
    name: given(company.account_holder) ?? sellerName(company),
    amount_minor: amountDue(document),
    message: document.number,
  })
  return payload === undefined ? null : { rows: qrRows(payload), caption: wording.scan_to_pay, alt: wording.payment_code }
}

/** The company's payment page, with what it asks for filled in. Only addresses of the web are links. */
function linkOf({ document, company, wording }: Whole): { label: string; url: string } | null {
  const template = given(company.payment_link_template)
  if (template === undefined || !/^https?:\/\//i.test(template)) return null
  const digits = currencyDigits(document.currency)
  const values = {
    number: document.number,
    amount: fromMinor(amountDue(document), digits).toFixed(digits),
    currency: document.currency,
    token: document.public_token,
  }
  const encoded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]))
  return { label: wording.pay_online, url: fillIn(template, encoded) }
}

function billOf({ document, company, customer }: Whole): SwissBill | undefined {
  if (document.kind !== 'invoice' || document.currency !== 'CHF' || document.is_draft || company.is_sample) return undefined
  const { billing } = customer
  return swissBill({
    iban: company.iban ?? '',
    creditor: {
      ...addressOf(company),
      name: given(company.account_holder) ?? sellerName(company),
      street: street(company.legal_address),
    },
    debtor: {
      ...billing,
      name: given(billing.legal_name) ?? customer.name,
      street: street(billing.address),
      country: countryCode(billing.country),
    },
    amount_minor: amountDue(document),
    currency: 'CHF',
    number: document.number,
  })
}

const street = (address: string | null | undefined) => textLines(address ?? '').join(' ')

function slipOf(bill: SwissBill, { language, wording }: Whole): SwissSlip {
  const { language: slip_language, payable_by_blank, ...labels } = swissWords(language)
  const lines = (party: SwissBill['creditor']) =>
    [party.name, party.street, `${party.zipcode} ${party.city}`].filter((line) => line !== '')
  const [whole, cents] = fromMinor(bill.amount_minor, 2).toFixed(2).split('.') as [string, string]
  return {
    language: slip_language,
    labels: { ...labels, payable_by: bill.debtor ? labels.payable_by : payable_by_blank },
    creditor: [groupedIban(bill.iban), ...lines(bill.creditor)],
    reference: groupedReference(bill.reference),
    message: bill.message,
    debtor: bill.debtor ? lines(bill.debtor) : null,
    currency: bill.currency,
    // The guidelines ask for a space between thousands and a point before the cents, in every language.
    amount: `${whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, '\u00a0')}.${cents}`,
    rows: qrRows(swissPayload(bill)),
    alt: wording.payment_code,
  }
}

function footerColumns({
  company,
  customer,
  formats,
  wording,
}: Pick<Whole, 'company' | 'customer' | 'formats' | 'wording'>): string[][] {
  const iban = given(company.iban)
  const labelled = (label: string, value: string | null | undefined) => (given(value) ? [`${label} ${given(value)}`] : [])
  return [
    [sellerName(company), ...sellerLines(company, customer, formats)],
    [given(company.contact_name), given(company.contact_phone), given(company.contact_email)].filter(
      (line) => line !== undefined,
    ),
    iban ? [...labelled(wording.iban, groupedIban(iban)), ...labelled(wording.bic, company.bic)] : [],
    [
      ...labelled(wording.vat_id, company.legal_vat),
      ...labelled(wording.tax_number, company.tax_number),
      ...labelled(wording.registration_number, company.registration_number),
    ],
  ].filter((column) => column.length > 0)
}

function dated(date: string | null | undefined, write: (date: string) => string): string | undefined {
  return given(date) ? write(date as string) : undefined
}

/** The pairs that have a value, in their order. */
function filled(pairs: readonly (readonly [label: string, value: string | null | undefined])[]): Fact[] {
  return pairs.flatMap(([label, value]) => (given(value) ? [{ label, value: given(value) as string }] : []))
}
