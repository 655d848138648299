import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { LOOPBACK_HOSTS, PRIVATE_HOSTS } from '../../../test/support/private-hosts.ts'
import { ApiError } from '../../kernel/errors.ts'
import { isPublicAddress } from './address.ts'
import { checkDestination, createLookup, resolvesToPrivate } from './destination.ts'
import { RefusedDestination } from './outcome.ts'

const GUARDED = { allow_private: false }
const OPEN = { allow_private: true }

/** The sentence of the 400 for this URL; undefined for one that is accepted. */
function refusalOf(url: string, rules = GUARDED): string | undefined {
  try {
    checkDestination(url, rules)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.faults[0].param, error.faults.length], [400, 'url', 1])
    return error.message
  }
}

describe('the URL of an endpoint', () => {
  const accepted: [url: string, normalised: string][] = [
    ['https://example.com', 'https://example.com/'],
    ['https://Example.COM:443/a?b=c', 'https://example.com/a?b=c'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com:1024/', 'https://example.com:1024/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://a.notlocal/', 'https://a.notlocal/'],
    ['https://hooks.test/', 'https://hooks.test/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://11.0.0.1/', 'https://11.0.0.1/'],
    ['https://172.32.0.1/', 'https://172.32.0.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    [`https://example.com/${'a'.repeat(2028)}`, `https://example.com/${'a'.repeat(2028)}`],
  ]
  for (const [url, normalised] of accepted) {
    test(`is accepted: ${url.slice(0, 60)}`, () => assert.equal(checkDestination(url, GUARDED), normalised))
  }

  const refused: [url: string, sentence: RegExp][] = [
    ['', /not an absolute URL/],
    ['example.com/webhooks', /not an absolute URL/],
    ['https://', /not an absolute URL/],
    ['https://1.2.3.4.5/', /not an absolute URL/],
    ['https://256.1.1.1/', /not an absolute URL/],
    ['https://[fe80::1%25eth0]/', /not an absolute URL/],
    ['https://exa mple.com/', /not an absolute URL/],
    ['http://example.com/', /https URLs only/],
    ['ftp://example.com/', /https URLs only/],
    ['file:///etc/passwd', /https URLs only/],
    ['gopher://example.com/', /https URLs only/],
    ['javascript:alert(1)', /https URLs only/],
    ['data:text/plain,x', /https URLs only/],
    ['https://user:pass@example.com/', /user name or password/],
    ['https://user@example.com/', /user name or password/],
    ['https://example.com@127.0.0.1/', /user name or password/],
    ['https://example.com/#a', /fragment/],
    ['https://example.com:0/', /port 0/],
    ['https://example.com:22/', /port 22 /],
    ['https://example.com:25/', /port 25 /],
    ['https://example.com:80/', /port 80 /],
    ['https://example.com:1023/', /port 1023 /],
    ['https://example.com:2375/', /port 2375 /],
    ['https://example.com:3306/', /port 3306 /],
    ['https://example.com:5432/', /port 5432 /],
    ['https://example.com:6379/', /port 6379 /],
    ['https://example.com:11211/', /port 11211 /],
    ['https://example.com../', /full domain name/],
    [`https://example.com/${'a'.repeat(2029)}`, /longer than 2048/],
    [`https://example.com/${'€'.repeat(300)}`, /when encoded, longer than 2048/],
  ]
  for (const [url, sentence] of refused) {
    test(`400: ${url.slice(0, 60)}`, () => assert.match(refusalOf(url) ?? 'accepted', new RegExp(sentence, 'i')))
  }

  for (const host of [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS]) {
    test(`400 for the host ${host}`, () => {
      assert.match(refusalOf(`https://${host}/`) ?? 'accepted', /not public|full domain name/)
      assert.match(refusalOf(`https://${host}:8443/a`) ?? 'accepted', /not public|full domain name/)
    })
  }

  test('with QUOIN_ALLOW_PRIVATE_WEBHOOKS it may be any http or https address, and nothing else', () => {
    for (const url of [
      'http://127.0.0.1:22/',
      'http://localhost/',
      'https://[::1]:5432/',
      'http://receiver:3000/a',
      'http://10.0.0.1/',
    ]) {
      assert.equal(checkDestination(url, OPEN), url)
    }
    assert.match(refusalOf('ftp://127.0.0.1/', OPEN)!, /https and http URLs only/)
    assert.match(refusalOf('http://a:b@127.0.0.1/', OPEN)!, /user name/)
    assert.match(refusalOf('http://127.0.0.1/#a', OPEN)!, /fragment/)
    assert.match(refusalOf('http://127.0.0.1:0/', OPEN)!, /port 0/i)
  })

  test('any text is either refused with 400 or normalised to what is accepted again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ unit: 'binary' })),
        (text) => {
          if (refusalOf(text) !== undefined) return
          const normalised = checkDestination(text, GUARDED)
          assert.equal(checkDestination(normalised, GUARDED), normalised)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a public address', () => {
  test('is none that wraps an IPv4 address, or has a zone, or is no address', () => {
    for (const address of [
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:808:808::1',
      '::8.8.8.8',
      '2606::1%eth0',
      'example.com',
      '8.8',
      '',
    ]) {
      assert.equal(isPublicAddress(address), false, address)
    }
  })

  test('of IPv6 is in 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (isIP(address) === 0 || !isPublicAddress(address)) return
        const first_group = Number.parseInt(address.split(':')[0]!, 16)
        assert.ok(first_group >= 0x2000 && first_group <= 0x3fff, address)
      }),
      { numRuns: 5000 },
    )
  })

  const borders: [before: string, first: string, last: string, after: string][] = [
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['2000:ffff:ffff::', '2001::', '2001:1ff:ffff::', '2001:200::'],
    ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff::', '2001:db9::'],
    ['2001:ffff::', '2002::', '2002:ffff::', '2003::'],
    ['3ffd:ffff::', '3ffe::', '3fff:fff::', '3fff:1000::'],
  ]
  for (const [before, first, last, after] of borders) {
    test(`is not in ${first} to ${last}`, () => {
      assert.deepEqual([before, first, last, after].map(isPublicAddress), [true, false, false, true])
    })
  }
})

describe('the lookup of a connection', () => {
  const look = (rules: { allow_private: boolean }, hostname: string, options: { all?: boolean; family?: number }) =>
    new Promise<unknown[]>((resolve) => createLookup(rules)(hostname, options, (...answer) => resolve(answer)))

  test('with private destinations allowed is the system’s own', async () => {
    assert.deepEqual(await look(OPEN, 'localhost', { family: 4 }), [null, '127.0.0.1', 4])
    assert.deepEqual(await look(OPEN, 'localhost', { family: 4, all: true }), [null, [{ address: '127.0.0.1', family: 4 }]])
  })

  // Whether the machine's name servers say that there is no such name, or can't be reached: the end is the same.
  for (const hostname of ['localhost', 'no-such-name.invalid', `${'a'.repeat(64)}.example`]) {
    test(`without an address there is an error: ${hostname.slice(0, 30)}`, async () => {
      const [error, address] = await look(GUARDED, hostname, { all: true })
      assert.ok(error instanceof Error)
      assert.equal(address, '')
    })
  }

  test('the refusal is an error of its own class', () => {
    assert.equal(new RefusedDestination('the address 10.0.0.1 is not public').name, 'RefusedDestination')
  })
})

describe('resolving at the making of an endpoint', () => {
  test('a numeric host is judged without asking', async () => {
    assert.deepEqual(await Promise.all(['127.0.0.1', '[::1]', '8.8.8.8', '[2606:4700::1]'].map(resolvesToPrivate)), [
      true,
      true,
      false,
      false,
    ])
  })

  test('a name that can not be resolved is not held against it, and takes at most 3 s', async () => {
    const started_ms = performance.now()
    assert.equal(await resolvesToPrivate('no-such-name.invalid'), false)
    assert.ok(performance.now() - started_ms < 4000)
  })
})
