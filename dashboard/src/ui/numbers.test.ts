import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readDuration, readNumber, readNumbers, readTyped, separatorsOf, spellNumber } from './numbers.ts'

const READ: readonly (readonly [string, number])[] = [
  ['12', 12],
  [' 12,50 ', 12.5],
  ['12.5', 12.5],
  ['-3,5', -3.5],
  ['\u22123', -3],
  ['.5', 0.5],
  ['12.', 12],
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['1,413.13', 1413.13],
  ['1.413,13', 1413.13],
  ['1,000,000', 1_000_000],
  ['1.000.000,5', 1_000_000.5],
  ['1 000', 1000],
  ['1\u202F000,50', 1000.5],
  ['1\u2019000', 1000],
  ["12'345.678", 12_345.678],
  ['1,000.500', 1000.5],
]

test('a number is read with a point or a comma, and with thousands that are grouped without doubt', () => {
  for (const [text, value] of READ) assert.deepEqual(readTyped(text), { value }, text)
})

const ENGLISH = separatorsOf('en')
const GERMAN = separatorsOf('de')

test('a number is read as the language of the reader writes it', () => {
  for (const [text, language, value] of [
    ['1.000', 'de', 1000],
    ['2.439,10', 'de', 2439.1],
    ['12.50', 'de', 12.5],
    ['1,000', 'en', 1000],
    ['1,000.5', 'en', 1000.5],
    ['2,500', 'en-GB', 2500],
    ['1 000', 'fr', 1000],
    ['1\u2019000', 'de-CH', 1000],
  ] as const)
    assert.deepEqual(readTyped(text, separatorsOf(language)), { value }, `${text} in ${language}`)
})

test('what is one to the reader and a thousand to others is refused with both', () => {
  assert.equal(readTyped('1.000', ENGLISH).fault, 'Write 1000 or 1.00')
  assert.equal(readTyped('95.555', ENGLISH).fault, 'Write 95555 or 95.5550')
  assert.equal(readTyped('1,000', GERMAN).fault, 'Write 1000 or 1,00')
  assert.equal(readTyped('1.000', separatorsOf('fr')).fault, 'Write 1000 or 1,00')
})

test('what is offered instead of a doubtful number is read as meant', () => {
  for (const [text, own] of [
    ['1.000', ENGLISH],
    ['95.555', ENGLISH],
    ['999,010', GERMAN],
  ] as const) {
    const [, first = '', second = ''] = /^Write (\S+) or (\S+)$/.exec(readTyped(text, own).fault ?? '') ?? []
    assert.equal(readTyped(first, own).value, Number(text.replace(/[.,]/, '')))
    assert.equal(readTyped(second, own).value, Number(text.replace(',', '.')))
  }
})

test('what is no number, or not a number alone, is refused', () => {
  const texts = ['1e3', '0x10', 'Infinity', 'two', '1,00,00', '1,000,00', '1.000.00', '12,34,567', '1 00', '1 0000', '1,000 000']
  for (const text of [...texts, '$5', '5 €', '19 %', '+5', '--5', '.', ',', '-', '1.2.3', '1234567890123456']) {
    assert.ok(readTyped(text).fault, text)
    assert.ok(Number.isNaN(readNumber(text, 0)), text)
  }
})

test('no text is read as anything but its digits: only the place of the point is ever decided', () => {
  const typed = fc.string({ unit: fc.constantFrom('0', '1', '5', '9', '.', ',', ' ', "'", 'e', '-'), maxLength: 12 })
  fc.assert(
    fc.property(typed, (text) => {
      const { value } = readTyped(text)
      if (value === undefined) return
      const digits = text.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')
      // As many digits as a double has for sure: with more, what it is short of a decimal fraction would show.
      const shown = Math.abs(value).toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15 })
      const read = shown.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
      assert.equal(read, digits)
    }),
  )
})

test('a number that a form begins with is read as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), fc.integer({ min: 0, max: 5 }), (whole, decimals) => {
      const value = whole / 10 ** decimals
      for (const language of ['en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'sv'])
        assert.equal(readTyped(spellNumber(value, 0, language), separatorsOf(language)).value, value, language)
    }),
  )
  assert.equal(spellNumber(95.555, 0, 'en'), '95.5550')
  assert.equal(spellNumber(2439.1, 2, 'de'), '2.439,10')
  assert.equal(spellNumber(2439.1, 0, 'en'), '2,439.1')
  assert.equal(spellNumber(null), '')
})

test('the numbers of a form come by field, and their faults beside them', () => {
  const form = new FormData()
  form.set('hours', '7,5')
  form.set('rate', '1.000')
  const { numbers, faults } = readNumbers(form, ['hours', 'rate', 'budget'])
  assert.deepEqual([numbers.hours, numbers.budget], [7.5, null])
  assert.deepEqual(faults, { rate: 'Write 1000 or 1.00' })
  form.set('budget', '-4')
  assert.equal(readNumbers(form, ['budget']).faults.budget, 'It can not be less than 0')
})

test('a duration is hours and minutes, or hours', () => {
  for (const [text, minutes] of [
    ['1:30', 90],
    ['1.5', 90],
    ['0,25', 15],
    ['12:05', 725],
    ['', undefined],
  ] as const)
    assert.equal(readDuration(text).value, minutes, text)
  for (const text of ['1:60', '1:5', 'all day', '25h', 'abc', '5 %'])
    assert.equal(readDuration(text).fault, 'Write hours and minutes, like 1:30', text)
  for (const text of ['0', '-1', '0:00', '0.001']) assert.match(readDuration(text).fault ?? '', /more than 0/, text)
  assert.equal(readDuration('1.000').fault, 'Write 1000 or 1.00')
})
