// Random invoices that are credited in parts, and what the answers must add up to.
import assert from 'node:assert/strict'
import { currencyDigits } from '../../src/kernel/currencies.ts'
import type { Chance } from './random.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

const CURRENCIES = ['EUR', 'USD', 'CHF', 'PLN', 'JPY', 'KRW', 'KWD', 'BHD']
const RATES = [0, 7, 8.1, 19, 25.5]
const LINE_TAXES = [
  {},
  {},
  { tax_rate: 7 },
  { tax_rate: 0 },
  { tax_category: 'standard', tax_rate: 19 },
  { tax_category: 'zero' },
  { tax_category: 'exempt' },
  { tax_category: 'reverse_charge' },
  { tax_category: 'intra_community' },
  { tax_category: 'export' },
  { tax_category: 'out_of_scope' },
]
/** Quantities are counted in this many parts of one. */
const PARTS = 10_000

/**
 * What an invoice is made with, and the change that issues it. Most have no line below 0, and no figure that was set by hand; one that would be
 * below 0 is refused.
 */
export function randomInvoice(chance: Chance): { body: Json; change: (made: Json) => Json } {
  const has_credit_lines = chance.next() < 0.2
  const items = Array.from({ length: chance.whole(1, 6) }, (_, index) => ({
    name: `Line ${index}`,
    quantity: (has_credit_lines && chance.next() < 0.3 ? -1 : 1) * randomQuantity(chance),
    unit_price: chance.whole(0, 99_999) / chance.pick([1, 100, 100, 1_000]),
    ...(chance.next() < 0.3 && { discount_percent: chance.pick([5, 12.5, 33.33, 100]) }),
    ...chance.pick(LINE_TAXES),
  }))
  const discount = chance.next()
  const body = {
    currency: chance.pick(CURRENCIES),
    ...(chance.next() < 0.1 ? { tax_category: 'reverse_charge' } : { tax_rate: chance.pick(RATES) }),
    ...(discount < 0.3 && { discount_type: 'percentage', discount_value: chance.whole(1, 4_000) / 100 }),
    items,
  }
  const share = chance.whole(1, 90) / 100
  const is_by_hand = chance.next() < 0.05
  return {
    body,
    change: ({ subtotal, total, currency }) => ({
      status: 'sent',
      ...(discount > 0.7 && subtotal > 0 && { discount_type: 'fixed', discount_value: rounded(subtotal * share, currency) }),
      ...(is_by_hand && { total: Math.max(0, rounded(total * (0.5 + share), currency)) }),
    }),
  }
}

const randomQuantity = (chance: Chance) =>
  chance.pick([() => chance.whole(0, 20), () => chance.whole(1, 999) / 4, () => chance.whole(1, 50_000) / PARTS])()

/** An amount with the digits of its currency. */
export const rounded = (amount: number, currency: string) => Number(amount.toFixed(currencyDigits(currency)))

const FIGURES = ['subtotal', 'discount_amount', 'subtotal_after_discount', 'tax_amount', 'total'] as const

/** What is left of an issued invoice after the credit notes that were answered so far. */
export class Ledger {
  readonly invoice: Json
  /** How much is left of each line, in parts of one. */
  readonly left = new Map<string, number>()
  /** Whether a part of a line can be credited wherever it is above 0: nothing else of the invoice takes it back. */
  readonly is_plain: boolean
  notes: Json[] = []
  private readonly digits: number
  private readonly sums = new Map<string, number>()

  constructor(invoice: Json) {
    this.invoice = invoice
    this.digits = currencyDigits(invoice.currency)
    for (const { id, quantity } of invoice.items) if (quantity !== 0) this.left.set(id, partsOf(quantity))
    this.is_plain = invoice.tax_breakdown !== null && invoice.items.every((line: Json) => line.quantity * line.unit_price >= 0)
  }

  /** Notes an answer 201. Fails where more is credited than was left, or where the credit note does not add up by itself. */
  take(note: Json): void {
    this.notes.push(note)
    for (const { item_id, quantity, subtotal } of note.items) {
      const left = this.left.get(item_id) ?? 0
      const part = partsOf(quantity)
      assert.ok(Math.sign(part) === Math.sign(left) && Math.abs(part) <= Math.abs(left), `${quantity} of ${left} parts`)
      if (part === left) this.left.delete(item_id)
      else this.left.set(item_id, left - part)
      this.add(item_id, subtotal)
    }
    for (const figure of FIGURES) this.add(figure, note[figure])
    this.addGroups(note)
    assert.ok(note.total > 0 && this.credited <= this.minor(this.invoice.total), `${note.total} of ${this.invoice.total}`)
    if (note.tax_breakdown !== null) this.assertAddsUp(note)
    else assert.equal(this.invoice.tax_breakdown, null)
  }

  private assertAddsUp(note: Json): void {
    const sumOf = (rows: Json[], field: string) => rows.reduce((sum, row) => sum + this.minor(row[field]), 0)
    const [subtotal, discount, taxed, tax, total] = FIGURES.map((figure) => this.minor(note[figure]))
    assert.equal(sumOf(note.items, 'subtotal'), subtotal)
    assert.deepEqual([subtotal! - discount!, taxed! + tax!], [taxed, total])
    assert.deepEqual([sumOf(note.tax_breakdown, 'taxable_amount'), sumOf(note.tax_breakdown, 'tax_amount')], [taxed, tax])
  }

  /**
   * Fails unless the credit notes add up to exactly the invoice: all figures, each line, each group of tax. Where lines are left that amount to 0
   * together, what is taxed and the tax do.
   */
  assertWhole(): void {
    const invoice = new Ledger(this.invoice)
    for (const figure of FIGURES) invoice.add(figure, this.invoice[figure])
    for (const { id, subtotal } of this.invoice.items) invoice.add(id, subtotal)
    invoice.addGroups(this.invoice)
    if (this.left.size > 0) {
      const untaxed = ['subtotal', 'discount_amount', ...this.invoice.items.map(({ id }: Json) => id)]
      for (const name of untaxed) for (const { sums } of [this, invoice]) sums.delete(name)
    }
    const nonzero = ({ sums }: Ledger) => [...sums].filter(([, sum]) => sum !== 0).sort()
    assert.deepEqual(nonzero(this), nonzero(invoice), JSON.stringify(this.invoice))
  }

  /** Whether nothing of a line is left, or what is left of it is worth nothing and can't be credited any more. */
  isWhole(item_id: string): boolean {
    const line = this.invoice.items.find(({ id }: Json) => id === item_id)
    return !this.left.has(item_id) || (this.is_over && this.sums.get(item_id) === this.minor(line.subtotal))
  }

  /** What is credited, in minor units. */
  get credited(): number {
    return this.sums.get('total') ?? 0
  }

  /** Whether no credit note can be made any more. */
  get is_over(): boolean {
    return this.credited === this.minor(this.invoice.total)
  }

  minor(amount: number): number {
    return Math.round(amount * 10 ** this.digits)
  }

  private addGroups({ tax_breakdown }: Json): void {
    for (const { tax_category, tax_rate, taxable_amount, tax_amount } of tax_breakdown ?? []) {
      this.add(`${tax_category} ${tax_rate}`, taxable_amount)
      this.add(`tax of ${tax_category} ${tax_rate}`, tax_amount)
    }
  }

  private add(name: string, amount: number): void {
    this.sums.set(name, (this.sums.get(name) ?? 0) + this.minor(amount))
  }
}

const partsOf = (quantity: number) => Math.round(quantity * PARTS)

/** A quantity as requests have it. */
export const quantityOf = (parts: number) => parts / PARTS
