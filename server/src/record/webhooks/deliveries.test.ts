// The endpoints of deliveries: listing them, and sending an event again.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unknownId } from '../../../test/support/fixtures.ts'
import { startWebhookTest, until, type WebhookTest } from '../../../test/support/scripted-sender.ts'

let scene: WebhookTest
before(async () => {
  scene = await startWebhookTest()
})
after(() => scene.app.close())

const list = (id: string, query: Record<string, string> = {}) =>
  scene.app.call('GET', `/v1/webhook-endpoints/${id}/deliveries`, { query })
const resend = (event_id: string, body: unknown, call = {}) =>
  scene.app.call('POST', `/v1/events/${event_id}/resend`, { ...call, body })
const disable = (id: string) => scene.app.call('PATCH', `/v1/webhook-endpoints/${id}`, { body: { status: 'disabled' } })
const remove = (id: string) => scene.app.call('DELETE', `/v1/webhook-endpoints/${id}`)

describe('GET /v1/webhook-endpoints/{id}/deliveries', () => {
  test('200 with each attempt as it was made', async () => {
    const endpoint = await scene.addEndpoint()
    scene.sender.answer = () => 'refused'
    const event_id = await scene.cause()
    await scene.settle()
    scene.sender.answer = () => 200
    const first_at = new Date(scene.app.now_ms()).toISOString()
    await scene.pass(6000)
    const { deliveries, pagination } = (await list(endpoint.id)).data
    assert.deepEqual(pagination, { limit: 50, has_more: false, next_cursor: null })
    const [{ id, ...delivery }] = deliveries
    assert.match(id, /^dlv_[0-9a-z]{26}$/)
    const second_at = new Date(scene.app.now_ms()).toISOString()
    const silent = { response_status: null, response_body: null, error: 'connection refused' }
    const answered = { response_status: 200, response_body: 'said so', error: null }
    assert.deepEqual(delivery, {
      webhook_endpoint_id: endpoint.id,
      event_id,
      event_type: 'customer.created',
      status: 'delivered',
      attempt_count: 2,
      next_attempt_at: null,
      attempts: [
        { number: 1, attempted_at: first_at, duration_ms: 1, ...silent },
        { number: 2, attempted_at: second_at, duration_ms: 1, ...answered },
      ],
      created_at: first_at,
    })
    await remove(endpoint.id)
  })

  test('200 by cursor, downwards and upwards, without a gap and newest first', async () => {
    const endpoint = await scene.addEndpoint()
    const events: string[] = []
    for (let count = 0; count < 7; count++) events.unshift(await scene.cause())
    await scene.settle()
    const all = (await list(endpoint.id)).data.deliveries
    const ids = all.map(({ id }: { id: string }) => id)
    assert.deepEqual(
      all.map(({ event_id }: { event_id: string }) => event_id),
      events,
    )
    const walk = async (param: string, cursor: string) => {
      const pages = []
      for (let next: string | null = cursor; next !== null; ) {
        const page = await list(endpoint.id, { limit: '2', [param]: next })
        pages.push(page.data.deliveries.map(({ id }: { id: string }) => ids.indexOf(id)))
        assert.equal(page.data.pagination.has_more, page.data.pagination.next_cursor !== null)
        next = page.data.pagination.next_cursor
      }
      return pages
    }
    assert.deepEqual(await walk('starting_after', ids[1]), [[2, 3], [4, 5], [6]])
    assert.deepEqual(await walk('ending_before', ids[5]), [[3, 4], [1, 2], [0]])
    assert.deepEqual(await walk('starting_after', ids[6]), [[]])
    assert.deepEqual(await walk('ending_before', ids[0]), [[]])
    await remove(endpoint.id)
  })

  test('200 of one status, and of one event', async () => {
    const endpoint = await scene.addEndpoint()
    const caused = async (answer: number) => {
      scene.sender.answer = () => answer
      const id = await scene.cause()
      await scene.settle()
      return id
    }
    const delivered = await caused(200)
    const pending = await caused(500)
    const eventsOf = async (query: Record<string, string>) =>
      (await list(endpoint.id, query)).data.deliveries.map(({ event_id }: { event_id: string }) => event_id)
    assert.deepEqual(await eventsOf({ status: 'delivered' }), [delivered])
    assert.deepEqual(await eventsOf({ status: 'pending' }), [pending])
    const gone = await caused(410)
    assert.deepEqual(await eventsOf({ status: 'failed' }), [gone])
    assert.deepEqual(await eventsOf({ status: 'cancelled' }), [pending])
    assert.deepEqual(await eventsOf({ status: 'pending' }), [])
    assert.deepEqual(await eventsOf({ event_id: delivered }), [delivered])
    assert.deepEqual(await eventsOf({ event_id: delivered, status: 'failed' }), [])
    assert.deepEqual(await eventsOf({ event_id: unknownId('event') }), [])
    assert.deepEqual(await eventsOf({ event_id: 'nonsense' }), [])
    scene.sender.answer = () => 200
    await remove(endpoint.id)
  })

  test('400 for cursors that name no delivery of the endpoint, and for both at once', async () => {
    const [one, other] = [await scene.addEndpoint(), await scene.addEndpoint()]
    const event_id = await scene.cause()
    await scene.settle()
    const own = (await scene.delivery(one.id, event_id)).id
    const foreign = (await scene.delivery(other.id, event_id)).id
    for (const cursor of [foreign, event_id, 'dlv_', 'nonsense', '', `${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`]) {
      for (const param of ['starting_after', 'ending_before']) {
        const answer = await list(one.id, { [param]: cursor })
        assert.deepEqual([answer.status, answer.body.param], [400, param], cursor)
      }
    }
    assert.equal((await list(one.id, { starting_after: own, ending_before: own })).status, 400)
    for (const query of ['limit=0', 'limit=101', 'status=Pending', 'offset=1']) {
      assert.equal((await list(one.id, Object.fromEntries(new URLSearchParams(query)))).status, 400, query)
    }
    for (const { id } of [one, other]) await remove(id)
  })
})

describe('POST /v1/events/{id}/resend', () => {
  test('200 for one that arrived, whatever the filters: it goes out again with the same bytes', async () => {
    const endpoint = await scene.addEndpoint()
    const event_id = await scene.cause()
    await scene.settle()
    const before = await scene.delivery(endpoint.id, event_id)
    await scene.app.call('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { enabled_events: ['invoice.paid'] } })
    const answer = await resend(event_id, { webhook_endpoint_id: endpoint.id })
    assert.equal(answer.status, 200, answer.text)
    const { next_attempt_at, ...shown } = answer.data
    assert.deepEqual(shown, { ...shown, id: before.id, status: 'pending', attempt_count: 1, attempts: before.attempts })
    assert.ok(Date.parse(next_attempt_at) <= scene.app.now_ms())
    await scene.settle()
    assert.equal((await scene.delivery(endpoint.id, event_id)).attempt_count, 2)
    const bodies = scene.sender.attempts.filter(({ url }) => url === endpoint.url).map(({ body }) => body)
    assert.deepEqual([bodies.length, new Set(bodies).size], [2, 1])
    await remove(endpoint.id)
  })

  test('200 for one that never was for the endpoint, which then has a delivery of it', async () => {
    const event_id = await scene.cause()
    const endpoint = await scene.addEndpoint({ enabled_events: ['invoice.paid'] })
    const answer = await resend(event_id, { webhook_endpoint_id: endpoint.id })
    assert.deepEqual([answer.data.event_id, answer.data.status, answer.data.attempt_count], [event_id, 'pending', 0])
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoint.url), [event_id])
    await remove(endpoint.id)
  })

  test('200 for one that failed or was cancelled', async () => {
    const endpoint = await scene.addEndpoint()
    scene.sender.answer = () => 500
    const cancelled = await scene.cause()
    await scene.settle()
    scene.sender.answer = () => 410
    const failed = await scene.cause()
    await scene.settle()
    scene.sender.answer = () => 200
    const states = async () => [
      (await scene.delivery(endpoint.id, cancelled)).status,
      (await scene.delivery(endpoint.id, failed)).status,
    ]
    assert.deepEqual(await states(), ['cancelled', 'failed'])
    await scene.app.call('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { status: 'enabled' } })
    for (const event_id of [cancelled, failed]) {
      assert.equal((await resend(event_id, { webhook_endpoint_id: endpoint.id })).status, 200)
    }
    await until('both have arrived', async () => (await states()).every((status) => status === 'delivered'))
    await remove(endpoint.id)
  })

  test('200 says when the next attempt is, also after hours without any', async () => {
    const endpoint = await scene.addEndpoint()
    const event_id = await scene.cause()
    await scene.settle()
    scene.app.pass(5 * 60 * 60 * 1000)
    const { data } = await resend(event_id, { webhook_endpoint_id: endpoint.id })
    const behind_ms = scene.app.now_ms() - Date.parse(data.next_attempt_at)
    assert.ok(behind_ms < 60_000, `${behind_ms} ms ago`)
    await scene.settle()
    await remove(endpoint.id)
  })

  test('404 for an unknown event and one of another company', async () => {
    const endpoint = await scene.addEndpoint()
    const foreign = await scene.cause({ company: scene.app.tenant.sibling_id })
    for (const event_id of [unknownId('event'), 'nonsense', endpoint.id, foreign]) {
      assert.equal((await resend(event_id, { webhook_endpoint_id: endpoint.id })).status, 404, event_id)
    }
    await remove(endpoint.id)
  })

  test('400 for an unknown endpoint, a deleted one, one of another company, and none', async () => {
    const event_id = await scene.cause()
    const deleted = await scene.addEndpoint()
    await remove(deleted.id)
    const foreign = await scene.addEndpoint({}, { company: scene.app.tenant.sibling_id })
    for (const body of [
      { webhook_endpoint_id: unknownId('webhook_endpoint') },
      { webhook_endpoint_id: 'nonsense' },
      { webhook_endpoint_id: deleted.id },
      { webhook_endpoint_id: foreign.id },
      { webhook_endpoint_id: null },
      {},
    ]) {
      const answer = await resend(event_id, body)
      assert.deepEqual([answer.status, answer.body.param], [400, 'webhook_endpoint_id'], JSON.stringify(body))
    }
    assert.equal((await resend(event_id, undefined)).status, 400)
  })

  test('409 for a test event and for a disabled endpoint', async () => {
    const endpoint = await scene.addEndpoint()
    const { id } = (await scene.app.call('POST', '/v1/events/test', { body: { type: 'invoice.paid' } })).data
    const test_event = await resend(id, { webhook_endpoint_id: endpoint.id })
    assert.deepEqual([test_event.status, test_event.body.code], [409, 'test_event'])
    const event_id = await scene.cause()
    await disable(endpoint.id)
    const answer = await resend(event_id, { webhook_endpoint_id: endpoint.id })
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.param],
      [409, 'webhook_endpoint_disabled', 'webhook_endpoint_id'],
    )
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoint.url).includes(id), false)
    await remove(endpoint.id)
  })
})
