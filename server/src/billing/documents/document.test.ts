import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { NO_DETAILS } from './details.ts'
import { draftContent, reviseContent, type StoredDocument, termDate } from './document.ts'
import { draftLineItems, withSubtotals } from './line-items.ts'
import { clearable } from './texts.ts'

const newLineId = () => newId('line_item', 0)
const defaults = {
  today: '2026-06-15',
  defaults: {
    currency: 'EUR',
    language: 'en' as const,
    tax_rate: 0,
    tax_category: null,
    payment_days: 30,
    texts: { notes: '', payment_terms: '', buyer_reference: '' },
  },
}
const ITEMS = [
  { name: 'Design', unit_price: 80, quantity: 2.5, unit: 'h', description: 'd' },
  { name: 'Stamp', unit_price: 0.165 },
]

function drafted(input: Parameters<typeof draftContent>[0]): StoredDocument {
  const { content, line_subtotals } = draftContent(input, defaults)
  return { ...content, items: draftLineItems(input.items ?? [], line_subtotals, newLineId) }
}

function faultOf(work: () => unknown): { param: string | undefined; code: string } {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof ApiError)
    const [{ param, code }] = error.faults
    return { param, code }
  }
  assert.fail('not refused')
}

describe('drafting a document', () => {
  test('an empty one is issued today in the currency of the company, of nothing', () => {
    assert.deepEqual(drafted({}), {
      issue_date: '2026-06-15',
      currency: 'EUR',
      subtotal: 0,
      discount_type: null,
      discount_value: null,
      discount_amount: 0,
      subtotal_after_discount: 0,
      tax_rate: '0',
      tax_category: null,
      tax_exemption_reasons: null,
      tax_id: '',
      tax_amount: 0,
      total: 0,
      notes: '',
      payment_terms: '',
      purchase_order: '',
      ...NO_DETAILS,
      buyer_reference: '',
      items: [],
    })
  })

  test('lines keep their order, their decimals as written and their rounded amounts; a quantity is 1 by default', () => {
    const { items, subtotal } = drafted({ items: ITEMS })
    assert.equal(subtotal, 20_017)
    assert.deepEqual(
      items.map(({ id: _, ...item }) => item),
      [
        {
          ...{ sort_order: 0, name: 'Design', description: 'd' },
          ...{ quantity: '2.5', unit: 'h', unit_price: '80', subtotal: 20_000, total: 20_000 },
          ...{ discount_percent: null, tax_rate: null, tax_category: null },
        },
        {
          ...{ sort_order: 1, name: 'Stamp', description: '' },
          ...{ quantity: '1', unit: '', unit_price: '0.165', subtotal: 17, total: 17 },
          ...{ discount_percent: null, tax_rate: null, tax_category: null },
        },
      ],
    )
    assert.notEqual(items[0]!.id, items[1]!.id)
    for (const { id } of items) assert.match(id, /^di_[0-9a-z]{26}$/)
  })

  test('small and large decimals are stored without an exponent', () => {
    const { items } = drafted({ items: [{ name: 'x', unit_price: 0.000001, quantity: 100_000_000 }] })
    assert.deepEqual([items[0]!.unit_price, items[0]!.quantity], ['0.000001', '100000000'])
  })

  test('a currency is upper-cased; one that is none is refused', () => {
    assert.equal(drafted({ currency: 'jpy' }).currency, 'JPY')
    for (const currency of ['XXX', 'EU€', 'ﬁx', 'XTS', 'eur ']) {
      assert.deepEqual(
        faultOf(() => drafted({ currency })),
        { param: 'currency', code: 'parameter_invalid' },
        currency,
      )
    }
  })

  test('figures that were agreed before stand as they are, whatever the lines add up to', () => {
    const figures = { subtotal: 5, discount_amount: 4, subtotal_after_discount: 3, tax_amount: 2, total: 1 }
    const { content, line_subtotals } = draftContent({ items: ITEMS, tax_rate: 19 }, { ...defaults, figures })
    assert.deepEqual(line_subtotals, [20_000, 17])
    assert.deepEqual({ ...content, ...figures }, content)
  })
})

describe('revising a document', () => {
  const before = drafted({ items: ITEMS, notes: 'n', payment_terms: 't', tax_id: 'x', tax_rate: 10 })

  test('nothing given changes nothing: the very same lines', () => {
    const { content, items, are_items_changed } = reviseContent(before, {}, newLineId)
    assert.deepEqual({ ...content, items }, before)
    assert.equal(items, before.items)
    assert.equal(are_items_changed, false)
  })

  test('null empties a text, an absent one stays', () => {
    const { content } = reviseContent(before, { notes: null, tax_id: 'y' }, newLineId)
    assert.deepEqual([content.notes, content.payment_terms, content.tax_id], ['', 't', 'y'])
    assert.deepEqual(
      [clearable(undefined, 'b'), clearable(null, 'b'), clearable('', 'b'), clearable('a', 'b')],
      ['b', '', '', 'a'],
    )
  })

  test('items replaces all lines, under new ids, and [] removes them', () => {
    const { content, items } = reviseContent(before, { items: [ITEMS[1]!] }, newLineId)
    assert.deepEqual([items.length, items[0]!.sort_order, content.subtotal, content.total], [1, 0, 17, 19])
    assert.ok(before.items.every(({ id }) => id !== items[0]!.id))
    const emptied = reviseContent(before, { items: [] }, newLineId)
    assert.deepEqual([emptied.items, emptied.content.total, emptied.are_items_changed], [[], 0, true])
  })

  test('a currency of other digits rounds each line again; ids, names and prices stay', () => {
    const { content, items, are_items_changed } = reviseContent(before, { currency: 'jpy' }, newLineId)
    assert.deepEqual(
      items.map(({ id, unit_price, subtotal }) => [id, unit_price, subtotal]),
      [
        [before.items[0]!.id, '80', 200],
        [before.items[1]!.id, '0.165', 0],
      ],
    )
    assert.deepEqual(
      [content.currency, content.subtotal, content.tax_amount, content.total, are_items_changed],
      ['JPY', 200, 20, 220, true],
    )
    assert.deepEqual(withSubtotals(before.items, [1, 2])[1], { ...before.items[1], subtotal: 2, total: 2 })
  })

  test('what can not be is refused with its field, and nothing of before is touched', () => {
    const frozen = JSON.stringify(before)
    assert.equal(faultOf(() => reviseContent(before, { currency: 'XYZ' }, newLineId)).param, 'currency')
    assert.equal(faultOf(() => reviseContent(before, { items: [{ name: 'x', unit_price: -1 }] }, newLineId)).param, 'items')
    assert.equal(faultOf(() => reviseContent(before, { discount_value: 101 }, newLineId)).param, 'discount_value')
    assert.equal(faultOf(() => reviseContent(before, { total: -1 }, newLineId)).param, 'total')
    assert.equal(JSON.stringify(before), frozen)
  })
})

describe('the due date or end of validity', () => {
  test('is the one given, also before the issue date, else thirty days after it', () => {
    assert.equal(termDate('2020-01-01', '2026-06-15', 'due_date'), '2020-01-01')
    assert.equal(termDate(undefined, '2026-06-15', 'due_date'), '2026-07-15')
    assert.equal(termDate(undefined, '2028-01-30', 'due_date'), '2028-02-29')
    assert.equal(termDate(undefined, '9999-12-01', 'due_date'), '9999-12-31')
  })

  test('beyond the year 9999 it must be given', () => {
    assert.deepEqual(
      faultOf(() => termDate(undefined, '9999-12-02', 'valid_until')),
      {
        param: 'valid_until',
        code: 'parameter_invalid',
      },
    )
    assert.equal(termDate('9999-12-31', '9999-12-31', 'valid_until'), '9999-12-31')
  })
})
