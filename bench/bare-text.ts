// The JSON text of answers, straight from the values of rows, for the bare servers that are tuned. The bodies are Quoin's, to the byte.

/** A row as an array of values, in the order of one of the lists of columns below. */
export type Values = readonly (string | number | null)[]

/** The columns that `invoiceText` takes; `i` is invoices, `c` its customer. */
export const INVOICE_COLUMNS = `i.id, i.invoice_number, i.customer_id, i.status, i.issue_date, i.due_date, i.subtotal, i.discount_type,
  i.discount_value, i.discount_amount, i.subtotal_after_discount, i.tax_rate, i.tax_amount, i.total, i.amount_paid, i.amount_due, i.currency,
  i.notes, i.payment_terms, i.purchase_order, i.buyer_reference, i.service_from, i.service_to, i.language,
  i.external_id, i.document_version, i.created_at, i.updated_at, c.name, c.contact_email`
/** The customer's columns in a draft besides the name, in the order of `BILLING_COLUMNS` after the first; the columns of `customers`. */
export const CUSTOMER_BILLING_COLUMNS = 'legal_name, legal_address, zipcode, city, country, legal_vat'
/** The billing that an invoice stored when it was issued, and that of its customer now, for `billingText`. */
export const BILLING_COLUMNS = `i.issued_billing, ${CUSTOMER_BILLING_COLUMNS.replaceAll(/\w+/g, 'c.$&')}`
/** Some more at the end, for `fullInvoiceText`. */
export const FULL_INVOICE_COLUMNS = `${INVOICE_COLUMNS}, i.metadata, i.public_token, ${BILLING_COLUMNS}`
export const ITEM_COLUMNS =
  'id, name, description, quantity, unit, unit_price, subtotal, total, sort_order, discount_percent, tax_rate, tax_category'
export const CUSTOMER_COLUMNS = `id, name, slug, contact_email, contact_phone, country, city, currency, status, legal_name, legal_address,
  legal_vat, zipcode, created_at, updated_at, language, contact_name, cc_emails, default_tax_rate, default_tax_category,
  default_payment_days, buyer_reference, electronic_address, electronic_address_scheme, external_id`
export const EVENT_COLUMNS = 'id, type, created_at, resource_type, resource_id, company_id, data, is_test'

/** An invoice in a list. Identifiers, states and timestamps need no escapes, decimals are texts in their shortest form, amounts are cents. */
export function invoiceText(row: Values): string {
  return `${headText(row)}}`
}

/** A whole invoice; `lines` is the text between the brackets of its items. */
export function fullInvoiceText(row: Values, lines: string): string {
  return `${headText(row, `,"billing":${billingText(row, 32)}`)},${taxText(row)},"metadata":${row[30]},"public_token":"${row[31]}","items":[${lines}]}`
}

/** The tax of an invoice whose lines have none of their own, as here all have. */
function taxText(row: Values): string {
  const category = row[11] === '0' ? 'zero' : 'standard'
  return `"tax_category":null,"tax_exemption_reasons":null,"tax_breakdown":[{"tax_category":"${category}","tax_rate":${row[11]},"taxable_amount":${amount(row[10])},"tax_amount":${amount(row[12])}}]`
}

/** The billing of an invoice; `first` is the index of the first of `BILLING_COLUMNS` in the row. */
export function billingText(row: Values, first: number): string {
  if (row[first] !== null) return row[first] as string
  const [legal_name, address, zipcode, city, country, vat_id] = row.slice(first + 1, first + 7)
  return `{"legal_name":${quote(legal_name)},"address":${quote(address)},"zipcode":${quote(zipcode)},"city":${quote(city)},"country":${quote(country)},"vat_id":${quote(vat_id)}}`
}

/** All but the last brace; `billing` is the customer's part besides the name. */
function headText(row: Values, billing = ''): string {
  const [id, number, customer_id, status, issue_date, due_date, subtotal, discount_type, discount_value, discount_amount] = row
  return `{"id":"${id}","invoice_number":${quote(number)},"customer_id":"${customer_id}","status":"${status}","issue_date":"${issue_date}","due_date":"${due_date}","subtotal":${amount(subtotal)},"discount_type":"${discount_type ?? 'percentage'}","discount_value":${discount_value ?? 0},"discount_amount":${amount(discount_amount)},"subtotal_after_discount":${amount(row[10])},"tax_rate":${row[11]},"tax_amount":${amount(row[12])},"total":${amount(row[13])},"amount_paid":${amount(row[14])},"amount_credited":0,"amount_due":${amount(row[15])},"refund_due":0,"currency":"${row[16]}","notes":${quote(row[17])},"payment_terms":${quote(row[18])},"purchase_order":${quote(row[19])},"buyer_reference":${quote(row[20])},"service_from":${quoteOrNull(row[21])},"service_to":${quoteOrNull(row[22])},"language":"${row[23]}","external_id":${quoteOrNull(row[24])},"document_version":${row[25]},"created_at":"${row[26]}","updated_at":"${row[27]}","customer":{"id":"${customer_id}","name":${quote(row[28])},"contact_email":${quote(row[29])}${billing}},"reminders_paused":false,"recurring_invoice_id":null`
}

/** The lines of an invoice, without brackets. */
export function itemsText(rows: readonly Values[]): string {
  let text = ''
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    if (index > 0) text += ','
    text += `{"id":"${row[0]}","item_name":${quote(row[1])},"description":${quote(row[2])},"quantity":${row[3]},"unit":${quote(row[4])},"unit_price":${row[5]},"discount_percent":${row[9] ?? null},"tax_rate":${row[10] ?? null},"tax_category":${quoteOrNull(row[11] ?? null)},"subtotal":${amount(row[6])},"total":${amount(row[7])},"sort_order":${row[8]}}`
  }
  return text
}

/** A page of invoices; `texts` are those of `invoiceText`. */
export function invoicePageText(texts: readonly string[], total: number, limit: number, offset: number): string {
  return `{"data":{"invoices":[${texts.join(',')}],"pagination":{"total":${total},"limit":${limit},"offset":${offset}}}}`
}

export function customerPageText(rows: readonly Values[], total: number, limit: number, offset: number): string {
  const texts = rows.map((row) => {
    const [
      id,
      name,
      slug,
      email,
      phone,
      country,
      city,
      currency,
      status,
      legal_name,
      address,
      vat,
      zipcode,
      created,
      updated,
      ...more
    ] = row
    return `{"id":"${id}","name":${quote(name)},"slug":${quote(slug)},"contact_email":${quote(email)},"contact_phone":${quote(phone)},"country":${quote(country)},"city":${quote(city)},"currency":"${currency}","status":"${status}","legal_name":${quote(legal_name)},"legal_address":${quote(address)},"legal_vat":${quote(vat)},"zipcode":${quote(zipcode)},${detailsText(more)},"created_at":"${created}","updated_at":"${updated}"}`
  })
  return `{"data":{"customers":[${texts.join(',')}],"pagination":{"total":${total},"limit":${limit},"offset":${offset}}}}`
}

function detailsText([language, contact, cc, tax_rate, category, days, reference, address, scheme, external_id]: Values): string {
  return `"language":${quoteOrNull(language)},"contact_name":${quote(contact)},"cc_emails":${cc},"default_tax_rate":${tax_rate},"default_tax_category":${quoteOrNull(category)},"default_payment_days":${days},"buyer_reference":${quote(reference)},"electronic_address":${quote(address)},"electronic_address_scheme":${quote(scheme)},"external_id":${quoteOrNull(external_id)},"reminders_paused":false`
}

/** The page above a cursor, newest first; `rows` are oldest first, one more than `limit` when there are more. */
export function eventPageText(rows: readonly Values[], limit: number): string {
  const has_more = rows.length > limit
  let text = ''
  for (let index = Math.min(limit, rows.length) - 1; index >= 0; index--) {
    const row = rows[index]!
    text += `{"id":"${row[0]}","type":"${row[1]}","created_at":"${row[2]}","resource_type":"${row[3]}","resource_id":"${row[4]}","company_id":"${row[5]}","data":${row[6]},"test":${Boolean(row[7])}}`
    if (index > 0) text += ','
  }
  const next = has_more ? `"${rows[limit - 1]![0]}"` : 'null'
  return `{"data":{"events":[${text}],"pagination":{"limit":${limit},"has_more":${has_more},"next_cursor":${next}}}}`
}

/** Characters that JSON has to escape, including lone surrogates, which `JSON.stringify` writes as escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches them on purpose
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

/** A text as JSON: nearly all texts need no escape, and looking costs less than `JSON.stringify`. */
/** Of a column that may be NULL. */
function quoteOrNull(text: string | number | null | undefined): string {
  return text === null ? 'null' : quote(text)
}

export function quote(text: string | number | null | undefined): string {
  return ESCAPED.test(text as string) ? JSON.stringify(text) : `"${text}"`
}

function amount(cents: string | number | null | undefined): number {
  return (cents as number) / 100
}
