import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldEmail, isMailAddress, readEmail } from './email.ts'

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

test('a mail goes to one plain address', () => {
  for (const address of [
    'ada@example.com',
    "o'brien+tag@sub.example.co.uk",
    'zoë@bücher.example',
    'a@b',
    'root@localhost',
    '用户@例子.广告',
  ])
    assert.equal(isMailAddress(address), true, address)
})

test('a mail goes to nothing that is another address, a header or a command as well', () => {
  const none = [
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'a@b@c',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
  ]
  const several = [
    'a@x.example,b@x.example',
    'a@x.example;b@x.example',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    'ada@example.com>',
  ]
  const odd = [
    '"ada b"@example.com',
    'ada(x)@example.com',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@exa_mple.com',
    'ada@-x.example',
    'a b@x.example',
  ]
  const lines = [
    'ada@example.com\r\nBcc: e@x.example',
    'ada@example.com\nRCPT TO:<e@x.example>',
    'ada\u0000@x.example',
    'ada\u202e@x.example',
    'ada@x.example ',
  ]
  const long = [`${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(130)}example`, `a@${'b'.repeat(64)}.example`]
  for (const text of [...none, ...several, ...odd, ...lines, ...long]) assert.equal(isMailAddress(text), false, text)
})
