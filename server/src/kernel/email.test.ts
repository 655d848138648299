import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldEmail, readEmail } from './email.ts'

test('A to Z are folded, and no other letter: those that Unicode folds into ASCII stay apart', () => {
  assert.equal(foldEmail('Ada.K@Example.COM'), 'ada.k@example.com')
  for (let code = 0; code < 0x1_0000; code++) {
    if (code >= 0x41 && code <= 0x5a) continue
    const letter = String.fromCharCode(code)
    assert.equal(foldEmail(letter), letter, code.toString(16))
  }
})

test('blanks of ASCII around what was typed are no part of it; others are, and make another address', () => {
  assert.equal(readEmail(' \tAda@example.com\r\n'), 'ada@example.com')
  for (const odd of ['\u00a0', '\u2003', '\ufeff', '\u3000'])
    assert.equal(readEmail(`${odd}ada@example.com`), `${odd}ada@example.com`)
})
