import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { company, customer, invoice } from '../../../test/support/papers.ts'
import { contentOf, hashOf } from './content.ts'
import type { PrintedRecord } from './kinds.ts'

const LINE = { name: 'x', description: '', quantity: '1', unit: '', unit_price: '100', subtotal: 10_000, total: 10_000 }

/** What is printed of an invoice of one line, with the columns of its tax. */
function contentWith(tax: object, of_line: object = {}) {
  const line = { ...LINE, discount_percent: null, tax_rate: null, tax_category: null, ...of_line }
  const figures = { subtotal: 10_000, discount_amount: 0, subtotal_after_discount: 10_000, tax_rate: '19', tax_amount: 1_900 }
  const nothing = { tax_category: null, tax_exemption_reasons: null, total: 11_900, status: 'sent' }
  const record = { ...invoice(), items: [line], ...figures, ...nothing, ...tax, customer_billing: customer.billing }
  const of = { kind: 'invoice', own: () => ({ number: 'INV-1' }) } as const
  return contentOf(of, record as unknown as PrintedRecord, { ...company, logo_url: null } as never)
}

describe('what a document is printed from', () => {
  test('is the same as before lines had a tax, where they have none', () => {
    const content = contentWith({})
    const { tax_category, tax_exemption_reasons, tax_breakdown, ...document } = content.document
    assert.deepEqual([tax_category, tax_exemption_reasons, tax_breakdown], [null, null, null])
    const items = document.items.map(({ tax_rate: _, tax_category: __, discount_percent: ___, ...line }) => line)
    assert.equal(hashOf(content), hashOf({ ...content, document: { ...document, items } }))
  })

  test('has groups and reasons where a line or the document says its tax', () => {
    const by_line = contentWith({ tax_rate: '7' }, { tax_rate: '19' }).document
    assert.deepEqual(by_line.tax_breakdown, [
      { tax_category: 'standard', tax_rate: '19', taxable_amount: 10_000, tax_amount: 1_900 },
    ])
    const exempt = { tax_rate: '0', tax_amount: 0, total: 10_000, tax_category: 'exempt' }
    const { tax_breakdown, tax_exemption_reasons } = contentWith({ ...exempt, tax_exemption_reasons: '{"exempt":"x"}' }).document
    assert.deepEqual(
      tax_breakdown?.map((group) => group.tax_category),
      ['exempt'],
    )
    assert.deepEqual(tax_exemption_reasons, { exempt: 'x' })
  })

  test('has no groups where a figure was set by hand', () => {
    assert.equal(contentWith({ total: 12_000 }, { tax_rate: '19' }).document.tax_breakdown, null)
  })
})
