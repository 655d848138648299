import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSmtpUrl } from './smtp-url.ts'

test('the address of a mail server says host, port, encryption and sign-in', () => {
  assert.deepEqual(readSmtpUrl('smtps://me%40example.com:p%2Fw%3A%C3%A9@smtp.example.com'), {
    host: 'smtp.example.com',
    port: 465,
    tls: 'implicit',
    sign_in: { user: 'me@example.com', password: 'p/w:é' },
  })
  assert.deepEqual(readSmtpUrl('smtp://smtp.example.com'), {
    host: 'smtp.example.com',
    port: 587,
    tls: 'starttls',
    sign_in: undefined,
  })
  assert.deepEqual(readSmtpUrl('smtp://[::1]:25/?tls=off'), { host: '::1', port: 25, tls: 'off', sign_in: undefined })
})

for (const text of [
  ...[
    '',
    'smtp.example.com',
    'https://smtp.example.com',
    'smtp://',
    'smtp://user@smtp.example.com',
    'smtp://:pw@smtp.example.com',
  ],
  ...[
    'smtp://smtp.example.com/path',
    'smtp://smtp.example.com#x',
    'smtp://smtp.example.com?tls=on',
    'smtp://smtp.example.com?tsl=off',
  ],
  ...['smtps://smtp.example.com?tls=off', 'smtp://u:%E0%A4%A@smtp.example.com', 'smtp://smtp.example.com:70000'],
])
  test(`${JSON.stringify(text)} is none`, () => assert.equal(readSmtpUrl(text), undefined))
