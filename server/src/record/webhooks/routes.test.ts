// The endpoints of webhook endpoints. Those of deliveries and of sending again are in deliveries.test.ts.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storedBytes } from '../../../test/support/engine.ts'
import { unknownId } from '../../../test/support/fixtures.ts'
import { type Call, START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { setModule } from '../../access/companies/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PATH = '/v1/webhook-endpoints'
const URL = 'https://shop.example.com/webhooks/quoin'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** The call of a new tenant: a company has sixteen endpoints at most. */
const newScope = async (): Promise<{ key: string; company: string }> => {
  const tenant = await app.addTenant()
  return { key: tenant.keys.admin, company: tenant.company_id }
}
const create = async (body: object, call: Call = {}) => {
  const answer = await app.call('POST', PATH, { ...call, body: { url: URL, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const update = (id: string, body: object, call: Call = {}) => app.call('PATCH', `${PATH}/${id}`, { ...call, body })
const get = async (id: string, call: Call = {}) => (await app.call('GET', `${PATH}/${id}`, call)).data

describe('POST /v1/webhook-endpoints', () => {
  test('201 with a URL alone: enabled, for all events, with a secret', async () => {
    const scope = await newScope()
    const { id, created_at, secret, ...rest } = await create({}, scope)
    assert.match(id, /^we_[0-9a-z]{26}$/)
    assert.match(secret, /^whsec_[0-9A-Za-z]{44}$/)
    assert.deepEqual(rest, {
      company_id: scope.company,
      url: URL,
      description: '',
      enabled_events: ['*'],
      status: 'enabled',
      disabled_reason: null,
      updated_at: created_at,
    })
  })

  test('201 with every field as it was given, the URL as it is called', async () => {
    const scope = await newScope()
    const body = { description: ' Café 💰 ', enabled_events: ['invoice.paid', 'quote.*', '*', 'invoice.paid'] }
    const made = await create({ url: 'HTTPS://Shop.Example.com:443/a b?c=d', ...body }, scope)
    assert.deepEqual(
      [made.url, made.description, made.enabled_events],
      ['https://shop.example.com/a%20b?c=d', body.description, body.enabled_events],
    )
    assert.equal((await create({ description: null }, scope)).description, '')
  })

  test('201 stores no event, and no two secrets are alike', async () => {
    const scope = await newScope()
    const secrets = new Set([(await create({}, scope)).secret, (await create({}, scope)).secret])
    assert.equal(secrets.size, 2)
    assert.deepEqual((await app.call('GET', '/v1/events', scope)).data.events, [])
  })

  for (const [filter, meant] of [
    ['invoice.payed', 'invoice.paid'],
    ['invoice*', 'invoice.*'],
    ['Invoice.paid', 'invoice.paid'],
    ['invoices.*', 'invoice.*'],
    ['customer.create', 'customer.created'],
    ['nothing like it', 'GET /v1/events/types'],
  ] as const) {
    test(`400 invalid_type for ${filter}, which names ${meant}`, async () => {
      const answer = await app.call('POST', PATH, { body: { url: URL, enabled_events: ['*', filter] } })
      const { code, param, error } = answer.body
      assert.deepEqual([answer.status, code, param], [400, 'invalid_type', 'enabled_events[1]'])
      assert.ok(error.includes(meant), error)
    })
  }

  for (const [name, body, param] of [
    ['no URL', {}, 'url'],
    ['an empty URL', { url: '' }, 'url'],
    ['a URL of 2,049 characters', { url: `${URL}?${'x'.repeat(2048 - URL.length)}` }, 'url'],
    ['a relative URL', { url: '/webhooks' }, 'url'],
    ['a URL with a fragment', { url: `${URL}#a` }, 'url'],
    ['a URL with a user', { url: 'https://user:pass@example.com/' }, 'url'],
    ['no filters', { url: URL, enabled_events: [] }, 'enabled_events'],
    ['101 filters', { url: URL, enabled_events: Array(101).fill('*') }, 'enabled_events'],
    ['filters that are no list', { url: URL, enabled_events: '*' }, 'enabled_events'],
    ['a description of 256 characters', { url: URL, description: 'x'.repeat(256) }, 'description'],
    ['a secret of its own', { url: URL, secret: 'whsec_x' }, 'secret'],
    ['a status', { url: URL, status: 'disabled' }, 'status'],
  ] as const) {
    test(`400 for ${name}`, async () => {
      const answer = await app.call('POST', PATH, { body })
      assert.deepEqual([answer.status, answer.body.param], [400, param], answer.text)
    })
  }

  test('400 with the faults of the address and of the filters, all at once', async () => {
    const body = { url: 'ftp://shop.example.com/', enabled_events: ['invoice.paid', 'nonsense'] }
    const scope = await newScope()
    const { id } = await create({}, scope)
    for (const answer of [await app.call('POST', PATH, { ...scope, body }), await update(id, body, scope)]) {
      const params = answer.body.errors.map(({ param }: { param: string }) => param)
      assert.deepEqual([answer.status, params], [400, ['url', 'enabled_events[1]']])
    }
  })

  test('400 event_type_unavailable for a type of a module that is off, 201 for a wildcard over it', async () => {
    const scope = await newScope()
    const turn = (is_on: boolean) =>
      app.database.write(async (tx) => ({ on: await setModule(tx, scope.company as never, 'projects', is_on) }))
    const before = await create({ enabled_events: ['timer.started'] }, scope)
    await turn(false)
    const answer = await app.call('POST', PATH, {
      ...scope,
      body: { url: URL, enabled_events: ['invoice.paid', 'timer.started'] },
    })
    assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'event_type_unavailable', 'enabled_events[1]'])
    const changed = await update(before.id, { enabled_events: ['project.created'] }, scope)
    assert.deepEqual([changed.status, changed.body.code], [400, 'event_type_unavailable'])
    assert.equal((await update(before.id, { description: 'still' }, scope)).status, 200)
    await create({ enabled_events: ['timer.*'] }, scope)
    await turn(true)
    await create({ enabled_events: ['timer.started'] }, scope)
  })

  test('409 for the seventeenth, also when two ask for the last place at once; a deleted one makes room', async () => {
    const scope = await newScope()
    const made = []
    for (let count = 0; count < 15; count++) made.push(await create({}, scope))
    const both = await Promise.all([1, 2].map(() => app.call('POST', PATH, { ...scope, body: { url: URL } })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal(both.find(({ status }) => status === 409)!.body.code, 'webhook_endpoint_limit_reached')
    await app.call('DELETE', `${PATH}/${made[0].id}`, scope)
    await create({}, scope)
    assert.equal((await app.call('GET', PATH, scope)).data.webhook_endpoints.length, 16)
  })
})

describe('the secret', () => {
  test('200 and 201: is in the answers to create and rotate and nowhere else, sealed in the database', async () => {
    const scope = await newScope()
    const headers = { 'idempotency-key': 'create-once' }
    const first = await create({}, { ...scope, headers })
    const again = await create({}, { ...scope, headers })
    assert.deepEqual(again, first)
    const rotate = () =>
      app.call('POST', `${PATH}/${first.id}/rotate-secret`, { ...scope, headers: { 'idempotency-key': 'rotate-once' } })
    const rotated = await rotate()
    assert.match(rotated.data.secret, /^whsec_/)
    assert.notEqual(rotated.data.secret, first.secret)
    assert.deepEqual((await rotate()).data, rotated.data)
    await app.call('POST', `${PATH}/${first.id}/rotate-secret`, scope)
    const texts = [
      await app.call('GET', PATH, scope),
      await app.call('GET', `${PATH}/${first.id}`, scope),
      await update(first.id, { description: 'x' }, scope),
      await app.call('GET', `${PATH}/${first.id}/deliveries`, scope),
      await app.call('GET', '/v1/events', scope),
      await app.call('DELETE', `${PATH}/${first.id}`, scope),
    ].map(({ text }) => text)
    for (const text of texts) assert.ok(!text.includes('whsec_') && !text.includes('secret'), text)
    await app.flush()
    const stored = await storedBytes(app.settings)
    for (const secret of [first.secret, rotated.data.secret, 'whsec_']) {
      assert.ok(!stored.some((bytes) => bytes.includes(secret)), `${secret} is stored`)
    }
    // What the search can find.
    assert.ok(stored.some((bytes) => bytes.includes(first.id)))
  })
})

describe('GET /v1/webhook-endpoints', () => {
  test('200 with all of the company, newest first, and no other', async () => {
    const scope = await newScope()
    const ids = []
    for (let count = 0; count < 3; count++) {
      ids.unshift((await create({}, scope)).id)
      app.pass(1)
    }
    const list = (await app.call('GET', PATH, scope)).data.webhook_endpoints
    assert.deepEqual(
      list.map(({ id }: { id: string }) => id),
      ids,
    )
    assert.deepEqual(list[0], await get(ids[0]!, scope))
    await app.call('DELETE', `${PATH}/${ids[1]}`, scope)
    assert.equal((await app.call('GET', PATH, scope)).data.webhook_endpoints.length, 2)
  })

  test('404 for one that is unknown, deleted, or of another company', async () => {
    const scope = await newScope()
    const { id } = await create({}, scope)
    const gone = await create({}, scope)
    await app.call('DELETE', `${PATH}/${gone.id}`, scope)
    for (const [one, call] of [
      [unknownId('webhook_endpoint'), scope],
      ['nonsense', scope],
      [gone.id, scope],
      [id, {}],
    ] as const) {
      const more = [
        await app.call('GET', `${PATH}/${one}`, call),
        await update(one, { description: 'x' }, call),
        await app.call('DELETE', `${PATH}/${one}`, call),
        await app.call('POST', `${PATH}/${one}/rotate-secret`, call),
        await app.call('GET', `${PATH}/${one}/deliveries`, call),
      ]
      assert.deepEqual(
        more.map(({ status }) => status),
        [404, 404, 404, 404, 404],
      )
    }
    assert.equal((await get(id, scope)).description, '')
  })
})

describe('PATCH /v1/webhook-endpoints/{id}', () => {
  test('200 changes each field by itself, and null empties the description', async () => {
    const scope = await newScope()
    let expected = await create({ description: 'Old' }, scope)
    delete expected.secret
    for (const change of [
      { url: 'https://new.example.com/' },
      { description: 'New' },
      { enabled_events: ['quote.*'] },
      { status: 'disabled' },
      { status: 'enabled' },
      { description: null },
    ]) {
      app.pass(1000)
      const answer = await update(expected.id, change, scope)
      const reason = change.status === 'disabled' ? 'manual' : null
      expected = { ...expected, ...change, disabled_reason: reason, updated_at: new Date(app.now_ms()).toISOString() }
      expected.description ??= ''
      assert.deepEqual(answer.data, expected)
    }
    assert.deepEqual(await get(expected.id, scope), expected)
  })

  test('200 for {} and for what is so already: nothing changes, and no event is stored', async () => {
    const scope = await newScope()
    const { id } = await create({}, scope)
    const before = await get(id, scope)
    app.pass(1000)
    for (const body of [{}, { status: 'enabled' }, { url: URL, description: '', enabled_events: ['*'] }]) {
      assert.deepEqual((await update(id, body, scope)).data, before)
    }
    assert.deepEqual((await app.call('GET', '/v1/events', scope)).data.events, [])
  })

  test('200 disables one that is disabled without a new reason', async () => {
    const scope = await newScope()
    const { id } = await create({}, scope)
    await update(id, { status: 'disabled' }, scope)
    const again = await update(id, { status: 'disabled', description: 'x' }, scope)
    assert.deepEqual([again.data.status, again.data.disabled_reason], ['disabled', 'manual'])
  })

  for (const [name, body, param] of [
    ['null for the URL', { url: null }, 'url'],
    ['null for the status', { status: null }, 'status'],
    ['an unknown status', { status: 'Enabled' }, 'status'],
    ['no filters', { enabled_events: [] }, 'enabled_events'],
    ['a secret', { secret: 'whsec_x' }, 'secret'],
    ['an id', { id: 'we_1' }, 'id'],
    ['another reason', { disabled_reason: 'gone' }, 'disabled_reason'],
  ] as const) {
    test(`400 for ${name}`, async () => {
      const scope = await newScope()
      const answer = await update((await create({}, scope)).id, body, scope)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }

  test('412 with the ETag of before a change, 200 with the one of now', async () => {
    const scope = await newScope()
    const { id } = await create({}, scope)
    const read = await app.call('GET', `${PATH}/${id}`, scope)
    const etag = String(read.headers['etag'])
    app.pass(1)
    const changed = await update(id, { description: 'a' }, { ...scope, headers: { 'if-match': etag } })
    assert.equal(changed.status, 200)
    assert.equal((await update(id, { description: 'b' }, { ...scope, headers: { 'if-match': etag } })).status, 412)
    const stale = await app.call('DELETE', `${PATH}/${id}`, { ...scope, headers: { 'if-match': etag } })
    assert.equal(stale.status, 412)
    const now = String(changed.headers['etag'])
    assert.equal((await app.call('GET', `${PATH}/${id}`, { ...scope, headers: { 'if-none-match': now } })).status, 304)
    assert.equal((await app.call('DELETE', `${PATH}/${id}`, { ...scope, headers: { 'if-match': now } })).status, 200)
  })
})

describe('replay_since', () => {
  const now_ms = Date.parse(START)
  const forms = [
    ['a date', '2026-06-01'],
    ['a date-time in UTC', '2026-06-01T00:00:00Z'],
    ['a date-time with an offset', '2026-06-01T12:30:00.123+05:45'],
    ['unix seconds', String(now_ms / 1000 - 3600)],
    ['the end of what is kept', new Date(now_ms - 30 * DAY_MS).toISOString()],
    ['a moment to come', '2026-12-31'],
  ] as const
  for (const [name, replay_since] of forms) {
    test(`200 for ${name}, which is not shown`, async () => {
      const fresh = await startTestApp()
      try {
        const made = await fresh.call('POST', PATH, { body: { url: URL } })
        const answer = await fresh.call('PATCH', `${PATH}/${made.data.id}`, { body: { replay_since } })
        assert.equal(answer.status, 200, answer.text)
        assert.ok(!answer.text.includes('replay'))
      } finally {
        await fresh.close()
      }
    })
  }

  for (const replay_since of [
    '',
    ' ',
    'yesterday',
    '2026-06-31',
    '2026-06-01 00:00:00Z',
    '-1',
    '1e9',
    '2026-05-16T09:59:59.999Z',
    '2026-05-15',
    '0',
  ]) {
    test(`400 for ${JSON.stringify(replay_since)}`, async () => {
      const fresh = await startTestApp()
      try {
        const made = await fresh.call('POST', PATH, { body: { url: URL } })
        const answer = await fresh.call('PATCH', `${PATH}/${made.data.id}`, { body: { replay_since } })
        assert.deepEqual([answer.status, answer.body.param], [400, 'replay_since'], answer.text)
      } finally {
        await fresh.close()
      }
    })
  }

  test('400 for a number, null, and with an endpoint that is or becomes disabled', async () => {
    const scope = await newScope()
    const { id } = await create({}, scope)
    for (const body of [
      { replay_since: 1_781_000_000 },
      { replay_since: null },
      { replay_since: '2026-06-15', status: 'disabled' },
    ]) {
      const answer = await update(id, body, scope)
      assert.deepEqual([answer.status, answer.body.param], [400, 'replay_since'])
    }
    await update(id, { status: 'disabled' }, scope)
    assert.equal((await update(id, { replay_since: '2026-06-15' }, scope)).status, 400)
    assert.equal((await get(id, scope)).status, 'disabled')
  })
})

describe('DELETE /v1/webhook-endpoints/{id}', () => {
  test('200 once, then 404', async () => {
    const scope = await newScope()
    const { id } = await create({}, scope)
    assert.deepEqual((await app.call('DELETE', `${PATH}/${id}`, scope)).data, { deleted: true })
    assert.equal((await app.call('DELETE', `${PATH}/${id}`, scope)).status, 404)
    assert.deepEqual((await app.call('GET', '/v1/events', scope)).data.events, [])
  })
})

describe('where webhooks may not go', () => {
  let strict: TestApp
  before(async () => {
    strict = await startTestApp({ allow_private_webhooks: false })
  })
  after(() => strict.close())

  // Addresses and names that are refused before any name is resolved.
  const hosts = [
    ...['127.0.0.1', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '①②⑦.⓪.⓪.①', '0.0.0.0', '10.0.0.1', '172.16.0.1'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1'],
    ...['[::1]', '[::]', '[fd00::1]', '[fe80::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::127.0.0.1]'],
    ...['localhost', 'localhost.', 'a.localhost', 'printer.local', 'metadata.google.internal', 'intranet', 'router.lan'],
  ]
  for (const url of [
    ...hosts.map((host) => `https://${host}/`),
    'http://shop.example.com/',
    'ftp://shop.example.com/',
    'file:///etc/passwd',
    'https://user:pass@shop.example.com/',
    'https://shop.example.com:22/',
    'https://shop.example.com:80/',
    'https://shop.example.com:5432/',
    'https://shop.example.com:6379/',
    'https://shop.example.com:0/',
  ]) {
    test(`400: ${url}`, async () => {
      const answer = await strict.call('POST', PATH, { body: { url } })
      assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'parameter_invalid', 'url'], answer.text)
    })
  }

  test('201 for public addresses; 400 for a change to a private one, which leaves it as it was', async () => {
    // A numeric address needs no resolver.
    const url = 'https://93.184.216.34:8443/hook'
    const made = await strict.call('POST', PATH, { body: { url } })
    assert.equal(made.status, 201, made.text)
    const answer = await strict.call('PATCH', `${PATH}/${made.data.id}`, { body: { url: 'https://10.0.0.1/' } })
    assert.deepEqual([answer.status, answer.body.param], [400, 'url'])
    assert.equal((await strict.call('GET', `${PATH}/${made.data.id}`)).data.url, url)
  })
})
