// A new invoice as the bare servers make it: the figures in floating point, no rule but the sums.
import { newId, randomToken } from '../server/src/kernel/ids.ts'

/** The body with which the benchmark creates an invoice. */
export interface CreateBody {
  customer_id: string
  issue_date: string
  due_date: string
  notes: string
  payment_terms: string
  tax_rate: number
  items: { name: string; description: string; quantity: number; unit: string; unit_price: number }[]
}

/** Drafts the rows of an invoice without its number, by column; only columns that can't be null are set. */
export function draftBare(company_id: string, body: CreateBody, now_ms: number, now: string) {
  const id = newId('invoice', now_ms)
  const items = body.items.map((line, sort_order) => {
    const amount = Math.round(line.quantity * line.unit_price * 100)
    return {
      company_id,
      document_id: id,
      sort_order,
      id: newId('line_item', now_ms),
      name: line.name,
      description: line.description,
      quantity: String(line.quantity),
      unit: line.unit,
      unit_price: String(line.unit_price),
      subtotal: amount,
      total: amount,
    }
  })
  const subtotal = items.reduce((sum, item) => sum + item.total, 0)
  const tax_amount = Math.round((subtotal * body.tax_rate) / 100)
  const total = subtotal + tax_amount
  const invoice = {
    company_id,
    id,
    invoice_number: '',
    customer_id: body.customer_id,
    status: 'draft',
    issue_date: body.issue_date,
    due_date: body.due_date,
    currency: 'USD',
    subtotal,
    discount_amount: 0,
    subtotal_after_discount: subtotal,
    tax_rate: String(body.tax_rate),
    tax_id: '',
    tax_amount,
    total,
    amount_paid: 0,
    amount_due: total,
    notes: body.notes,
    payment_terms: body.payment_terms,
    purchase_order: '',
    buyer_reference: '',
    public_token: randomToken(32),
    created_at: now,
    updated_at: now,
  }
  return { invoice, items }
}

/** Writes a number as invoices show it. */
export function numberText(year: string, counter: number): string {
  return `INV-${year}-${String(counter).padStart(6, '0')}`
}
