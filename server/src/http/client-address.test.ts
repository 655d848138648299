import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTrustedProxies } from './client-address.ts'

const TRUSTED = ['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48', '::1']

describe("a client's address", () => {
  const proxies = createTrustedProxies(TRUSTED)
  for (const [peer, forwarded, address, why] of [
    ['203.0.113.9', '8.8.8.8', '203.0.113.9', 'the header of a stranger does not count'],
    ['127.0.0.1', undefined, '127.0.0.1', 'a proxy without the header speaks for itself'],
    ['127.0.0.1', '203.0.113.7', '203.0.113.7', 'a trusted proxy names its client'],
    ['127.0.0.1', '8.8.8.8, 203.0.113.7', '203.0.113.7', 'what the client wrote itself is not reached'],
    ['127.0.0.1', '8.8.8.8, 203.0.113.7, 10.9.9.9', '203.0.113.7', 'a chain of trusted proxies is followed to its client'],
    ['127.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1', 'a request that begins at a trusted proxy is from that'],
    ['127.0.0.1', '203.0.113.7, 10.9.9.9, 198.51.100.1, 10.2.2.2', '198.51.100.1', 'an untrusted hop ends the chain'],
    ['127.0.0.1', '203.0.113.7, unknown', '127.0.0.1', 'what is no address ends it before that'],
    ['127.0.0.1', '203.0.113.7,, 10.2.2.2', '10.2.2.2', 'an empty part too'],
    ['127.0.0.1', '', '127.0.0.1', 'an empty header'],
    ['::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7', 'IPv4 inside IPv6 is IPv4, on both sides'],
    ['::ffff:203.0.113.7', undefined, '203.0.113.7', 'without a header too'],
    ['::1', '2001:DB8:0:0::7', '2001:db8::7', 'IPv6 has one spelling'],
    ['2001:db8:1:2::3', '[2001:db8:9::7]:4711', '2001:db8:9::7', 'a port is no part of it'],
    ['10.0.0.1', '203.0.113.7:4711', '203.0.113.7', 'nor of IPv4'],
    ['127.0.0.1', '203.0.113.007', '127.0.0.1', 'digits that could be octal are no address'],
    ['', undefined, '', 'a connection that is gone has none'],
  ] as const) {
    test(`${peer || 'none'} with ${JSON.stringify(forwarded)} is ${address || 'none'}: ${why}`, () => {
      assert.equal(proxies.clientOf(peer, forwarded), address)
    })
  }

  test('is that of the connection when no proxy is trusted', () => {
    assert.equal(createTrustedProxies([]).clientOf('127.0.0.1', '203.0.113.7'), '127.0.0.1')
  })

  for (const network of [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '::/129',
    '::ffff:10.0.0.0/104',
    '*',
    '10.0.0.1-10.0.0.9',
  ]) {
    test(`no network is written ${JSON.stringify(network)}`, () => {
      assert.throws(() => createTrustedProxies(['127.0.0.1', network]), RangeError)
    })
  }
})
