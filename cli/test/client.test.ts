// login, logout, trigger and events: the real command against a real server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  Client,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { onTerminal, runQuoin, SCRIPT, startHandler } from './support/quoin.ts'

const NO_EVENT = `evt_${'0'.repeat(26)}`
const NO_ENDPOINT = `we_${'0'.repeat(26)}`

const folder = temporaryFolder()
const config = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let environment: Record<string, string>

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
  environment = { QUOIN_URL: server.url, QUOIN_API_KEY: setup.api_key, QUOIN_COMPANY: setup.company_id }
})
after(async () => {
  await server.end('SIGTERM')
  folder.remove()
  config.remove()
})

const quoin = (...args: string[]) => runQuoin(config.path, args, environment)
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await quoin(...args, '--json')
  assert.equal(code, 0, stderr)
  assert.equal(stdout.trim().split('\n').length, 1)
  return JSON.parse(stdout)
}

describe('quoin login', () => {
  const login_file = (folder_path: string) => join(folder_path, 'quoin', 'login.json')

  test('stores server, key and company for the other commands, in a file that only its owner reads', async () => {
    const own = temporaryFolder()
    const given = ['--url', `${server.url}/`, '--api-key', setup.api_key]
    const { code, stdout } = await runQuoin(own.path, ['login', ...given])
    assert.equal(code, 0)
    assert.equal(stdout, `Logged in to ${server.url} as First (${setup.company_id})\n`)
    assert.equal(statSync(login_file(own.path)).mode & 0o777, 0o600)
    assert.equal(statSync(join(own.path, 'quoin')).mode & 0o777, 0o700)
    const listed = await runQuoin(own.path, ['events', 'list'])
    assert.deepEqual([listed.code, listed.stderr], [0, ''])
    const again = JSON.parse((await runQuoin(own.path, ['login', ...given, '--json'])).stdout)
    assert.deepEqual(again, { url: server.url, company_id: setup.company_id, company_name: 'First' })
    own.remove()
  })

  test('is never used for another server, and its company only with its key', async () => {
    const own = temporaryFolder()
    await runQuoin(own.path, ['login', '--url', server.url, '--api-key', setup.api_key])
    const elsewhere = await runQuoin(own.path, ['events', 'list', '--url', 'http://127.0.0.1:65530'])
    assert.deepEqual(
      [elsewhere.code, elsewhere.stderr],
      [1, 'quoin: No API key for http://127.0.0.1:65530: run quoin login, or give --api-key or QUOIN_API_KEY\n'],
    )
    own.remove()
  })

  test('logout forgets it', async () => {
    const own = temporaryFolder()
    await runQuoin(own.path, ['login', '--url', server.url, '--api-key', setup.api_key])
    assert.equal((await runQuoin(own.path, ['logout'])).stdout, `Logged out of ${server.url}\n`)
    assert.equal(existsSync(login_file(own.path)), false)
    assert.deepEqual((await runQuoin(own.path, ['logout'])).stdout, 'There was no login\n')
    assert.equal((await runQuoin(own.path, ['events', 'list'])).code, 1)
    own.remove()
  })

  for (const [name, args, pattern] of [
    ['a key that is refused', ['--api-key', 'sk_nope'], /Invalid API key/],
    ['no key, in a pipe', [], /--api-key or QUOIN_API_KEY/],
    [
      'a company that the key does not reach',
      ['--api-key', 'KEY', '--company', 'com_x'],
      /does not reach com_x; it reaches com_/,
    ],
    ['an address that is none', ['--api-key', 'KEY', '--url', 'ftp://x'], /ftp:\/\/x is no address/],
    // Told before a key is missed: nobody should look one up for a server that is not there.
    [
      'a server that is not there',
      ['--url', 'http://127.0.0.1:65530'],
      /can't be reached: .*ECONNREFUSED.*npm start.*QUOIN_URL$/m,
    ],
    ['an address with /v1', ['--url', 'http://127.0.0.1:65530/v1/'], /without \/v1: http:\/\/127\.0\.0\.1:65530$/m],
    ['an address without a scheme', ['--url', '127.0.0.1:4391'], /did you mean http:\/\/127\.0\.0\.1:4391\?/],
    ['a host without a scheme', ['--url', 'billing.example.com'], /did you mean https:\/\/billing\.example\.com\?/],
  ] as const) {
    test(`exits 1 with one line and stores nothing for ${name}`, async () => {
      const own = temporaryFolder()
      const given = args.map((arg) => (arg === 'KEY' ? setup.api_key : arg))
      const { code, stdout, stderr } = await runQuoin(own.path, ['login', '--url', server.url, ...given])
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [1, '', 1])
      assert.match(stderr, pattern)
      assert.equal(existsSync(login_file(own.path)), false)
      own.remove()
    })
  }

  test('says that a server is not Quoin', async () => {
    const other = await startHandler()
    const { code, stderr } = await runQuoin(config.path, ['login', '--url', new URL(other.url).origin])
    assert.equal(code, 1)
    assert.match(stderr, /answers 200, but is no Quoin server/)
    await other.close()
  })

  test('takes what is not given from the login before: the key and company too, but only for its server', async () => {
    const own = temporaryFolder()
    await runQuoin(own.path, ['login', '--url', server.url, '--api-key', setup.api_key])
    const stored = readFileSync(login_file(own.path), 'utf8')
    const again = await runQuoin(own.path, ['login'])
    assert.deepEqual([again.code, again.stdout], [0, `Logged in to ${server.url} as First (${setup.company_id})\n`])
    assert.equal(readFileSync(login_file(own.path), 'utf8'), stored)
    const elsewhere = await runQuoin(own.path, ['login', '--url', server.url.replace('127.0.0.1', 'localhost')])
    assert.deepEqual([elsewhere.code, /--api-key or QUOIN_API_KEY/.test(elsewhere.stderr)], [1, true])
    own.remove()
  })

  test('on a terminal proposes the login before, asks again for a wrong key, and ends its frame', {
    skip: !existsSync(SCRIPT),
  }, async () => {
    const own = temporaryFolder()
    await runQuoin(own.path, ['login', '--url', server.url, '--api-key', setup.api_key])
    const right = await onTerminal(
      own.path,
      ['login'],
      [
        [/Server[\s\S]*127\.0\.0\.1/, '\r'],
        [/API key/, 'sk_nope\r'],
        [/try again[\s\S]*API key/, '\r'],
      ],
    )
    assert.match(right, /└ +Stored[\s\S]*Logged in to http\S+ as First/)
    for (const control of ['\u0003', '\u0004']) {
      const cancelled = await onTerminal(own.path, ['login'], [[/Server/, control]])
      assert.match(cancelled, /└ +Nothing is stored[\s\S]*quoin: Cancelled/)
      assert.doesNotMatch(cancelled, /await/)
    }
    const wrong = await onTerminal(
      own.path,
      ['login', '--url', server.url],
      [
        [/API key/, 'sk_1\r'],
        [/try again[\s\S]*API key/, 'sk_2\r'],
        [/try again[\s\S]*try again[\s\S]*API key/, 'sk_3\r'],
      ],
    )
    assert.match(wrong, /└ +Nothing is stored[\s\S]*quoin: Invalid API key/)
    own.remove()
  })

  test('asks for the company in a pipe by naming those that the key reaches', async () => {
    const made = await runCli(
      folder.path,
      ...['companies', 'create', '--organization', setup.organization_id, '--name', 'Second', '--json'],
    )
    const second = JSON.parse(made.stdout).id
    const all = ['keys', 'create', '--company', second, '--all-companies', '--name', 'all', '--level', 'admin', '--json']
    const { key } = JSON.parse((await runCli(folder.path, ...all)).stdout)
    const own = temporaryFolder()
    const { code, stderr } = await runQuoin(own.path, ['login', '--url', server.url, '--api-key', key])
    assert.equal(code, 1)
    assert.match(stderr, /choose one with --company: com_\w+ \(Second\), com_\w+ \(First\)/)
    assert.equal((await runQuoin(own.path, ['login', '--url', server.url, '--api-key', key, '--company', second])).code, 0)
    own.remove()
  })

  test('says what to do when the stored login is broken', async () => {
    const own = temporaryFolder()
    await runQuoin(own.path, ['login', '--url', server.url, '--api-key', setup.api_key])
    writeFileSync(login_file(own.path), '{')
    const { code, stderr } = await runQuoin(own.path, ['events', 'list'])
    assert.deepEqual([code, stderr], [1, "quoin: The stored login can't be read: run quoin login again\n"])
    const logout = await runQuoin(own.path, ['logout'])
    assert.deepEqual([logout.code, logout.stdout], [0, "Removed a stored login that couldn't be read\n"])
    writeFileSync(login_file(own.path), '{}')
    assert.equal((await runQuoin(own.path, ['login', '--url', server.url, '--api-key', setup.api_key])).code, 0)
    own.remove()
  })
})

describe('quoin trigger', () => {
  test('stores a test event of the type', async () => {
    const event = await json('trigger', 'invoice.paid')
    assert.deepEqual([event.type, event.test, event.data.test, event.resource_type], ['invoice.paid', true, true, 'cli_test'])
    assert.match((await quoin('trigger', 'quote.sent')).stdout, /^Stored quote\.sent {2}evt_\w{26}\n$/)
  })

  for (const [type, hint] of [
    ['invoice.payed', 'did you mean invoice.paid'],
    ['Invoice.Paid', 'did you mean invoice.paid'],
    ['customer.sent', /did you mean customer\.\w+/],
    ['xyz', 'quoin events types lists them'],
  ] as const) {
    test(`exits 1 for ${type} and says: ${hint}`, async () => {
      const { code, stdout, stderr } = await quoin('trigger', type)
      assert.deepEqual([code, stdout, stderr.split('\n').length], [1, '', 2])
      assert.ok(stderr.startsWith(`quoin: There is no event type ${type}: `))
      if (typeof hint === 'string') assert.ok(stderr.includes(hint), stderr)
      else assert.match(stderr, hint)
    })
  }
})

describe('quoin trigger with more than one type', () => {
  for (const [type, pattern] of [
    ['invoice.*', /^quoin: invoice\.\* is a filter, and one event type is wanted: invoice\.created, (invoice\.\w+(, |\n))+$/],
    ['invoice', /^quoin: invoice is no single event type, choose one: invoice\.created, (invoice\.\w+(, |\n))+$/],
    ['*', /^quoin: \* is a filter, and one event type is wanted: quoin events types lists them\n$/],
  ] as const) {
    test(`exits 1 for ${type} and lists the types that it may have meant`, async () => {
      const { code, stderr } = await quoin('trigger', type)
      assert.equal(code, 1)
      assert.match(stderr, pattern)
    })
  }
})

describe('quoin events', () => {
  test('list shows the newest events, filtered, in a table or as JSON', async () => {
    const { id } = await json('trigger', 'customer.created')
    await json('trigger', 'payment.received')
    const table = await quoin('events', 'list', '--type', 'customer.*', '--limit', '1')
    assert.match(
      table.stdout,
      new RegExp(`^CREATED +TYPE +ID +TEST\\n\\d\\d-\\d\\d [\\d:]{8} +customer\\.created +${id} +test\\n$`),
    )
    await json('trigger', 'webhook_endpoint.disabled')
    const longest = await quoin('events', 'list', '--type', 'webhook_endpoint.*')
    assert.ok(
      longest.stdout.split('\n').every((line) => line.length <= 80),
      longest.stdout,
    )
    const events = await json('events', 'list', '--since', '1h', '--limit', '3').then((all) => all.slice(1))
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['payment.received', 'customer.created'],
    )
    const of_resource = await json('events', 'list', '--resource', events[1].resource_id, '--type', 'customer.created')
    assert.ok(of_resource.every((event: { resource_id: string }) => event.resource_id === events[1].resource_id))
    assert.deepEqual(await json('events', 'list', '--until', '2000-01-01'), [])
    assert.deepEqual(await json('events', 'list', '--since', 'now'), [])
    assert.equal((await quoin('events', 'list', '--until', '2000-01-01')).stdout, 'No events\n')
  })

  test('list walks over many pages', async () => {
    const client = new Client(server.url, setup.api_key)
    await Promise.all(Array.from({ length: 150 }, () => client.call('POST', '/v1/events/test', { type: 'task.created' })))
    client.close()
    const events = await json('events', 'list', '--type', 'task.*', '--limit', '140')
    assert.equal(new Set(events.map(({ id }: { id: string }) => id)).size, 140)
  })

  test('get shows one event', async () => {
    const event = await json('trigger', 'invoice.paid')
    assert.deepEqual(await json('events', 'get', event.id), event)
    const { stdout } = await quoin('events', 'get', event.id)
    assert.match(stdout, new RegExp(`^Id +${event.id}\\nType +invoice\\.paid +\\(a test event\\)\\n`))
  })

  test('types lists what the company has', async () => {
    const types = await json('events', 'types')
    assert.ok(types.some(({ type }: { type: string }) => type === 'invoice.paid'))
    assert.match((await quoin('events', 'types')).stdout, /^TYPE +MODULE +LABEL\ncustomer\.created +core +Customer created\n/)
  })

  test('resend delivers an event once more', async () => {
    const handler = await startHandler()
    const client = new Client(server.url, setup.api_key)
    const query = `?company_id=${setup.company_id}`
    const body = { url: handler.url, enabled_events: ['customer.created'] }
    const endpoint = (await client.call('POST', `/v1/webhook-endpoints${query}`, body)).body.data
    await client.call('POST', `/v1/customers${query}`, { name: 'Resent' })
    const [first] = await handler.until(1)
    const { stdout, code, stderr } = await quoin('events', 'resend', first!.id, '--endpoint', endpoint.id)
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`^Delivery dlv_\\w+ of ${first!.id} to ${endpoint.id} is \\w+\\n$`))
    const [, second] = await handler.until(2)
    assert.deepEqual([second!.id, second!.body], [first!.id, first!.body])
    await client.call('DELETE', `/v1/webhook-endpoints/${endpoint.id}${query}`)
    client.close()
    await handler.close()
  })

  for (const [args, pattern] of [
    [['list', '--type', 'invoice.payd'], /There is no event type invoice\.payd: did you mean invoice\.paid/],
    [
      ['list', '--since', 'tomorrow'],
      /^quoin: --since tomorrow is no time: give now, 2h .*2026-03-01T12:00:00Z, or unix seconds$/m,
    ],
    [['list', '--until', ''], /--until .*is no time/],
    [['list', '--company', 'com_x'], /^quoin: The key does not reach com_x; it reaches com_\w+ \(First\)$/m],
    [
      ['list', '--url', 'http://127.0.0.1:65530'],
      /can't be reached.*Is the server running \(npm start\)\?.*--url or QUOIN_URL$/m,
    ],
    [['get', NO_EVENT], /The company has no event evt_0/],
    [['resend', NO_EVENT, '--endpoint', NO_ENDPOINT], /The company has no event evt_0/],
  ] as const) {
    test(`exits 1 with one line for: quoin events ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await quoin('events', ...args)
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [1, '', 1])
      assert.match(stderr, pattern)
    })
  }
})

test('resend tells that it is the endpoint which is not there', async () => {
  const { id } = await json('trigger', 'invoice.paid')
  const { code, stderr } = await quoin('events', 'resend', id, '--endpoint', NO_ENDPOINT)
  assert.equal(code, 1)
  assert.match(stderr, /^quoin: The company has no webhook endpoint we_0+\n$/)
})

describe('usage of the client commands', () => {
  for (const [args, pattern] of [
    [['events', 'get', 'inv_1'], /'inv_1' is invalid.* evt_ and 26/],
    [['events', 'resend', 'evt_1', '--endpoint', NO_ENDPOINT], /'evt_1' is invalid.* evt_ and 26/],
    [['events', 'resend', NO_EVENT, '--endpoint', 'we_1'], /'we_1' is invalid.* we_ and 26/],
    [['listen', '3000'], /did you mean --forward-to 3000\?/],
    [['listen', 'localhost:3000/x'], /did you mean --forward-to localhost:3000\/x\?/],
    [['listen', 'invoice.*'], /did you mean --events 'invoice\.\*'\?/],
    [['listen', '--json'], /--format json/],
    [['listen', '--events', ' ,'], /names no event type/],
  ] as const) {
    test(`exits 2 and says what to type for: quoin ${args.join(' ')}`, async () => {
      const { code, stderr } = await quoin(...args)
      assert.equal(code, 2)
      assert.match(stderr, pattern)
    })
  }

  for (const args of [
    ['trigger'],
    ['events', 'get'],
    ['events', 'list', '--limit', '0'],
    ['events', 'resend', 'evt_x'],
    ['listen', '--format', 'xml'],
    ['listen', '--forward-to', 'ftp://x'],
    ['listen', '--headers', 'nonsense'],
    ['listen', 'invoice.*'],
    ['login', '--organization', 'x'],
  ]) {
    test(`exits 2 with a line on standard error for: quoin ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await quoin(...args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /^quoin: /)
    })
  }

  for (const args of [
    ['login'],
    ['logout'],
    ['listen'],
    ['trigger'],
    ['events', 'list'],
    ['events', 'get'],
    ['events', 'types'],
    ['events', 'resend'],
  ]) {
    test(`has an example in: quoin ${[...args, '--help'].join(' ')}`, async () => {
      const { code, stdout } = await quoin(...args, '--help')
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`Examples?:\\n  quoin ${args.join(' ')}`))
      assert.doesNotMatch(stdout, /default: (\[\]|\{\})/)
    })
  }

  for (const args of [[], ['listen'], ['login'], ['events', 'list'], ['setup'], ['users', 'create'], ['audit', 'verify']]) {
    test(`fits 80 columns: quoin ${[...args, '--help'].join(' ')}`, async () => {
      const { stdout } = await quoin(...args, '--help')
      assert.deepEqual(
        stdout.split('\n').filter((line) => line.length > 80),
        [],
      )
    })
  }

  test('the help marks what is required', async () => {
    assert.match((await quoin('events', 'resend', '--help')).stdout, /--endpoint <id> .*\(required\)/)
    assert.match((await quoin('keys', 'create', '--help')).stdout, /--level <level> .*\(required\)|\(required\)\n +--level/)
  })
})

test('the client commands load nothing of the server but its version', async () => {
  const own = temporaryFolder()
  const trace = join(own.path, 'loaded.txt')
  const hook = `import { registerHooks } from 'node:module'
    import { appendFileSync } from 'node:fs'
    registerHooks({ load: (url, context, next) => { appendFileSync(${JSON.stringify(trace)}, url + '\\n'); return next(url, context) } })`
  const hook_file = join(own.path, 'hook.mjs')
  writeFileSync(hook_file, hook)
  // The sources, whatever the other tests start.
  const sources = fileURLToPath(new URL('../bin/quoin.js', import.meta.url))
  const NODE_OPTIONS = `--import=${new URL(`file://${hook_file}`).href}`
  const env = { ...process.env, XDG_CONFIG_HOME: config.path, ...environment, NODE_OPTIONS }
  await promisify(execFile)(process.execPath, [sources, 'events', 'list'], { env })
  const loaded = readFileSync(trace, 'utf8').split('\n')
  assert.ok(loaded.some((url) => url.endsWith('/cli/src/events.ts')))
  assert.deepEqual(
    loaded.filter((url) => url.includes('/server/')).map((url) => url.split('/server/')[1]),
    ['src/operate/version.ts'],
  )
  own.remove()
})

describe('quoin company', () => {
  test('set changes fields and shows them; show has all that have a value', async () => {
    const set = await quoin(
      'company',
      'set',
      'time_zone=Europe/Berlin',
      'default_tax_rate=19',
      'iban=DE02 1203 0000 0000 2020 51',
    )
    assert.deepEqual([set.code, set.stderr], [0, ''])
    assert.match(set.stdout, /^time_zone +Europe\/Berlin\n(iban|default_tax_rate) /)
    const shown = await json('company', 'show')
    assert.deepEqual([shown.time_zone, shown.default_tax_rate, shown.iban], ['Europe/Berlin', 19, 'DE02120300000000202051'])
    const text = { subject: 'Invoice {number}', message: 'Hello' }
    const changed = await json('company', 'set', 'iban=', `mail_texts:=${JSON.stringify({ invoice: text })}`)
    assert.deepEqual([changed.iban, changed.mail_texts.invoice], [null, text])
    assert.doesNotMatch((await quoin('company', 'show')).stdout, /^iban/m)
    assert.equal((await quoin('company', 'set', 'default_tax_rate=', 'time_zone=UTC', 'mail_texts:=null')).code, 0)
  })

  test('exits 2 for what is no change, and 1 with the words of the server for a value that a field can not have', async () => {
    for (const change of ['time_zone', 'default_tax_rate=many', 'mail_texts:={', '=x']) {
      const { code, stderr } = await quoin('company', 'set', change)
      assert.equal(code, 2, change)
      assert.match(stderr, /^quoin: .*(field=value|is a number|is no JSON)/, change)
    }
    const refused = await quoin('company', 'set', 'time_zone=Mars/Olympus')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^quoin: time_zone must be the IANA name/)
    assert.match((await quoin('company', 'set', 'colour=red')).stderr, /colour/)
  })
})
