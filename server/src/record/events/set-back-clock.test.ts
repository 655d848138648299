// Events of a machine whose clock was wrong: their ids count up all the same, they show the time of the clock, and filters go by what is shown.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStream } from '../../../test/support/event-stream.ts'
import { createChance } from '../../../test/support/random.ts'
import { startWebhookTest } from '../../../test/support/scripted-sender.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { eventCatalogue } from '../../endpoints.ts'
import { draftEvent } from './event-type.ts'
import { recordEvents } from './record.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const YEAR = 365 * 24 * HOUR

interface Shown {
  id: string
  type: string
  created_at: string
  resource_id: string
}
type Query = Record<string, string>

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const iso = (at_ms: number) => new Date(at_ms).toISOString()

/** Stores an event at a moment of the clock. */
async function record(tenant: TestTenant, at_ms: number, type = 'customer.created', resource_id = 'cus_1', service = app) {
  const draft = draftEvent(eventCatalogue.find(type)!, resource_id, { id: resource_id })
  const { company_id } = tenant
  const [row] = await service.database.write((tx) => recordEvents(tx, { company_id, now: iso(at_ms) }, [draft]), company_id)
  return row!.id
}

/** All events that a query finds, page by page in its direction, newest first; each once, or it fails. */
async function readAll(
  tenant: TestTenant,
  query: Query,
  limit: number,
  cursor: 'starting_after' | 'ending_before',
  service = app,
) {
  const found: Shown[] = []
  let place: Query = {}
  if (cursor === 'ending_before') {
    const oldest = (await readAll(tenant, {}, 100, 'starting_after', service)).at(-1)!
    place = { ending_before: oldest.id }
  }
  for (;;) {
    const call = { key: tenant.keys.read, company: tenant.company_id, query: { ...query, ...place, limit: String(limit) } }
    const { events, pagination } = (await service.call('GET', '/v1/events', call)).data
    if (cursor === 'starting_after') found.push(...events)
    else found.unshift(...events)
    assert.ok(events.length === limit || !pagination.has_more)
    const next = cursor === 'starting_after' ? events.at(-1) : events[0]
    assert.equal(pagination.next_cursor, pagination.has_more ? next.id : null)
    if (!pagination.has_more) break
    place = { [cursor]: pagination.next_cursor }
  }
  assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
  return found
}

describe('a clock that was an hour ahead and is set right', () => {
  const right = Date.parse('2026-06-15T10:00:00.000Z')

  test('ids go on in order, created_at is the time of the clock, and lists and filters go by it', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const moments = [right - MINUTE, right + HOUR, right + HOUR + MINUTE, right, right + MINUTE, right + 2 * MINUTE]
    for (const at of moments) {
      app.setClock(iso(at))
      await app.call('POST', '/v1/customers', { ...scope, body: { name: iso(at) } })
    }
    const list = async (query: Query = {}) => (await app.call('GET', '/v1/events', { ...scope, query })).data.events
    const events = await list()
    assert.deepEqual(
      events.map(({ data }: { data: { name: string } }) => data.name),
      moments.map(iso).reverse(),
    )
    for (const { id, created_at, data } of events) {
      assert.deepEqual([created_at, data.created_at], [data.name, data.name])
      assert.equal((await app.call('GET', `/v1/events/${id}`, scope)).data.created_at, created_at)
    }
    const names = (found: Shown[]) => found.map(({ created_at }) => (Date.parse(created_at) - right) / MINUTE)
    assert.deepEqual(names(await list({ 'created[gte]': iso(right + MINUTE) })), [2, 1, 61, 60])
    assert.deepEqual(names(await list({ 'created[lte]': iso(right + MINUTE) })), [1, 0, -1])
    assert.deepEqual(names(await list({ 'created[gte]': iso(right), 'created[lte]': iso(right + 59 * MINUTE) })), [2, 1, 0])
    assert.deepEqual(names(await list({ 'created[gte]': iso(right + 3 * MINUTE), 'created[lte]': iso(right + 59 * MINUTE) })), [])
  })

  test('the body of a webhook has the same time as the event, and replay_since begins with the first event since', async () => {
    const scene = await startWebhookTest()
    const endpoint = await scene.addEndpoint()
    const ids = []
    const start = scene.app.now_ms()
    for (const at of [start + HOUR, start, start + 5 * MINUTE]) {
      scene.app.setClock(iso(at))
      ids.push(await scene.cause())
    }
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoint.url), ids)
    const times = scene.sender.attempts.map(({ body }) => JSON.parse(body).created_at)
    assert.deepEqual(times, [iso(start + HOUR), iso(start), iso(start + 5 * MINUTE)])
    for (const [index, id] of ids.entries()) {
      assert.equal((await scene.app.call('GET', `/v1/events/${id}`)).data.created_at, times[index])
    }
    const late = await scene.addEndpoint()
    const body = { replay_since: iso(start + MINUTE) }
    assert.equal((await scene.app.call('PATCH', `/v1/webhook-endpoints/${late.id}`, { body })).status, 200)
    await scene.settle()
    // The one of the wrong clock is the first since then; from there on nothing is left out.
    assert.deepEqual(scene.sender.sentTo(late.url), ids)
    await scene.app.close()
  })

  test('a stream from a moment on begins with the first event since, and leaves none out behind it', async () => {
    const tenant = await app.addTenant()
    const ids = []
    for (const at of [right - MINUTE, right + HOUR, right, right + MINUTE]) ids.push(await record(tenant, at))
    const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const url = `${base}/v1/events/stream?company_id=${tenant.company_id}&created[gte]=`
    for (const [since, from] of [
      [right, 1],
      [right + 2 * MINUTE, 1],
      [right - MINUTE, 0],
    ] as const) {
      const reader = await openStream(url + iso(since), tenant.keys.read, {})
      await reader.until(() => reader.messages.length >= ids.length - from)
      assert.deepEqual(reader.event_ids(), ids.slice(from))
      reader.close()
    }
    const coming = await openStream(url + iso(right + 2 * HOUR), tenant.keys.read, {})
    await coming.until(() => coming.comments.length > 0)
    await record(tenant, right + 2 * MINUTE)
    const wanted = [await record(tenant, right + 2 * HOUR), await record(tenant, right + 3 * MINUTE)]
    await coming.until(() => coming.messages.length >= 2)
    assert.deepEqual(coming.event_ids(), wanted)
    coming.close()
  })
})

/** Clocks that went wrong, as moments of events. */
const CLOCKS: Record<string, (chance: ReturnType<typeof createChance>) => number[]> = {
  'an hour ahead for a while'(chance) {
    const at = (index: number) => index * 30 * SECOND + (index > 20 && index < 60 ? HOUR : 0)
    return Array.from({ length: 250 }, (_, index) => at(index) + chance.whole(0, 4 * SECOND))
  },
  'two processes an hour apart'(chance) {
    return Array.from({ length: 200 }, (_, index) => index * 60 * SECOND + chance.whole(0, 1) * HOUR)
  },
  'years ahead, again and again'(chance) {
    return Array.from({ length: 200 }, (_, index) => index * MINUTE + (index % 40 === 3 ? chance.whole(1, 9) * YEAR : 0))
  },
}

for (const [name, clockOf] of Object.entries(CLOCKS)) {
  test(`${name}: every filter by time finds exactly the events that show such a time, page by page, each once`, async () => {
    const chance = createChance(name.length)
    const tenant = await app.addTenant()
    const start = Date.parse('2026-06-15T10:00:00.000Z')
    const moments = clockOf(chance).map((after_ms) => start + after_ms)
    const ids: string[] = []
    for (const at of moments) {
      const type = chance.pick(['customer.created', 'customer.updated', 'invoice.paid'])
      ids.push(await record(tenant, at, type, `cus_${chance.whole(1, 3)}`))
    }
    assert.deepEqual(ids, [...ids].sort())
    const all = await readAll(tenant, {}, 100, 'starting_after')
    assert.deepEqual(
      all.map(({ id }) => id),
      [...ids].reverse(),
    )
    for (const [index, { created_at }] of all.reverse().entries()) {
      const ahead_ms = Date.parse(created_at) - moments[index]!
      assert.ok(ahead_ms >= 0 && ahead_ms <= 10 * SECOND, `${created_at} for ${iso(moments[index]!)}`)
    }
    all.reverse()
    const narrowings: Query[] = [{}, { type: 'invoice.paid' }, { type: 'customer.*' }, { resource_id: 'cus_2' }]
    const bound = () => iso(Date.parse(chance.pick(all).created_at) + chance.whole(-1, 1))
    for (let round = 0; round < 36; round++) {
      const [from, until] = [bound(), bound()].sort() as [string, string]
      const query: Query = { ...chance.pick(narrowings) }
      if (round % 3 !== 1) query['created[gte]'] = from
      if (round % 3 !== 0) query['created[lte]'] = until
      const { type, resource_id } = query
      const isMeant = (event: Shown) =>
        (round % 3 === 1 || event.created_at >= from) &&
        (round % 3 === 0 || event.created_at <= until) &&
        (type === undefined || event.type === type || event.type.startsWith(`${type.replace('*', '')}`)) &&
        (resource_id === undefined || event.resource_id === resource_id)
      const wanted = all.filter(isMeant).map(({ id }) => id)
      const limit = chance.pick([3, 17, 100])
      const down = await readAll(tenant, query, limit, 'starting_after')
      assert.deepEqual(
        down.map(({ id }) => id),
        wanted,
        JSON.stringify(query),
      )
      // Upwards from the first event of all, which is not among those above it.
      const up = await readAll(tenant, query, limit, 'ending_before')
      assert.deepEqual(
        up.map(({ id }) => id),
        wanted.filter((id) => id !== ids[0]),
        JSON.stringify(query),
      )
    }
  })
}

test('an export and an import keep the times, the filters, and the timelines that later events go on', async () => {
  const { tenant } = app
  const start = Date.parse('2026-06-15T10:00:00.000Z')
  for (const at of [start + HOUR, start, start + MINUTE]) await record(tenant, at)
  const copy = await startTestApp({ copy_of: app })
  for (const service of [app, copy]) {
    await record(tenant, start + 2 * MINUTE, 'customer.created', 'cus_1', service)
    await record(tenant, start + HOUR + MINUTE, 'customer.created', 'cus_1', service)
  }
  const minutesOf = async (service: TestApp, query: Query) =>
    (await readAll(tenant, query, 2, 'starting_after', service)).map(
      ({ created_at }) => (Date.parse(created_at) - start) / MINUTE,
    )
  const queries: Query[] = [{}, { 'created[lte]': iso(start + MINUTE) }, { 'created[gte]': iso(start + MINUTE) }]
  for (const query of queries) {
    assert.deepEqual(await minutesOf(copy, query), await minutesOf(app, query))
  }
  assert.deepEqual(await minutesOf(copy, {}), [61, 2, 1, 0, 60])
  assert.deepEqual(await minutesOf(copy, { 'created[lte]': iso(start + MINUTE) }), [1, 0])
  await copy.close()
})
