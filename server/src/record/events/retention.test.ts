// Retention of events on either engine. What segments add to it: server/test/segments.test.ts.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ENGINE } from '../../../test/support/engine.ts'
import { openStream } from '../../../test/support/event-stream.ts'
import { select, unknownId } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { eventCatalogue } from '../../endpoints.ts'
import type { WebhookEndpointId } from '../../kernel/ids.ts'
import { queueDeliveries } from '../webhooks/delivery-repository.ts'
import { newDelivery } from '../webhooks/new-delivery.ts'
import { draftEvent } from './event-type.ts'
import { recordEvents } from './record.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW_MS = Date.parse('2026-06-15T10:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString()

let app: TestApp
before(async () => {
  app = await startTestApp({ event_retention_days: 30 })
})
after(() => app.close())

async function store(tenant: TestTenant, now: string, count = 1): Promise<string[]> {
  const { company_id } = tenant
  const draft = draftEvent(eventCatalogue.find('customer.created')!, 'cus_1', { id: 'cus_1' })
  const drafts = Array.from({ length: count }, () => draft)
  const rows = await app.database.write((tx) => recordEvents(tx, { company_id, now }, drafts), company_id)
  // What is written now and says that it is old is in the segment of now: it would go with that.
  if (ENGINE === 'postgres') await change(tenant, 'UPDATE events SET segment = 0')
  return rows.map(({ id }) => id)
}

const change = ({ company_id }: TestTenant, sql: string) =>
  app.database.write(
    (tx) => tx.execute({ sql: `${sql} WHERE company_id = '${company_id}'`, returns_rows: false }, []),
    company_id,
  )

const stored = async ({ company_id }: TestTenant) =>
  (await select(app, `SELECT id FROM events WHERE company_id = '${company_id}' ORDER BY id`)).map(({ id }) => id as string)
const ask = (tenant: TestTenant, query: Record<string, string>, path = '/v1/events') =>
  app.call('GET', path, { key: tenant.keys.read, company: tenant.company_id, query })

describe('events that are older than their retention', () => {
  test('are removed by the hourly job, and no others; ids go on in their order', async () => {
    const tenant = await app.addTenant()
    const old = await store(tenant, daysAgo(31), 1_100)
    const young = await store(tenant, daysAgo(29), 3)
    await app.sweep()
    assert.deepEqual(await stored(tenant), young)
    assert.equal((await ask(tenant, {}, `/v1/events/${old[0]}`)).status, 404)
    const [next] = await store(tenant, daysAgo(0))
    assert.ok(next! > young.at(-1)!)
    await app.sweep()
    assert.deepEqual(await stored(tenant), [...young, next])
  })

  test('stay where no retention is set', async () => {
    const other = await startTestApp()
    try {
      await other.call('POST', '/v1/customers', { body: { name: 'C' } })
      other.setClock('2036-06-15T10:00:00.000Z')
      await other.sweep()
      assert.equal((await other.call('GET', '/v1/events', { query: { type: 'customer.created' } })).data.events.length, 1)
    } finally {
      await other.close()
    }
  })

  test('stay while a delivery of them is pending, and while an endpoint has not come to them', async () => {
    const tenant = await app.addTenant()
    const { company_id } = tenant
    const [first] = await store(tenant, daysAgo(40))
    const endpoint = await app.call('POST', '/v1/webhook-endpoints', {
      key: tenant.keys.admin,
      company: company_id,
      body: { url: 'https://example.com/hook', enabled_events: ['*'] },
    })
    const webhook_endpoint_id = endpoint.data.id as WebhookEndpointId
    const [event] = await app.database.read(
      async (tx) =>
        (await tx.execute({ sql: `SELECT * FROM events WHERE company_id = '${company_id}'`, returns_rows: true }, [])).rows,
    )
    const row = newDelivery({ company_id, webhook_endpoint_id }, event as never, 0, daysAgo(0))
    await app.database.write((tx) => queueDeliveries(tx, [row]), company_id)
    // The endpoint is to get these too.
    const rest = await store(tenant, daysAgo(39), 2)
    await app.sweep()
    assert.deepEqual(await stored(tenant), [first, ...rest])
    await change(tenant, 'UPDATE webhook_endpoints SET fanned_out_to = 3')
    await app.sweep()
    assert.deepEqual(await stored(tenant), [first])
    const resend = (event_id: string) =>
      app.call('POST', `/v1/events/${event_id}/resend`, {
        key: tenant.keys.write,
        company: company_id,
        body: { webhook_endpoint_id },
      })
    assert.equal((await resend(first!)).status, 404, 'it may be removed at any time')
    await app.call('DELETE', `/v1/webhook-endpoints/${webhook_endpoint_id}`, { key: tenant.keys.admin, company: company_id })
    await app.sweep()
    assert.deepEqual(await stored(tenant), [])
  })

  test('have the time of a clock that was set back: they stay for as long as those before them', async () => {
    const tenant = await app.addTenant()
    const [before] = await store(tenant, daysAgo(10))
    const late = await store(tenant, daysAgo(400), 2)
    await app.sweep()
    assert.deepEqual(await stored(tenant), [before, ...late])
    app.setClock(daysAgo(-21))
    await app.sweep()
    app.setClock(daysAgo(0))
    assert.deepEqual(await stored(tenant), [])
  })

  test('are not kept by one from the future, which goes with those after it', async () => {
    const tenant = await app.addTenant()
    await store(tenant, daysAgo(50))
    await store(tenant, daysAgo(-3_650))
    await store(tenant, daysAgo(40))
    const rest = await store(tenant, daysAgo(-3_600))
    rest.push(...(await store(tenant, daysAgo(1))))
    await app.sweep()
    assert.deepEqual(await stored(tenant), rest)
  })
})

describe('a reader that comes back', () => {
  let tenant: TestTenant
  let old: string[]
  let young: string[]
  let url: string
  before(async () => {
    tenant = await app.addTenant()
    old = await store(tenant, daysAgo(31), 3)
    young = await store(tenant, daysAgo(29), 3)
    await app.sweep()
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  })

  const refusal = async (query: Record<string, string>) => {
    const { status, body } = await ask(tenant, query)
    return [status, body.code, body.param, /the oldest that is kept is (\w+)/.exec(body.error)?.[1]]
  }
  const stream = (query: string, headers: Record<string, string> = {}) =>
    openStream(`${url}/v1/events/stream?company_id=${tenant.company_id}&${query}`, tenant.keys.read, headers)

  test('400 cursor_expired where events between would be missing, with the oldest that is left', async () => {
    assert.deepEqual(await refusal({ ending_before: old[0]! }), [400, 'cursor_expired', 'ending_before', young[0]])
    assert.deepEqual(await refusal({ starting_after: old[1]! }), [400, 'cursor_expired', 'starting_after', young[0]])
    assert.deepEqual(await refusal({ ending_before: `evt_zzzzzzzzzz${unknownId('event').slice(14)}` }), [
      400,
      'parameter_invalid',
      'ending_before',
      undefined,
    ])
  })

  test('goes on from the last event that was removed: none is missing after it', async () => {
    const { data } = await ask(tenant, { ending_before: old[2]! })
    assert.deepEqual(
      data.events.map(({ id }: { id: string }) => id),
      young.toReversed(),
    )
    const reader = await stream(`last_event_id=${old[2]}`)
    await reader.until(() => reader.event_ids().length === 3)
    assert.deepEqual(reader.event_ids(), young)
    reader.close()
  })

  test('the stream says the same, and gives all that is left from 0', async () => {
    const refused = await stream('', { 'last-event-id': old[1]! })
    assert.equal(refused.status, 400)
    await refused.ended
    assert.match(refused.text(), /"code":"cursor_expired"/)
    const reader = await stream('last_event_id=0')
    await reader.until(() => reader.event_ids().length === 3)
    assert.deepEqual(reader.event_ids(), young)
    reader.close()
  })

  test('a stream that is behind what was removed ends with the same refusal', async () => {
    const behind = await app.addTenant()
    const [first] = await store(behind, daysAgo(1))
    const reader = await openStream(
      `${url}/v1/events/stream?company_id=${behind.company_id}&last_event_id=${first}`,
      behind.keys.read,
    )
    await reader.until(() => reader.comments.length > 0)
    await change(behind, "UPDATE event_heads SET kept_from = 'evt_0000000005'")
    await store(behind, daysAgo(0))
    await reader.ended
    assert.equal(reader.messages.at(-1)!.event, 'error')
    assert.equal(JSON.parse(reader.messages.at(-1)!.data).code, 'cursor_expired')
  })
})
