import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankTransaction, newMatches, sentenceOfMatch, sentenceOfUndo, stateOf, undoOf } from './transaction.ts'

type Match = BankTransaction['matches'][number]

const match = (payment_id: string | null, amount: number, kind: Match['kind'] = 'payment'): Match => ({
  kind,
  payment_id,
  invoice_id: 'inv_1',
  refund_id: payment_id === null ? 'rfd_1' : null,
  credit_note_id: payment_id === null ? 'cn_1' : null,
  amount,
  is_automatic: false,
  reason: '',
})
const transaction = (matches: Match[], amount_left: number, changes: Partial<BankTransaction> = {}): BankTransaction =>
  ({
    id: 'btx_1',
    name: 'Quartz GmbH',
    iban: '',
    text: '',
    currency: 'EUR',
    amount: 100,
    amount_left,
    matches,
    status: amount_left === 0 ? 'matched' : 'unmatched',
    ...changes,
  }) as BankTransaction

/** What a match says, and what its Undo sends. */
const after = (one: BankTransaction, has_difference = false) => {
  const made = newMatches(one, has_difference)
  return [sentenceOfMatch(one, made).replaceAll(' ', ' '), undoOf(one, made)]
}

test('the first match is undone with everything, a later one alone', () => {
  assert.deepEqual(after(transaction([match('pay_1', 100)], 0)), ['Quartz GmbH: €100.00 matched', [{}]])
  assert.deepEqual(after(transaction([match('pay_1', 40), match('pay_2', 60)], 0)), [
    'Quartz GmbH: €60.00 of €100.00 matched, nothing left',
    [{ payment_id: 'pay_2' }],
  ])
})

test('a match of a part says what is left', () => {
  assert.equal(after(transaction([match('pay_1', 40)], 60))[0], 'Quartz GmbH: €40.00 of €100.00 matched, €60.00 left')
})

test('a difference is undone before its payment, and is no part of what is matched', () => {
  const difference = match('pay_3', 5, 'difference')
  assert.deepEqual(after(transaction([match('pay_1', 40), match('pay_2', 60), difference], 0), true), [
    'Quartz GmbH: €60.00 of €100.00 matched, nothing left',
    [{ payment_id: 'pay_3' }, { payment_id: 'pay_2' }],
  ])
})

test('what the API can not undo alone has no Undo', () => {
  const debit = { amount: -100 }
  assert.deepEqual(after(transaction([match(null, 100, 'refund')], 0, debit)), ['Quartz GmbH: €100.00 matched', [{}]])
  assert.equal(after(transaction([match(null, 40, 'refund'), match(null, 60, 'refund')], 0, debit))[1], undefined)
  assert.deepEqual(after(transaction([], 100, { ...debit, status: 'ignored' })), [
    'Quartz GmbH: returned transfer, its payment is reversed',
    undefined,
  ])
})

test('one that is matched in part is shown as such, and undoing says what is left', () => {
  const part = transaction([match('pay_1', 40)], 60)
  assert.deepEqual([stateOf(part), stateOf(transaction([], 100))], ['partly_matched', 'unmatched'])
  assert.equal(sentenceOfUndo(part), 'Quartz GmbH: match undone, €60.00 left')
  assert.equal(sentenceOfUndo(transaction([], 100)), 'Quartz GmbH is unmatched again')
})
