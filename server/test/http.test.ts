// HTTP itself: requests that are odd, broken or hostile as HTTP, and the headers of every answer.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/endpoints.ts'
import { holdWrites, queryFolder } from './support/engine.ts'
import { bodyOf, makeKey, makeScene, pathOf, type Scene } from './support/fixtures.ts'
import { isReadable } from './support/judge.ts'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const MIB = 1024 * 1024
/** An answer that takes longer does not come: the connection is waiting for more. */
const PATIENCE_MS = 5_000
/** By then a connection that has to be closed is closed. */
const CLOSES_WITHIN_MS = 500

let folder: ReturnType<typeof temporaryFolder>
let setup: MadeSetup
let server: ServerProcess
let client: Client
let customer_id: string
let q: string

before(async () => {
  folder = temporaryFolder()
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  client = new Client(server.url, setup.api_key)
  q = `company_id=${setup.company_id}`
  customer_id = (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id
})
after(async () => {
  client.close()
  assert.equal(await server.end('SIGTERM'), 0)
  folder.remove()
})

interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Exchange {
  /** How many answers to wait for; fewer come when the server closes before. */
  count?: number
  /** Waits a moment longer, to see whether the server closes the connection. */
  sees_close?: boolean
  /** Answers have no body, whatever Content-Length says. */
  is_head?: boolean
}

/** Sends bytes on a separate connection and reads the answer. */
function exchange(bytes: string | Uint8Array, options: Exchange = {}): Promise<{ answers: RawAnswer[]; is_closed: boolean }> {
  const { count = 1, sees_close = false, is_head = false } = options
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let received: Buffer = Buffer.alloc(0)
    let moment: NodeJS.Timeout | undefined
    const finish = (is_closed: boolean) => {
      clearTimeout(patience)
      clearTimeout(moment)
      socket.destroy()
      resolve({ answers: answersIn(received, is_head), is_closed })
    }
    const patience = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer to ${String(bytes).slice(0, 300)}`))
    }, PATIENCE_MS)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk as Buffer])
      if (answersIn(received, is_head).length >= count)
        moment ??= setTimeout(() => finish(false), sees_close ? CLOSES_WITHIN_MS : 0)
    })
    // A server that has refused closes while the rest is still being sent.
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}

function answersIn(received: Buffer, is_head: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [line, ...fields] = rest.toString('latin1', 0, end).split('\r\n')
    const status = Number(line!.split(' ')[1])
    const headers = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
    )
    const length = is_head ? 0 : Number(headers['content-length'] ?? 0)
    if (rest.length < end + 4 + length) return answers
    answers.push({ status, headers, body: rest.toString('utf8', end + 4, end + 4 + length) })
    rest = rest.subarray(end + 4 + length)
  }
}

/** A request as text. `key` is the Authorization header's value; none if null. */
function requestText(
  method: string,
  target: string,
  more: string[] = [],
  body = '',
  key: string | null = `Bearer ${setup.api_key}`,
): string {
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...(key === null ? [] : [`Authorization: ${key}`]), ...more]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

async function statusOf(bytes: string | Buffer): Promise<number | undefined> {
  return (await exchange(bytes)).answers[0]?.status
}

const create = (body: string, more: string[] = []) =>
  requestText(
    'POST',
    `/v1/customers?${q}`,
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...more],
    body,
  )

describe('methods', () => {
  const paths = [...new Set(endpoints.map((endpoint) => endpoint.path))]
  const methodsOf = (path: string) =>
    endpoints
      .filter((endpoint) => endpoint.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

  test('405 with the exact Allow for every method that a path does not have', async () => {
    for (const path of paths) {
      const target = `${path.replace(/:[a-zA-Z]+/g, 'x_1')}?${q}`
      const allowed = [...new Set(methodsOf(path))].sort()
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK']) {
        // Another path of the same form may have it: /v1/events/test is also an event's.
        const of_same_form = paths
          .filter((other) => new RegExp(`^${other.replace(/:[a-zA-Z]+/g, '[^/]+')}$`).test(path))
          .flatMap(methodsOf)
        if (of_same_form.includes(method)) continue
        const { answers } = await exchange(requestText(method, target))
        assert.equal(answers[0]?.status, 405, `${method} ${path}`)
        assert.equal(answers[0]?.headers['allow'], [...new Set([...allowed, ...of_same_form])].sort().join(', '))
        assert.equal(JSON.parse(answers[0]!.body).code, 'method_not_allowed')
      }
    }
  })

  test('401 comes before 405 and 404; CONNECT is closed; an invented method is no HTTP', async () => {
    for (const target of ['/v1/invoices', '/v1/nope']) {
      assert.equal(await statusOf(requestText('PUT', target, [], '', null)), 401)
    }
    const connected = await exchange('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
    assert.deepEqual(connected, { answers: [], is_closed: true })
    assert.equal(await statusOf(requestText('FOO', '/v1/companies')), 400)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const lasting = ({ headers }: RawAnswer) => {
      const { date, 'quoin-request-id': _, ...others } = headers
      assert.ok(date)
      return others
    }
    for (const path of [
      '/v1/companies',
      `/v1/customers?${q}`,
      `/v1/customers/${customer_id}?${q}`,
      '/health',
      '/docs',
      '/openapi.json',
    ]) {
      const get = await exchange(requestText('GET', path))
      // A body would be where the second answer begins.
      const head = await exchange(requestText('HEAD', path).repeat(2), { count: 2, is_head: true })
      assert.deepEqual(head.answers.map(lasting), [lasting(get.answers[0]!), lasting(get.answers[0]!)], path)
      assert.ok(Number(get.answers[0]!.headers['content-length']) > 0)
    }
  })

  test('an overriding method is ignored', async () => {
    for (const more of ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE', 'X-HTTP-Method: DELETE']) {
      assert.equal(await statusOf(requestText('GET', `/v1/customers/${customer_id}?${q}`, [more])), 200)
    }
    assert.equal(await statusOf(requestText('GET', `/v1/customers/${customer_id}?${q}&_method=DELETE`)), 400)
    assert.equal((await client.call('GET', `/v1/customers/${customer_id}?${q}`)).status, 200)
  })
})

describe('paths', () => {
  for (const path of [
    '/v1/users//',
    '//v1/companies',
    '/V1/companies',
    '/v1/companies;x=1',
    '/v1%2fcompanies',
    '/v1/../v1/companies',
  ]) {
    test(`${path} is no other path's spelling: 404`, async () => {
      const { answers } = await exchange(requestText('GET', path))
      assert.equal(answers[0]?.status, 404)
      assert.equal(JSON.parse(answers[0]!.body).code, 'route_not_found')
    })
  }

  for (const target of [
    '/%76%31/companies',
    '/v1/%63ompanies',
    'http://localhost/v1/companies',
    'HTTP://evil.example:80/v1/companies',
  ]) {
    test(`${target} is /v1/companies: admitted, recorded and answered as that`, async () => {
      assert.equal(await statusOf(requestText('GET', target, [], '', null)), 401)
      assert.equal(await statusOf(requestText('GET', target)), 200)
    })
  }

  test('404 for paths that are no addresses of pages either, and for targets that are no paths', async () => {
    for (const target of [
      '/dashboard/nothing',
      '/assets/nothing.js',
      '/docs/../openapi.json',
      '/docs/package.json',
      '*',
      'http://localhost',
    ]) {
      const { answers } = await exchange(requestText('GET', target))
      assert.equal(answers[0]?.status, 404, target)
      assert.equal(JSON.parse(answers[0]!.body).code, 'route_not_found')
    }
  })

  test('404 for an object whose id is any odd text', async () => {
    for (const id of [
      '%00',
      '%zz',
      '%',
      '%2e%2e%2f',
      '..',
      '%ff%fe',
      'x'.repeat(10_000),
      '{}',
      '(select_1)',
      '%F0%9F%92%B0',
      '%e0%a4%a',
    ]) {
      const { answers } = await exchange(requestText('GET', `/v1/invoices/${id}?${q}`))
      assert.deepEqual(
        [answers[0]?.status, answers[0]?.body],
        [404, '{"error":"No such object","code":"not_found"}'],
        id.slice(0, 40),
      )
    }
  })
})

describe('requests that are ambiguous or no HTTP', () => {
  const broken: Record<string, () => string> = {
    'two Host headers': () => requestText('GET', '/v1/companies', ['Host: other']),
    'no Host header': () => `GET /v1/companies HTTP/1.1\r\nAuthorization: Bearer ${setup.api_key}\r\n\r\n`,
    'two Content-Types': () => create('{"name":"x"}', ['Content-Type: text/plain']),
    'Content-Length and Transfer-Encoding': () => create('0\r\n\r\n', ['Transfer-Encoding: chunked']),
    'two Content-Lengths': () => create('{"name":"x"}', ['Content-Length: 13']),
    'twice the same Content-Length': () => create('{"name":"x"}', ['Content-Length: 12']),
    'a Transfer-Encoding that is not chunked': () =>
      requestText('POST', `/v1/customers?${q}`, ['Content-Type: application/json', 'Transfer-Encoding: xchunked'], '0\r\n\r\n'),
    'chunked that is not last': () =>
      requestText(
        'POST',
        `/v1/customers?${q}`,
        ['Content-Type: application/json', 'Transfer-Encoding: chunked, identity'],
        '0\r\n\r\n',
      ),
    'a chunk size that is no number': () =>
      requestText(
        'POST',
        `/v1/customers?${q}`,
        ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        'zz\r\n{}\r\n0\r\n\r\n',
      ),
    'a bare line feed': () => requestText('GET', '/v1/companies').replaceAll('\r\n', '\n'),
    'a folded header': () => requestText('GET', '/v1/companies', ['X-A: a\r\n b']),
    'a blank before the colon': () => requestText('GET', '/v1/companies', ['X-A : a']),
    'a NUL in a header': () => requestText('GET', '/v1/companies', ['X-A: a\0b']),
    'a byte above ASCII in the path': () => requestText('GET', `/v1/customers/\xe9?${q}`),
    'a negative Content-Length': () => create('{"name":"x"}').replace('Content-Length: 12', 'Content-Length: -12'),
    'TLS on a plain port': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'HTTP/2 by prior knowledge': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  }
  for (const [name, text] of Object.entries(broken)) {
    test(`400 and the connection closed for ${name}`, async () => {
      const { answers, is_closed } = await exchange(text(), { sees_close: true })
      assert.deepEqual([answers.length, answers[0]?.status, is_closed], [1, 400, true], String(answers[0]?.body))
      assertCarriesAll(answers[0]!)
      assert.equal(answers[0]?.headers['connection'], 'close')
    })
  }

  for (const [name, text] of Object.entries({
    'a header of 20 kB': () => requestText('GET', '/v1/companies', [`X-A: ${'a'.repeat(20_000)}`]),
    'a path of 20 kB': () => requestText('GET', `/v1/customers/${'a'.repeat(20_000)}?${q}`),
    '3,000 headers': () => requestText('GET', '/v1/companies', Array(3000).fill('X-A: b')),
  })) {
    test(`431 for ${name}`, async () => {
      const { answers, is_closed } = await exchange(text(), { sees_close: true })
      assert.deepEqual([answers[0]?.status, is_closed], [431, true])
      assertCarriesAll(answers[0]!)
    })
  }

  test('401 for two Authorization headers, even of the same key', async () => {
    assert.equal(await statusOf(requestText('GET', '/v1/companies', [`Authorization: Bearer ${setup.api_key}`])), 401)
  })

  test('401 for a key that is sent in any other way', async () => {
    const bad = [
      'Bearer',
      'Bearer ',
      'Basic eDp5',
      setup.api_key,
      `Bearer ${setup.api_key},`,
      `Bearer\t${setup.api_key}`,
      `Token ${setup.api_key}`,
    ]
    for (const key of [
      ...bad,
      `Bearer "${setup.api_key}"`,
      `Bearer ${setup.api_key}\xa0`,
      `Bearer ${'é'.repeat(49)}`,
      `Bearer sk_${'a'.repeat(10_000)}`,
    ]) {
      const { answers } = await exchange(requestText('GET', '/v1/companies', [], '', key))
      assert.deepEqual([answers[0]?.status, answers[0]?.body], [401, '{"error":"Invalid API key"}'], key)
      assert.equal(answers[0]?.headers['www-authenticate'], 'Bearer')
    }
    const elsewhere = [
      `Cookie: key=${setup.api_key}`,
      `X-Api-Key: ${setup.api_key}`,
      `Proxy-Authorization: Bearer ${setup.api_key}`,
    ]
    for (const more of elsewhere) assert.equal(await statusOf(requestText('GET', '/v1/companies', [more], '', null)), 401)
    assert.equal(await statusOf(requestText('GET', `/v1/companies?key=${setup.api_key}`, [], '', null)), 401)
    for (const key of [`bearer ${setup.api_key}`, `BEARER ${setup.api_key}`, `Bearer   ${setup.api_key}`]) {
      assert.equal(await statusOf(requestText('GET', '/v1/companies', [], '', key)), 200)
    }
  })

  test('requests in a row on one connection are answered in their order', async () => {
    const targets = Array.from({ length: 20 }, (_, index) =>
      index % 3 === 0 ? '/v1/companies' : `/v1/customers?${q}&limit=${index + 1}`,
    )
    const { answers } = await exchange(targets.map((target) => requestText('GET', target)).join(''), { count: 20 })
    assert.deepEqual(
      answers.map(({ status, body }) => [status, JSON.parse(body).data.pagination?.limit]),
      targets.map((_, index) => [200, index % 3 === 0 ? undefined : index + 1]),
    )
  })
})

describe('bodies', () => {
  test('201 for a body of exactly 1 MiB, 413 for one byte more, and the connection closed', async () => {
    const padded = (bytes: number) => `{"name":"Padded"${' '.repeat(bytes - '{"name":"Padded"}'.length)}}`
    assert.equal(await statusOf(create(padded(MIB))), 201)
    const { answers, is_closed } = await exchange(create(padded(MIB + 1)), { sees_close: true })
    assert.deepEqual([answers[0]?.status, JSON.parse(answers[0]!.body).code, is_closed], [413, 'payload_too_large', true])
    assertCarriesAll(answers[0]!)
  })

  test('413 as soon as Content-Length says so, and when too much comes in chunks', async () => {
    const head = requestText('POST', `/v1/customers?${q}`, ['Content-Type: application/json', `Content-Length: ${10 * MIB}`])
    assert.equal(await statusOf(head), 413)
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const chunked = (count: number) =>
      requestText(
        'POST',
        `/v1/customers?${q}`,
        ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        `${chunk.repeat(count)}10\r\n{"name":"Chunks"}\r\n0\r\n\r\n`.replace(
          '10\r\n{"name":"Chunks"}',
          '11\r\n{"name":"Chunks"}',
        ),
      )
    assert.equal(await statusOf(chunked(15)), 201)
    assert.equal(await statusOf(chunked(17)), 413)
  })

  test('Expect: 100-continue is answered before the body; another expectation is ignored', async () => {
    const body = '{"name":"Expected"}'
    const { answers } = await exchange(create(body, ['Expect: 100-continue']), { count: 2 })
    assert.deepEqual(
      answers.map(({ status }) => status),
      [100, 201],
    )
    assert.equal(await statusOf(create(body, ['Expect: something-else'])), 201)
  })

  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
  ]
  for (const type of [...types, 'application/merge-patch+json', 'application/jsonp', 'json', '']) {
    test(`415 for Content-Type "${type}"`, async () => {
      const body = '{"name":"x"}'
      const text = requestText('POST', `/v1/customers?${q}`, [`Content-Type: ${type}`, `Content-Length: ${body.length}`], body)
      const { answers } = await exchange(text)
      assert.deepEqual([answers[0]?.status, JSON.parse(answers[0]!.body).code], [415, 'unsupported_media_type'])
    })
  }

  test('an empty body is none, whatever its Content-Type, its length told or not', async () => {
    const target = `/v1/events/test?${q}`
    const json = 'Content-Type: application/json'
    for (const more of [[json], [json, 'Content-Encoding: gzip'], ...types.map((type) => [`Content-Type: ${type}`])]) {
      for (const [length, body] of [
        ['Content-Length: 0', ''],
        ['Transfer-Encoding: chunked', '0\r\n\r\n'],
      ] as const) {
        const { answers } = await exchange(requestText('POST', target, [...more, length], body))
        const { code, param } = JSON.parse(answers[0]!.body)
        assert.deepEqual([answers[0]!.status, code, param], [400, 'parameter_missing', 'type'], `${more} ${length}`)
      }
    }
  })

  test('a body of another type is refused at its first byte, and the request is not carried out at its end', async () => {
    const quote = await client.call('POST', `/v1/quotes?${q}`, { customer_id })
    const target = `/v1/quotes/${quote.body.data.id}/convert?${q}`
    const chunks = '1\r\nx\r\n0\r\n\r\n'
    assert.equal(
      await statusOf(requestText('POST', target, ['Content-Type: text/plain', 'Transfer-Encoding: chunked'], chunks)),
      415,
    )
    assert.equal((await client.call('POST', target, {})).status, 201)
  })

  test('415 for a body without a Content-Type; 201 for each spelling of JSON in UTF-8', async () => {
    const body = '{"name":"x"}'
    assert.equal(await statusOf(requestText('POST', `/v1/customers?${q}`, [`Content-Length: ${body.length}`], body)), 415)
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json;charset=utf-8',
      'application/json; charset="UTF-8"',
      'application/json; q=1',
    ]) {
      const text = requestText('POST', `/v1/customers?${q}`, [`Content-Type: ${type}`, `Content-Length: ${body.length}`], body)
      assert.equal(await statusOf(text), 201, type)
    }
  })

  test('415 for a body that is encoded otherwise than with gzip, 400 for one that is no gzip', async () => {
    assert.equal(await statusOf(create('{"name":"x"}', ['Content-Encoding: gzip'])), 400)
    for (const encoding of ['br', 'deflate', 'gzip, identity', 'x']) {
      assert.equal(await statusOf(create('{"name":"x"}', [`Content-Encoding: ${encoding}`])), 415, encoding)
    }
    assert.equal(await statusOf(create('{"name":"x"}', ['Content-Encoding: identity'])), 201)
  })

  test('a body on GET and DELETE is not read, whatever it is', async () => {
    for (const [method, target] of [
      ['GET', '/v1/companies'],
      ['DELETE', `/v1/customers/cus_x?${q}`],
    ] as const) {
      for (const type of ['text/plain', 'application/json', '']) {
        const more = [`Content-Type: ${type}`, 'Content-Length: 5']
        const { answers } = await exchange(
          `${requestText(method, target, more, '{"a":')}${requestText('GET', '/v1/companies')}`,
          { count: 2 },
        )
        assert.deepEqual(
          answers.map(({ status }) => status),
          [method === 'GET' ? 200 : 404, 200],
        )
      }
    }
  })

  const unreadable: Record<string, Buffer> = {
    'invalid UTF-8': Buffer.from('{"name":"\xff"}', 'latin1'),
    'a NUL': Buffer.from('{"name":"a\\u0000b"}'),
    'a lone surrogate': Buffer.from('{"name":"\\ud800"}'),
    'a key twice': Buffer.from('{"name":"a","name":"b"}'),
    __proto__: Buffer.from('{"name":"a","__proto__":{"x":1}}'),
    'depth 33': Buffer.from(`{"name":"a","x":${'['.repeat(32)}${']'.repeat(32)}}`),
    '1e400': Buffer.from('{"name":"a","x":1e400}'),
    'a byte order mark': Buffer.from('\ufeff{"name":"a"}'),
    'nothing but blanks': Buffer.from('   '),
    'two values': Buffer.from('{"name":"a"}{}'),
  }
  for (const [name, body] of Object.entries(unreadable)) {
    test(`400 invalid_json for ${name}`, async () => {
      const head = requestText('POST', `/v1/customers?${q}`, ['Content-Type: application/json', `Content-Length: ${body.length}`])
      const { answers } = await exchange(Buffer.concat([Buffer.from(head), body]))
      assert.deepEqual([answers[0]?.status, JSON.parse(answers[0]!.body).code], [400, 'invalid_json'])
    })
  }

  test('depth 32 is read, and comes back as it was', async () => {
    let nested: unknown = 'here'
    for (let level = 0; level < 30; level++) nested = level % 2 ? [nested] : { n: nested }
    const body = { title: 'Deep', metadata: { nested } }
    assert.ok(isReadable(body))
    const { status, body: answer } = await client.call('POST', `/v1/projects?${q}`, body)
    assert.equal(status, 201)
    assert.deepEqual(answer.data.metadata, body.metadata)
    assert.equal((await client.call('POST', `/v1/projects?${q}`, { ...body, metadata: { nested: [nested] } })).status, 400)
  })
})

describe('connections', () => {
  test('200 clients that go away in the middle of a request or of its answer do no harm', async () => {
    const { port } = new URL(server.url)
    const whole = create('{"name":"Half"}')
    for (let round = 0; round < 200; round++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(round % 2 ? whole : whole.slice(0, (whole.length * (round % 20)) / 20), () => {
            socket.destroy()
            resolve()
          })
        })
        socket.on('error', () => resolve())
      })
    }
    assert.equal((await client.call('GET', `/v1/customers?${q}`)).status, 200)
    assert.equal((await client.call('POST', `/v1/customers?${q}`, { name: 'After' })).status, 201)
  })

  test('forwarding headers of a client are not believed', async () => {
    const forged = ['X-Forwarded-For: 8.8.8.8', 'X-Real-IP: 8.8.8.8', 'Forwarded: for=8.8.8.8', 'X-Forwarded-Host: evil.example']
    const { answers } = await exchange(requestText('GET', `/v1/customers?${q}`, [...forged, 'User-Agent: forged']))
    assert.equal(answers[0]?.status, 200)
    await new Promise((resolve) => setTimeout(resolve, 600))
    const rows = await queryFolder(folder.path, "SELECT ip_address FROM audit_log WHERE user_agent = 'forged'")
    assert.deepEqual(
      rows.map(({ ip_address }) => ip_address),
      ['127.0.0.1'],
    )
  })
})

/** The headers of every answer, of the service or of the layer below it. */
function assertCarriesAll(answer: RawAnswer): void {
  const { headers } = answer
  assert.match(headers['quoin-request-id'] ?? '', /^req_[0-9a-z]{26}$/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['content-type'] ?? '', /^application\/json; charset=utf-8$/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(Number(headers['content-length']), Buffer.byteLength(answer.body))
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie', 'transfer-encoding']) {
    assert.equal(headers[name], undefined, name)
  }
  JSON.parse(answer.body)
}

describe('answers', () => {
  test('every answer carries its request id, nosniff, no-store, its type and its length', async () => {
    const ids = new Set<string>()
    for (const text of [
      requestText('GET', '/v1/companies'),
      requestText('GET', `/v1/customers?${q}`),
      requestText('GET', `/v1/customers/${customer_id}?${q}`),
      Buffer.from(create('{"name":"请求 é"}')),
      create('{'),
      create('{}'),
      requestText('GET', '/v1/companies', [], '', null),
      requestText('GET', '/v1/companies', [], '', 'Bearer x'),
      requestText('GET', '/v1/customers?company_id=com_x'),
      requestText('GET', '/v1/customers'),
      requestText('GET', `/v1/customers/x?${q}`),
      requestText('GET', '/v1/nope'),
      requestText('GET', '/assets/nope'),
      requestText('PUT', `/v1/customers?${q}`),
      requestText('POST', `/v1/customers?${q}`, ['Content-Type: text/plain', 'Content-Length: 1'], 'x'),
      requestText('GET', '/health'),
    ]) {
      const { answers } = await exchange(text)
      assertCarriesAll(answers[0]!)
      ids.add(answers[0]!.headers['quoin-request-id']!)
    }
    assert.equal(ids.size, 16, 'no id is given twice')
  })

  test('304 has no body and keeps the ETag', async () => {
    const first = await client.call('GET', `/v1/customers/${customer_id}?${q}`)
    const etag = String(first.headers['etag'])
    const { answers } = await exchange(requestText('GET', `/v1/customers/${customer_id}?${q}`, [`If-None-Match: "x", ${etag}`]))
    assert.deepEqual([answers[0]?.status, answers[0]?.body, answers[0]?.headers['etag']], [304, '', etag])
    assert.equal(answers[0]?.headers['content-type'], undefined)
  })

  test('CORS: no origin is allowed anything', async () => {
    const { answers } = await exchange(requestText('GET', '/v1/companies', ['Origin: https://evil.example']))
    assert.deepEqual(
      Object.keys(answers[0]!.headers).filter((name) => name.startsWith('access-control')),
      [],
    )
  })
})

describe('/health, /openapi.json and /docs', () => {
  test('/health is 200 without a key', async () => {
    const answer = await fetch(`${server.url}/health`)
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }])
  })

  test('/openapi.json is the document of the repository', async () => {
    const answer = await fetch(`${server.url}/openapi.json`)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    const { openApiText } = await import('../../scripts/openapi.ts')
    assert.deepEqual(await answer.json(), JSON.parse(openApiText()))
  })

  test('/docs shows it with files of this server alone, under a policy that lets nothing else in', async () => {
    const page = await fetch(`${server.url}/docs`)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      assert.ok(policy.split('; ').includes(rule), rule)
    }
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
    const html = await page.text()
    assert.doesNotMatch(html, /https?:\/\/|(src|href)="\/\/|<script>|\son\w+=/i, 'no foreign address, no script in the page')
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
    assert.ok(files.length >= 3)
    for (const file of files) {
      const answer = await fetch(server.url + file)
      assert.equal(answer.status, 200, file)
      assert.match(answer.headers.get('content-type') ?? '', file.endsWith('.css') ? /^text\/css; / : /^text\/javascript; /)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      const text = await answer.text()
      assert.ok(text.length > 100)
      if (file.endsWith('start.js')) assert.doesNotMatch(text, /https?:\/\//)
      if (file.endsWith('.css')) assert.doesNotMatch(text, /url\((?!["']?data:)|@import/)
    }
  })
})

describe('the rate limit', () => {
  let limited: TestApp
  let scene: Scene
  before(async () => {
    limited = await startTestApp({ requests_per_second: 20 })
    scene = await makeScene(limited, { key: limited.tenant.keys.admin, company: limited.tenant.company_id })
  })
  after(() => limited.close())

  test('429 with Retry-After once a key has used up twice its rate; other keys are not touched; it recovers on time', async () => {
    const { key } = await makeKey(limited, limited.tenant, 'read')
    const burst = async () => {
      const answers = []
      for (let count = 0; count < 60; count++) answers.push(await limited.call('GET', '/v1/invoices', { key }))
      return answers
    }
    const answers = await burst()
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(40).fill(200), ...Array(20).fill(429)],
    )
    const refused = answers.at(-1)!
    assert.deepEqual([refused.body.code, refused.headers['retry-after']], ['rate_limited', '1'])
    assert.equal((await limited.call('GET', '/v1/invoices', { key: limited.tenant.keys.read })).status, 200)
    limited.setClock(new Date(limited.now_ms() + 500).toISOString())
    assert.equal((await burst()).filter(({ status }) => status === 200).length, 10)
    limited.setClock(new Date(limited.now_ms() + 60_000).toISOString())
    assert.equal((await burst()).filter(({ status }) => status === 200).length, 40)
  })

  test('429 comes after the level and before the company and the body; it changes nothing', async () => {
    const { key } = await makeKey(limited, limited.tenant, 'write')
    for (let count = 0; count < 41; count++) await limited.call('GET', '/v1/invoices', { key })
    for (const endpoint of endpoints) {
      const path = pathOf(endpoint, scene)
      const body = bodyOf(endpoint, scene)
      const { status } = await limited.call(endpoint.method, path, { key, company: 'com_x', ...(body ? { body } : {}) })
      assert.equal(status, endpoint.level === 'admin' ? 403 : 429, endpoint.operation_id)
    }
  })
})

describe('a database that can not be reached', () => {
  test('503 with Retry-After for a write that another process holds up; reads go on; afterwards everything works', async () => {
    const endHolding = await holdWrites(folder.path, setup.company_id)
    const refused = await client.call('POST', `/v1/customers?${q}`, { name: 'Held up' }, { 'idempotency-key': 'held-up' })
    assert.deepEqual([refused.status, refused.body.code, refused.headers['retry-after']], [503, 'unavailable', '1'])
    assert.doesNotMatch(refused.body.error, /SQL|locked|busy/i)
    assert.equal((await client.call('GET', `/v1/customers/${customer_id}?${q}`)).status, 200)
    await endHolding()
    const again = await client.call('POST', `/v1/customers?${q}`, { name: 'Held up' }, { 'idempotency-key': 'held-up' })
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, undefined])
  })

  test('/health is 503 once the database is closed', async () => {
    const app = await startTestApp()
    assert.equal((await app.server.inject('/health')).statusCode, 200)
    await app.database.close()
    const health = await app.server.inject('/health')
    assert.deepEqual([health.statusCode, health.json()], [503, { status: 'unavailable' }])
    await app.server.close()
  })
})
