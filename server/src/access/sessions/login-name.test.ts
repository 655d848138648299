import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldEmail } from '../../kernel/email.ts'
import { addressOf, loginNameOf } from './login-name.ts'

test('an address is its own login name, but for those that the library does not take', () => {
  for (const [email, name] of [
    ['ada@example.com', 'ada@example.com'],
    ['Ada+x@Example.COM', 'ada+x@example.com'],
    ['owner@localhost', 'owner@localhost.quoin.invalid'],
    ['a@b', 'a@b.quoin.invalid'],
    ['a@b.quoin.invalid', 'a@b.quoin.invalid.quoin.invalid'],
    ['josé@example.com', '6a6f73c3a9406578616d706c652e636f6d@hex.quoin.invalid'],
  ] as const) {
    assert.equal(loginNameOf(email), name)
    assert.equal(addressOf(name), foldEmail(email))
  }
  for (const odd of [
    "o'neil@example.com",
    '"a b"@example.com',
    'a..b@example.com',
    '用户@例子.中国',
    '.a@example.com',
    'ab@hex',
  ]) {
    assert.match(loginNameOf(odd), /^[0-9a-f]+@hex\.quoin\.invalid$/)
    assert.equal(addressOf(loginNameOf(odd)), odd)
  }
})
