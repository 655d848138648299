// quoin listen: the real command between a real server and a handler.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { verifyWebhook } from '../../sdk/src/index.ts'
import { type FlakyProxy, startFlakyProxy } from '../../sdk/test/support/flaky-proxy.ts'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { type Hit, startHandler, startQuoin } from './support/quoin.ts'

const folder = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let client: Client
/** In front of the server: keeps its address when the server is started again. */
let proxy: FlakyProxy
let environment: Record<string, string>
let query: string

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
  client = new Client(server.url, setup.api_key)
  proxy = await startFlakyProxy(server.url)
  environment = { QUOIN_URL: proxy.url, QUOIN_API_KEY: setup.api_key, QUOIN_COMPANY: setup.company_id }
  query = `?company_id=${setup.company_id}`
})
after(async () => {
  client.close()
  proxy.close()
  await server.end('SIGTERM')
  folder.remove()
})

const READY = /^Ready: following First \((com_\w+)\) on (\S+)\nThe signing secret is (whsec_\S+)$/m

/** Stores a test event; gives its id. */
const trigger = async (type = 'invoice.paid') =>
  (await client.call('POST', `/v1/events/test${query}`, { type })).body.data.id as string
const idsOf = (hits: readonly Hit[]) => hits.map(({ id }) => id)

/** A follower with settings of its own, and a handler. */
async function scene(t: { after(work: () => unknown): void }) {
  const config = temporaryFolder()
  const handler = await startHandler()
  const started = new Set<ReturnType<typeof startQuoin>>()
  t.after(async () => {
    for (const one of started) await one.end('SIGKILL')
    await handler.close()
    config.remove()
  })
  const listen = (...args: string[]) => {
    const one = startQuoin(config.path, ['listen', ...args], environment)
    started.add(one)
    return one
  }
  const ready = async (...args: string[]) => {
    const one = listen(...args)
    await one.until(READY)
    return one
  }
  return { config, handler, listen, ready }
}

describe('forwarding', () => {
  test('each event arrives as a delivery would, and both kinds of signature verify with the one secret that is shown', async (t) => {
    const { handler, ready, config } = await scene(t)
    const listening = await ready('--forward-to', handler.url)
    const [, company_id, url, secret] = await listening.until(READY)
    assert.deepEqual([company_id, url], [setup.company_id, proxy.url])
    await client.call('POST', `/v1/customers${query}`, { name: 'Café €5/6 💰 \u2028' })
    await trigger('customer.created')
    const hits = await handler.until(2)
    const stripe = new Stripe('sk_test_none')
    for (const { body, headers, path } of hits) {
      assert.equal(path, '/hook')
      assert.equal(headers['content-type'], 'application/json')
      const parsed = stripe.webhooks.constructEvent(body, headers['quoin-signature'] as string, secret!)
      assert.deepEqual(new Webhook(secret!).verify(body, headers as Record<string, string>), parsed)
      assert.deepEqual(verifyWebhook(body, headers['quoin-signature'], secret!), parsed)
      assert.deepEqual(Object.keys(parsed), ['id', 'event', 'created_at', 'data', 'test'])
    }
    const [ordinary, of_test] = hits.map(({ body }) => JSON.parse(body))
    assert.deepEqual([ordinary.test, ordinary.data.test, of_test.test, of_test.data.test], [false, undefined, true, true])
    await listening.until(/<-- 200 .*\n.*-->.*\n.*<-- 200/)
    assert.match(listening.stdout(), /^\S+ {2}--> customer\.created {2}evt_\w{26}$/m)
    assert.match(listening.stdout(), /^\S+ {2}--> customer\.created {2}evt_\w{26} {2}\(test\)$/m)
    const ended = await listening.end('SIGINT')
    assert.deepEqual([ended.code, ended.stderr], [0, ''])
    assert.match(ended.stdout, /\nStopped after 2 events; the next listen goes on from here\.\n$/)
    const again = startQuoin(config.path, ['listen', '--print-secret'])
    assert.deepEqual(await again.ended, { code: 0, stdout: `${secret}\n`, stderr: '' })
  })

  test('its bytes are those of a delivery, whatever the data', async (t) => {
    const { handler, ready } = await scene(t)
    const endpoint_handler = await startHandler()
    t.after(() => endpoint_handler.close())
    const endpoint = { url: endpoint_handler.url, enabled_events: ['*'] }
    const { body } = await client.call('POST', `/v1/webhook-endpoints${query}`, endpoint)
    t.after(() => client.call('DELETE', `/v1/webhook-endpoints/${body.data.id}${query}`))
    await ready('--forward-to', handler.url)
    const metadata = {
      b: 1,
      2: 'two',
      1: [1e21, -0, 0.1, 123456789012345, 1.5e-9],
      'ключ "\\/': '\u2028\u0001\ud83e\uddfe',
      '': { data: {} },
    }
    const made = await client.call('POST', `/v1/projects${query}`, { title: '"},"test":true,"data":{', metadata })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await client.call('POST', `/v1/customers${query}`, { name: '\\"]}', notes: 'é'.repeat(5_000) })
    const delivered = await endpoint_handler.until(2)
    const forwarded = await handler.until(2)
    const bodies = (hits: readonly Hit[]) => hits.map(({ body }) => body).sort()
    assert.deepEqual(bodies(forwarded), bodies(delivered))
  })

  test('--events takes the filters of the API, by the same rule, and several URLs get each event', async (t) => {
    const { handler, ready } = await scene(t)
    const other = await startHandler()
    t.after(() => other.close())
    await ready('--events', 'invoice.*, quote.approved', '--forward-to', handler.url, '--forward-to', `localhost:${other.port}/b`)
    for (const type of ['invoice.paid', 'customer.created', 'quote.created', 'invoice.sent', 'quote.approved'])
      await trigger(type)
    const types = (hits: readonly Hit[]) => hits.map(({ body }) => JSON.parse(body).event)
    assert.deepEqual(types(await handler.until(3)), ['invoice.paid', 'invoice.sent', 'quote.approved'])
    assert.deepEqual(types(await other.until(3)), ['invoice.paid', 'invoice.sent', 'quote.approved'])
    assert.equal(other.hits[0]!.path, '/b')
  })

  test('a failed forward is shown, and the next event follows', async (t) => {
    const { handler, ready } = await scene(t)
    const listening = await ready('--forward-to', handler.url)
    handler.answer = ({ body }) => (body.includes('invoice.sent') ? 500 : 302)
    await trigger('invoice.sent')
    await trigger('invoice.paid')
    await handler.until(2)
    await listening.until(/<-- 500 {2}\d+ ms {2}http:\S+ {2}evt_\w+ {2}the handler \[31msays no\n[\s\S]*<-- 302/)
    assert.equal(handler.hits.length, 2)
  })

  test('a handler that is being restarted is waited for; one that is gone is not waited for with each event', async (t) => {
    const { ready } = await scene(t)
    const first = await startHandler()
    const listening = await ready('--forward-to', first.url)
    await first.close()
    const id = await trigger()
    await listening.until(/refuses connections: waiting for it/)
    const second = await startHandler(first.port)
    assert.deepEqual(idsOf(await second.until(1)), [id])
    await listening.until(/<-- 200/)
    await second.close()
    const started = performance.now()
    for (let count = 0; count < 5; count++) await trigger()
    await listening.until(/(<-- connection refused[\s\S]*){5}/)
    const waited_ms = performance.now() - started
    assert.ok(waited_ms > 9_000 && waited_ms < 14_000, `${waited_ms} ms`)
  })

  test('--headers are sent along, and cannot take the place of those of a delivery', async (t) => {
    const { handler, ready } = await scene(t)
    await ready('--forward-to', handler.url, '--headers', 'X-Tenant: 7, 8, X-Env: dev', '--headers', 'Quoin-Signature: none')
    await trigger()
    const [hit] = await handler.until(1)
    assert.deepEqual([hit!.headers['x-tenant'], hit!.headers['x-env']], ['7, 8', 'dev'])
    assert.match(hit!.headers['quoin-signature'] as string, /^t=\d+,v1=[0-9a-f]{64}$/)
  })

  test('--format json prints one JSON line for each event and each answer, and nothing else', async (t) => {
    const { handler, listen } = await scene(t)
    const listening = listen('--forward-to', handler.url, '--format', 'json')
    while (!READY.test(listening.stderr())) await new Promise((resolve) => setTimeout(resolve, 20))
    const id = await trigger()
    await listening.until(/"kind":"answer"/)
    const { stdout, stderr, code } = await listening.end('SIGTERM')
    assert.equal(code, 0)
    assert.match(stderr, /\nStopped after 1 event; the next listen goes on from here\.\n$/)
    const [event, answer] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const stored = (await client.call('GET', `/v1/events/${id}${query}`)).body.data
    assert.deepEqual(event, { kind: 'event', event: stored })
    const { duration_ms, ...rest } = answer
    assert.deepEqual(rest, { kind: 'answer', event_id: id, url: handler.url, status: 200, error: null })
    assert.equal(typeof duration_ms, 'number')
  })

  test('without --forward-to the events are shown', async (t) => {
    const { ready } = await scene(t)
    const listening = await ready()
    const id = await trigger('quote.sent')
    await listening.until(new RegExp(`--> quote\\.sent {2}${id}`))
  })
})

describe('where it begins', () => {
  test('the first run with new events, the next where the last one stopped', async (t) => {
    const { handler, ready } = await scene(t)
    await trigger()
    const first = await ready('--forward-to', handler.url)
    await first.end('SIGKILL')
    const missed = [await trigger(), await trigger()]
    const second = await ready('--forward-to', handler.url)
    assert.match(second.stdout(), /^Going on to \S+ after evt_\w+, where the last run stopped at /m)
    assert.deepEqual(idsOf(await handler.until(2)), missed)
  })

  test('a run of a company without events goes on with the first of all', async (t) => {
    const own = temporaryFolder()
    const other = await setUpWithCli(own.path)
    const second = await startServerProcess(own.path)
    t.after(async () => {
      await second.end('SIGTERM')
      own.remove()
    })
    const { handler, config } = await scene(t)
    const run = async () => {
      const listening = startQuoin(config.path, ['listen', '--forward-to', handler.url], {
        QUOIN_URL: second.url,
        QUOIN_API_KEY: other.api_key,
      })
      t.after(() => listening.end('SIGKILL'))
      await listening.until(READY)
      return listening
    }
    await (await run()).end('SIGKILL')
    const its_client = new Client(second.url, other.api_key)
    const { body } = await its_client.call('POST', '/v1/events/test', { type: 'invoice.paid' })
    its_client.close()
    await run()
    assert.deepEqual(idsOf(await handler.until(1)), [body.data.id])
  })

  test('after a day of absence with new events, and it says so', async (t) => {
    const { handler, ready, config } = await scene(t)
    await (await ready('--forward-to', handler.url)).end('SIGINT')
    const places = join(config.path, 'quoin', 'places')
    const [file] = readdirSync(places)
    const place = JSON.parse(readFileSync(join(places, file!), 'utf8'))
    writeFileSync(join(places, file!), JSON.stringify({ ...place, at: new Date(Date.now() - 25 * 3_600_000).toISOString() }))
    await trigger()
    const listening = await ready('--forward-to', handler.url)
    assert.match(listening.stdout(), /^The last run to \S+ ended at .*too long ago to go on there: beginning with new events/m)
    const id = await trigger()
    assert.deepEqual(idsOf(await handler.until(1)), [id])
  })

  test('with new events when the place is of another database, or can not be read', async (t) => {
    const { handler, ready, config } = await scene(t)
    await (await ready('--forward-to', handler.url)).end('SIGINT')
    const places = join(config.path, 'quoin', 'places')
    const [file] = readdirSync(places)
    const place = JSON.parse(readFileSync(join(places, file!), 'utf8'))
    writeFileSync(join(places, file!), JSON.stringify({ ...place, event_id: 'evt_00000zzzzzaq4w6e8r0t2y1n3p' }))
    const second = await ready('--forward-to', handler.url)
    assert.match(
      second.stdout(),
      /^The server has no event evt_\w+, where the last run to \S+ stopped: beginning with new events/m,
    )
    await second.end('SIGINT')
    writeFileSync(join(places, file!), '{"event')
    const third = await ready('--forward-to', handler.url)
    const id = await trigger()
    assert.deepEqual(idsOf(await handler.until(1)), [id])
    await third.end('SIGINT')
  })

  test('--since goes back, --since now skips what was missed', async (t) => {
    const { handler, ready } = await scene(t)
    const time = new Date().toISOString()
    const ids = [await trigger(), await trigger()]
    const first = await ready('--since', time, '--forward-to', handler.url)
    assert.deepEqual(idsOf(await handler.until(2)), ids)
    await first.end('SIGINT')
    await trigger()
    await ready('--since', 'now', '--forward-to', handler.url)
    const id = await trigger()
    assert.deepEqual(idsOf(await handler.until(3)), [...ids, id])
  })

  test('each URL and each filter has a place of its own', async (t) => {
    const { handler, ready } = await scene(t)
    await (await ready('--forward-to', handler.url)).end('SIGINT')
    const missed = await trigger()
    const other = await startHandler()
    t.after(() => other.close())
    await ready('--forward-to', handler.url, '--forward-to', other.url)
    const id = await trigger()
    assert.deepEqual(idsOf(await handler.until(2)), [missed, id])
    assert.deepEqual(idsOf(await other.until(1)), [id])
  })

  test('all its files can be read by their owner alone', async (t) => {
    const { handler, ready, config } = await scene(t)
    const listening = await ready('--forward-to', handler.url)
    await trigger()
    await listening.until(/<-- 200/)
    const names = readdirSync(join(config.path, 'quoin'), { recursive: true, encoding: 'utf8' })
    assert.equal(names.length, 3)
    for (const name of names) {
      const { mode } = statSync(join(config.path, 'quoin', name))
      assert.equal(mode & 0o077, 0, name)
    }
  })
})

describe('what ends it, and what does not', () => {
  for (const [name, args, pattern] of [
    ['a key that is refused', ['--api-key', 'sk_nope'], /^quoin: Invalid API key\n$/],
    [
      'a company that the key does not reach',
      ['--company', 'com_x'],
      /^quoin: The key does not reach com_x; it reaches com_\w+ \(First\)\n$/,
    ],
    [
      'an unknown filter',
      ['--events', 'invoice.*,invoice.payed'],
      /^quoin: There is no event type invoice\.payed: did you mean invoice\.paid.*\n$/,
    ],
    [
      'a filter of another form',
      ['--events', 'invoice*'],
      /^quoin: There is no event type invoice\*: did you mean invoice\.\*.*\n$/,
    ],
    [
      'a time that is none',
      ['--since', 'yesterday'],
      /^quoin: --since yesterday is no time: give now, 2h .*, or unix seconds\n$/,
    ],
    ['a server that is not there', ['--url', 'http://127.0.0.1:65530'], /^quoin: .*can't be reached.*\n$/],
  ] as const) {
    test(`exits 1 with one line for ${name}`, async (t) => {
      const { listen } = await scene(t)
      const { code, stdout, stderr } = await listen(...args).ended
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, pattern)
    })
  }

  test('exits 1 when the key is revoked meanwhile', async (t) => {
    const { listen, config } = await scene(t)
    const { runCli } = await import('../../server/test/support/server-process.ts')
    const args = ['keys', 'create', '--company', setup.company_id, '--name', 'short', '--level', 'read', '--json']
    const { id, key } = JSON.parse((await runCli(folder.path, ...args)).stdout)
    const listening = listen('--api-key', key)
    await listening.until(READY)
    await runCli(folder.path, 'keys', 'revoke', id)
    await trigger()
    const { code, stderr } = await listening.ended
    assert.deepEqual([code, stderr], [1, 'quoin: API key is disabled\n'])
    assert.ok(config.path)
  })

  test('lost connections, a killed server, and no stream: it comes back and misses nothing', async (t) => {
    const { handler, ready } = await scene(t)
    const listening = await ready('--forward-to', handler.url)
    const ids: string[] = []
    const storeSome = async () => {
      for (let count = 0; count < 10; count++) ids.push(await trigger())
    }
    await storeSome()
    proxy.turn('down')
    await listening.until(/^Connection lost: /m)
    await storeSome()
    proxy.turn('clear')
    await handler.until(20)
    await server.end('SIGKILL')
    client.close()
    server = await startServerProcess(folder.path, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
    client = new Client(server.url, setup.api_key)
    await storeSome()
    proxy.lead(server.url)
    await handler.until(30)
    proxy.turn('buffered')
    await storeSome()
    await handler.until(40)
    assert.match(listening.stdout(), /^Connected again$/m)
    assert.match(listening.stdout(), /^No event stream: .* Asking every second instead$/m)
    proxy.turn('clear')
    await storeSome()
    await handler.until(50)
    assert.deepEqual(idsOf(handler.hits), ids)
    assert.equal((await listening.end('SIGINT')).code, 0)
  })

  test('Ctrl-C ends it with 0 while a handler hangs, and the event comes again', async (t) => {
    const { handler, ready } = await scene(t)
    handler.answer = () => undefined
    const listening = await ready('--forward-to', handler.url)
    const id = await trigger()
    await handler.until(1)
    const started = performance.now()
    assert.equal((await listening.end('SIGINT')).code, 0)
    assert.ok(performance.now() - started < 4_000)
    handler.answer = () => 200
    await ready('--forward-to', handler.url)
    assert.deepEqual(idsOf(await handler.until(2)), [id, id])
  })
})

const IS_LONG = process.env['QUOIN_TEST_LONG'] === '1'
const [EVENTS, KILLS] = IS_LONG ? [2_000, 20] : [500, 5]

test(`killed and started again ${KILLS} times during ${EVENTS} events, it forwards each, in order, none twice unless its answer was lost`, async (t) => {
  const { handler, ready } = await scene(t)
  let listening = await ready('--forward-to', handler.url)
  const stored: string[] = []
  let is_storing = true
  const storing = (async () => {
    while (stored.length < EVENTS) stored.push(await trigger())
    is_storing = false
  })()
  for (let kill = 1; kill <= KILLS; kill++) {
    await handler.until(Math.floor((kill * EVENTS) / (KILLS + 2)))
    await listening.end('SIGKILL')
    listening = await ready('--forward-to', handler.url)
  }
  await storing
  assert.equal(is_storing, false)
  const ids = () => idsOf(handler.hits)
  while (new Set(ids()).size < EVENTS) await handler.until(handler.hits.length + 1)
  const repeats = ids().filter((id, index, all) => all.indexOf(id) !== index)
  t.diagnostic(`${EVENTS} events, ${KILLS} kills, ${repeats.length} forwarded twice`)
  assert.deepEqual([...new Set(ids())], stored, 'each, in order')
  assert.ok(repeats.length <= KILLS, 'one at most of each kill: that whose answer was lost')
  for (const id of new Set(repeats)) {
    const tries = [...handler.hits.entries()].filter(([, hit]) => hit.id === id)
    const [first] = tries[0]!
    assert.ok(
      tries.every(([at], index) => at === first + index),
      'nothing comes between a try and its repeat',
    )
    assert.equal(new Set(tries.map(([, { body }]) => body)).size, 1)
  }
})
