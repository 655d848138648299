import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePointLength, escapeLike, fieldPath, fillIn, foldText, isBlank, isCleanText, quote, shortenName } from './text.ts'

test('texts that differ only in case, accents or the composition of accents fold to the same', () => {
  const alike = [
    ['Müller', 'MÜLLER', 'Mu\u0308ller', 'muller'],
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος', 'οδός', 'ΟΔΌΣ', 'οδοσ'],
    ['İstanbul', 'istanbul', 'ISTANBUL', 'Istanbul'],
    ['Łódź', 'ŁÓDŹ', 'łodz'],
    ['École', 'e\u0301cole', 'ECOLE'],
    ['각', '\u1100\u1161\u11a8'],
  ]
  for (const [first, ...others] of alike)
    for (const other of others) assert.equal(foldText(other), foldText(first!), `${first} ${other}`)
  assert.notEqual(foldText('a'), foldText('b'))
  assert.equal(foldText('請求書 %_\\'), '請求書 %_\\')
})

test('folding is the same for every letter in either case and form, and twice is the same as once', () => {
  // All letters that have case or accents are in the first two planes; the many Chinese and Korean ones have neither.
  for (let code = 0; code <= 0x1ffff; code++) {
    const letter = String.fromCodePoint(code)
    if (!/[\p{L}\p{M}\p{N}\p{S}]/u.test(letter) || /[\p{Script=Han}\p{Script=Hangul}]/u.test(letter)) continue
    const folded = foldText(letter)
    assert.equal(foldText(folded), folded, code.toString(16))
    assert.equal(foldText(letter.toLowerCase()), folded, code.toString(16))
    assert.equal(foldText(letter.normalize('NFD')), folded, code.toString(16))
    assert.equal(foldText(letter.normalize('NFC')), folded, code.toString(16))
    // The one exception: the small iota below a Greek letter becomes a letter of its own in upper case.
    if (!letter.normalize('NFD').includes('\u0345')) assert.equal(foldText(letter.toUpperCase()), folded, code.toString(16))
  }
})

test('a text is found in another by folding both, when it is a part of it', () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 })
  fc.assert(
    fc.property(text, (part) => {
      fc.pre(!part.normalize('NFD').includes('\u0345'))
      assert.ok(foldText(`x ${part.toUpperCase()} y`).includes(foldText(` ${part} `)))
    }),
  )
})

test('blank is what shows no ink', () => {
  for (const text of [
    '',
    ' ',
    '\t\n\r',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u200b\u200d',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u0001',
    '\u{e0020}',
  ]) {
    assert.equal(isBlank(text), true, JSON.stringify(text))
  }
  for (const text of ['a', ' . ', '0', '💰', '\u200bx', '\u0301', '書']) assert.equal(isBlank(text), false, text)
})

test('length is counted in code points', () => {
  assert.equal(codePointLength(''), 0)
  assert.equal(codePointLength('💰'), 1)
  assert.equal(codePointLength('e\u0301'), 2)
  assert.equal(codePointLength('\ud83d'), 1)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (one, other) => {
      assert.equal(codePointLength(one + other), [...one, ...other].length)
    }),
  )
  const halves = fc.array(fc.constantFrom('\ud83d', '\udcb0', 'a')).map((units) => units.join(''))
  fc.assert(fc.property(halves, (text) => assert.equal(codePointLength(text), [...text].length)))
})

test('text with a NUL or a lone surrogate is not clean', () => {
  for (const text of ['\0', 'a\0b', '\ud800', '\udc00x', '💰\ud83d']) assert.equal(isCleanText(text), false)
  for (const text of ['', 'a', '💰', '\u0001', '\uffff', '\ufffd']) assert.equal(isCleanText(text), true)
})

test('%, _ and \\ are plain characters of an escaped pattern', () => {
  assert.equal(escapeLike('100%_a\\b'), '100\\%\\_a\\\\b')
  assert.equal(escapeLike('plain'), 'plain')
})

test('a quoted text is short, on one line and printable', () => {
  assert.equal(quote('a"b\n'), '"a\\"b\\n"')
  assert.equal(quote('\u202e\ufeff\u0085'), '"\\u202e\\ufeff\\u0085"')
  assert.equal(quote('💰'.repeat(60)), `"${'💰'.repeat(60)}"`)
  assert.equal(quote('💰'.repeat(61)), `"${'💰'.repeat(60)}…"`)
  assert.ok(quote('x'.repeat(1_000_000)).length < 70)
})

test('a field is named by its path, and a name that a request made up is cut', () => {
  assert.equal(fieldPath(['items', 0, 'quantity']), 'items[0].quantity')
  assert.equal(fieldPath([0, 1]), '[0][1]')
  assert.equal(fieldPath([]), '')
  assert.equal(fieldPath(['metadata', 'k'.repeat(1_000)]), `metadata.${'k'.repeat(100)}…`)
  assert.equal(shortenName(`${'a'.repeat(99)}💰`), `${'a'.repeat(99)}\ufffd…`)
})

test('a text is filled in once: values are not searched, and what has no value stays', () => {
  assert.equal(fillIn('{a} of {b} {c}', { a: '{b}', b: '2' }), '{b} of 2 {c}')
  assert.equal(fillIn('{constructor} {__proto__} {toString} {{a}} {}', { a: '1' }), '{constructor} {__proto__} {toString} {1} {}')
})
