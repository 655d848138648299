import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsWords } from './fits-words.ts'
import { NAVIGATION } from './navigation.ts'

const found = (query: string) =>
  NAVIGATION.flatMap(({ title, items }) => items.map((item) => ({ ...item, group: title })))
    .filter(({ title, group, words = '' }) => fitsWords(query, `${title} ${group} ${words}`))
    .map(({ to }) => to)

test('words fit in any order, by their first letters; signs alone fit nothing', () => {
  const text = 'Check an e-invoice Work xrechnung'
  for (const query of ['', ' ', 'check', 'invoice check', 'e-invoice', 'Work xre']) assert.ok(fitsWords(query, text), query)
  for (const query of ['heck', 'check quotes', '!!']) assert.ok(!fitsWords(query, text), query)
})

test('pages are found by what people call them', () => {
  for (const [query, to] of [
    ['recurring invoices', '/recurring-invoices'],
    ['bank statement', '/bank'],
    ['payments', '/payments'],
    ['reminders', '/settings/company'],
    ['datev export', '/settings/company'],
  ] as const)
    assert.ok(found(query).includes(to), query)
})
