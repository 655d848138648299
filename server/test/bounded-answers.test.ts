// No answer exceeds its bound, however large its objects are, and continuing by the cursor misses nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventCatalogue } from '../src/endpoints.ts'
import { draftEvent } from '../src/record/events/event-type.ts'
import { recordEvents } from '../src/record/events/record.ts'
import { newDelivery } from '../src/record/webhooks/new-delivery.ts'
import { webhook_deliveries } from '../src/record/webhooks/table.ts'
import { PAGE_BYTES } from '../src/sql/bounded-page.ts'
import { insertRows } from '../src/sql/statement.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const QUARTER = PAGE_BYTES / 4
const created = eventCatalogue.find('customer.created')!
/** The size of the filling of each event, oldest first: a quarter of a page, and more and less. */
const SIZES = [
  10,
  2 * QUARTER,
  100,
  QUARTER,
  QUARTER,
  40_000,
  40_000,
  5 * QUARTER,
  100,
  100,
  QUARTER,
  QUARTER,
  QUARTER,
  QUARTER,
  QUARTER,
  5 * QUARTER,
  10,
]
/** The part of a page besides its bounded texts. */
const ENVELOPES = 64 * 1024

let app: TestApp
let ids: string[]
let large_reads = 0

before(async () => {
  app = await startTestApp({
    onStatement: ({ sql }) => {
      if (/select \* from "(events|webhook_deliveries)" where .*"(id|event_id)" = /.test(sql)) large_reads++
    },
  })
  const drafts = SIZES.map((bytes, index) =>
    draftEvent(created, `cus_${index}`, { id: `cus_${index}`, filling: 'x'.repeat(bytes) }),
  )
  const place = { company_id: app.tenant.company_id, now: new Date(app.now_ms()).toISOString() }
  ids = (await app.database.write((tx) => recordEvents(tx, place, drafts), place.company_id)).map(({ id }) => id)
})
after(() => app.close())

type Pagination = { has_more: boolean; next_cursor: string | null; limit: number }

/** All pages of a cursor list in one direction: the ids in order, and how many were on each page. */
async function walk(path: string, list: string, query: Record<string, string>, limit: number) {
  const downwards: string[] = []
  const pages: number[] = []
  let cursor: string | null = null
  const is_upwards = 'ending_before' in query
  do {
    const from: Record<string, string> =
      cursor === null ? query : { ...query, [is_upwards ? 'ending_before' : 'starting_after']: cursor }
    const { text, data, status } = await app.call('GET', path, { query: { ...from, limit: String(limit) } })
    assert.equal(status, 200, text.slice(0, 500))
    const found = data[list].map(({ id }: { id: string }) => id)
    const pagination: Pagination = data.pagination
    assert.ok(found.length === 1 || text.length <= PAGE_BYTES + ENVELOPES, `${found.length} rows have ${text.length} bytes`)
    assert.equal(pagination.limit, limit)
    assert.equal(pagination.has_more, pagination.next_cursor !== null)
    if (pagination.has_more) assert.ok(found.length > 0)
    if (is_upwards) downwards.unshift(...found)
    else downwards.push(...found)
    pages.push(found.length)
    cursor = pagination.next_cursor
  } while (cursor !== null)
  return { downwards, pages }
}

describe('a page of events', () => {
  test('has fewer rows where they would be too large together, and goes on exactly there, in both directions', async () => {
    const newest_first = ids.toReversed()
    for (const [type, limit] of [
      ['customer.*', 100],
      ['customer.created', 5],
    ] as const) {
      const down = await walk('/v1/events', 'events', { type }, limit)
      assert.deepEqual(down.downwards, newest_first)
      const up = await walk('/v1/events', 'events', { type, ending_before: ids[0]! }, limit)
      assert.deepEqual(up.downwards, newest_first.slice(0, -1))
    }
    const { pages } = await walk('/v1/events', 'events', {}, 100)
    assert.deepEqual(pages, [1, 1, 3, 4, 1, 5, 2])
  })

  test('reads large events one by one, and none that is not on the page', async () => {
    large_reads = 0
    const { data } = await app.call('GET', '/v1/events', { query: { limit: '100', starting_after: ids[15]! } })
    assert.equal(data.events.length, 3)
    assert.equal(large_reads, 3)
  })

  test('shows each event as GET of it does', async () => {
    const { data } = await app.call('GET', '/v1/events', { query: { limit: '1', starting_after: ids[8]! } })
    assert.deepEqual(data.events[0], (await app.call('GET', `/v1/events/${ids[7]}`)).data)
  })
})

test('a page of deliveries has a bound for their attempts likewise, and of a disabled endpoint too', async () => {
  const body = { url: 'https://shop.example.com/hook', enabled_events: ['*'] }
  const endpoint = (await app.call('POST', '/v1/webhook-endpoints', { body })).data
  const place = { company_id: app.tenant.company_id, webhook_endpoint_id: endpoint.id }
  const attempt = { number: 1, attempted_at: '2026-06-15T10:00:00.000Z', duration_ms: 1, response_status: 500, error: null }
  const rows = ids.map((id, index) => {
    const event = { id, type: 'customer.created', is_test: false, created_at: '2026-06-15T10:00:00.000Z' }
    const response_body = 'y'.repeat(index % 2 === 0 ? 400_000 : 1_000)
    const attempts = JSON.stringify(Array.from({ length: 5 }, () => ({ ...attempt, response_body })))
    return { ...newDelivery(place, event as never, 1, event.created_at), status: 'cancelled' as const, due_at_ms: null, attempts }
  })
  await app.database.write(async (tx) => void (await insertRows(webhook_deliveries)(tx, rows)), place.company_id)
  const path = `/v1/webhook-endpoints/${endpoint.id}/deliveries`
  const all = rows.map(({ id }) => id).toReversed()
  for (const status of ['enabled', 'disabled']) {
    await app.call('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { status } })
    const down = await walk(path, 'deliveries', { status: 'cancelled' }, 100)
    assert.deepEqual(down.downwards, all)
    assert.ok(down.pages.length > 2)
    const up = await walk(path, 'deliveries', { ending_before: all.at(-1)! }, 7)
    assert.deepEqual(up.downwards, all.slice(0, -1))
  }
})
