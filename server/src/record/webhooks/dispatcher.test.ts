// When the dispatcher sends and when it gives up. What changes under its hands is in dispatcher-changes.test.ts, how much it does at once in
// dispatcher-load.test.ts.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { startWebhookTest, until, type WebhookTest } from '../../../test/support/scripted-sender.ts'
import { setModule } from '../../access/companies/service.ts'
import type { CompanyId } from '../../kernel/ids.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** As docs/api/webhook-endpoints.md has them. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

let scene: WebhookTest
beforeEach(async () => {
  scene = await startWebhookTest()
})
afterEach(() => scene.app.close())

/** Steps over one wait: nothing is sent before nine tenths of it, and one attempt by eleven tenths. */
async function stepOver(wait_ms: number, attempts_before: number): Promise<void> {
  await scene.pass(wait_ms * 0.9 - 1)
  assert.equal(scene.sender.attempts.length, attempts_before, `nothing within ${wait_ms * 0.9} ms`)
  await scene.pass(wait_ms * 0.2 + 2)
  assert.equal(scene.sender.attempts.length, attempts_before + 1, `one attempt within ${wait_ms * 1.1} ms`)
}

describe('an event', () => {
  test('goes out at once, as it is stored, to every endpoint that wants it', async () => {
    const all = await scene.addEndpoint()
    const exact = await scene.addEndpoint({ enabled_events: ['customer.created'] })
    const prefix = await scene.addEndpoint({ enabled_events: ['customer.*', 'invoice.paid'] })
    const other = await scene.addEndpoint({ enabled_events: ['invoice.*', 'customer.deleted'] })
    const id = await scene.cause()
    await scene.settle()
    for (const { url } of [all, exact, prefix]) assert.deepEqual(scene.sender.sentTo(url), [id])
    assert.deepEqual(scene.sender.sentTo(other.url), [])
    const event = (await scene.app.call('GET', `/v1/events/${id}`)).data
    const attempt = scene.sender.attempts.find(({ url }) => url === all.url)
    const { type, created_at, data } = event
    assert.equal(attempt!.body, JSON.stringify({ id, event: type, created_at, data, test: false }))
    assert.deepEqual(attempt!.secrets, [all.secret])
    const delivery = await scene.delivery(all.id, id)
    assert.deepEqual(
      [delivery.status, delivery.attempt_count, delivery.next_attempt_at, delivery.attempts[0].response_status],
      ['delivered', 1, null, 200],
    )
    assert.deepEqual(await scene.deliveries(other.id), [])
  })

  test('of before an endpoint was made, or of another company, does not reach it', async () => {
    await scene.cause()
    const endpoint = await scene.addEndpoint()
    await scene.cause({ company: scene.app.tenant.sibling_id })
    await scene.settle()
    assert.deepEqual(scene.sender.attempts, [])
    const id = await scene.cause()
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoint.url), [id])
  })

  test('of one change goes once to each of sixteen endpoints; a refused change sends none', async () => {
    const invoice = await scene.app.call('POST', '/v1/invoices', {
      body: {
        customer_id: (await scene.app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id,
        items: Array.from({ length: 5 }, () => ({ name: 'Line', unit_price: 10, quantity: 1 })),
      },
    })
    const endpoints = []
    for (let count = 0; count < 16; count++) endpoints.push(await scene.addEndpoint())
    const path = `/v1/invoices/${invoice.data.id}`
    assert.equal((await scene.app.call('PATCH', path, { body: { notes: 'a', payment_terms: 'b' } })).status, 200)
    assert.equal((await scene.app.call('PATCH', path, { body: { notes: 1 } })).status, 400)
    await scene.settle()
    const { data } = await scene.app.call('GET', '/v1/events', {
      query: { resource_id: invoice.data.id, type: 'invoice.updated' },
    })
    assert.equal(data.events.length, 1)
    for (const { url } of endpoints) assert.deepEqual(scene.sender.sentTo(url), [data.events[0].id])
  })

  test('that is a test is stored and listed, and never sent', async () => {
    const endpoint = await scene.addEndpoint()
    const answer = await scene.app.call('POST', '/v1/events/test', { body: { type: 'invoice.paid' } })
    assert.equal(answer.status, 201, answer.text)
    await scene.settle()
    assert.equal((await scene.app.call('GET', '/v1/events')).data.events[0].test, true)
    assert.deepEqual([scene.sender.attempts, await scene.deliveries(endpoint.id)], [[], []])
  })

  test('is not there to be sent while its module is off, and is again once it is on', async () => {
    const endpoint = await scene.addEndpoint({ enabled_events: ['project.*'] })
    const turn = (is_on: boolean) =>
      scene.app.database.write(async (tx) => ({ on: await setModule(tx, scene.app.tenant.company_id, 'projects', is_on) }))
    const project = (await scene.app.call('POST', '/v1/projects', { body: { title: 'Before' } })).data
    await turn(false)
    await scene.app.call('PATCH', `/v1/projects/${project.id}`, { body: { title: 'Meanwhile' } })
    await turn(true)
    await scene.app.call('PATCH', `/v1/projects/${project.id}`, { body: { title: 'After' } })
    await scene.settle()
    const bodies = scene.sender.attempts.filter(({ url }) => url === endpoint.url).map(({ body }) => JSON.parse(body))
    assert.deepEqual(
      bodies.map(({ event, data }) => `${event} ${data.title}`),
      ['project.created Before', 'project.updated After'],
    )
  })
})

describe('the retry schedule', () => {
  test('is as specified within ten percent; after the tenth attempt the delivery has failed, and can be sent again', async () => {
    const endpoint = await scene.addEndpoint()
    scene.sender.answer = () => 500
    const id = await scene.cause()
    await scene.settle()
    assert.equal(scene.sender.attempts.length, 1)
    for (const [index, wait_ms] of WAITS.entries()) {
      const { next_attempt_at } = await scene.delivery(endpoint.id, id)
      const shown_ms = Date.parse(next_attempt_at) - scene.app.now_ms()
      assert.ok(shown_ms >= wait_ms * 0.9 && shown_ms <= wait_ms * 1.1, `${shown_ms} for ${wait_ms}`)
      await stepOver(wait_ms, index + 1)
    }
    const failed = await scene.delivery(endpoint.id, id)
    assert.deepEqual([failed.status, failed.attempt_count, failed.next_attempt_at], ['failed', 10, null])
    assert.deepEqual(
      failed.attempts.map(({ number, response_status }: { number: number; response_status: number }) => [
        number,
        response_status,
      ]),
      Array.from({ length: 10 }, (_, index) => [index + 1, 500]),
    )
    await scene.pass(30 * HOUR)
    assert.equal(scene.sender.attempts.length, 10)
    assert.equal((await scene.endpoint(endpoint.id)).status, 'enabled')

    const resent = await scene.app.call('POST', `/v1/events/${id}/resend`, { body: { webhook_endpoint_id: endpoint.id } })
    assert.deepEqual([resent.status, resent.data.status, resent.data.attempt_count], [200, 'pending', 10])
    await scene.settle()
    assert.equal(scene.sender.attempts.length, 11)
    await stepOver(5 * SECOND, 11)
    scene.sender.answer = () => 200
    await stepOver(5 * MINUTE, 12)
    const delivered = await scene.delivery(endpoint.id, id)
    assert.deepEqual([delivered.status, delivered.attempt_count], ['delivered', 13])
  })

  test('each attempt has the same id and the same bytes, whatever became of the resource', async () => {
    const endpoint = await scene.addEndpoint({ enabled_events: ['customer.created'] })
    scene.sender.answer = () => 500
    const { data } = await scene.app.call('POST', '/v1/customers', { body: { name: 'Café 💰 \u2028' } })
    await scene.settle()
    await scene.app.call('PATCH', `/v1/customers/${data.id}`, { body: { name: 'Renamed' } })
    await scene.app.call('DELETE', `/v1/customers/${data.id}`)
    scene.sender.answer = () => 200
    await scene.pass(6 * SECOND)
    const [first, second] = scene.sender.attempts
    assert.equal(scene.sender.attempts.length, 2)
    assert.deepEqual([second!.event_id, second!.body], [first!.event_id, first!.body])
    const event = (await scene.app.call('GET', `/v1/events/${first!.event_id}`)).data
    const sent = JSON.parse(first!.body)
    assert.deepEqual([sent.id, sent.created_at, sent.data], [event.id, event.created_at, event.data])
    assert.equal((await scene.delivery(endpoint.id, event.id)).attempt_count, 2)
  })

  test('is put off by a Retry-After that is longer, and not brought forward by one that is shorter', async () => {
    await scene.addEndpoint()
    scene.sender.answer = () => ({ status: 429, retry_after_ms: 60 * SECOND })
    await scene.cause()
    await scene.settle()
    await scene.pass(60 * SECOND - 1)
    assert.equal(scene.sender.attempts.length, 1)
    scene.sender.answer = () => ({ status: 503, retry_after_ms: 1 * SECOND })
    await scene.pass(1)
    assert.equal(scene.sender.attempts.length, 2)
    await stepOver(5 * MINUTE, 2)
  })

  for (const answer of [301, 302, 400, 404, 429, 500, 503, 'refused'] as const) {
    test(`goes on after ${answer}`, async () => {
      const endpoint = await scene.addEndpoint()
      scene.sender.answer = () => answer
      const id = await scene.cause()
      await scene.settle()
      scene.sender.answer = () => 204
      await scene.pass(6 * SECOND)
      const delivery = await scene.delivery(endpoint.id, id)
      assert.deepEqual([delivery.status, delivery.attempt_count], ['delivered', 2])
      const { response_status, error } = delivery.attempts[0]
      assert.deepEqual([response_status, error], answer === 'refused' ? [null, 'connection refused'] : [answer, null])
    })
  }
})

describe('the clock', () => {
  test('set back an hour or forward two days neither floods nor stalls what waits', async () => {
    await scene.addEndpoint()
    scene.sender.answer = () => 500
    await scene.cause()
    await scene.settle()
    await stepOver(5 * SECOND, 1)
    const set = (ms: number) => scene.app.setClock(new Date(scene.app.now_ms() + ms).toISOString())
    set(-HOUR)
    await scene.settle()
    assert.equal(scene.sender.attempts.length, 2)
    await stepOver(5 * MINUTE, 2)
    set(2 * DAY)
    await scene.settle()
    assert.equal(scene.sender.attempts.length, 3)
    await stepOver(30 * MINUTE, 3)
  })

  for (const [name, moved_ms] of [
    ['back an hour', -HOUR],
    ['forward two days', 2 * DAY],
  ] as const) {
    test(`set ${name}, a delivery shows its next attempt in the machine's time`, async () => {
      const endpoint = await scene.addEndpoint()
      scene.sender.answer = () => 500
      const id = await scene.cause()
      await scene.settle()
      const shownIn_ms = async () => Date.parse((await scene.delivery(endpoint.id, id)).next_attempt_at) - scene.app.now_ms()
      const before_ms = await shownIn_ms()
      scene.app.setClock(new Date(scene.app.now_ms() + moved_ms).toISOString())
      assert.equal(await shownIn_ms(), before_ms)
      await scene.pass(6 * SECOND)
      assert.equal(scene.sender.attempts.length, 2)
      const wait_ms = await shownIn_ms()
      assert.ok(wait_ms > 4 * MINUTE && wait_ms < 6 * MINUTE, `${wait_ms} ms`)
      const again = await scene.app.call('POST', `/v1/events/${id}/resend`, { body: { webhook_endpoint_id: endpoint.id } })
      assert.equal(Date.parse(again.data.next_attempt_at), scene.app.now_ms())
    })
  }

  test('set forward six days does not make an endpoint look as if it had failed for so long', async () => {
    const endpoint = await scene.addEndpoint()
    scene.sender.answer = () => 500
    await scene.cause()
    await scene.settle()
    scene.app.setClock(new Date(scene.app.now_ms() + 6 * DAY).toISOString())
    await scene.pass(6 * SECOND)
    assert.equal(scene.sender.attempts.length, 2)
    assert.equal((await scene.endpoint(endpoint.id)).status, 'enabled')
  })
})

describe('an endpoint', () => {
  test('that answers 410 is disabled, what waits for it is cancelled, and the others get the event of it', async () => {
    const gone = await scene.addEndpoint()
    const other = await scene.addEndpoint()
    scene.sender.answer = ({ url }) => (url === gone.url ? 500 : 200)
    const first = await scene.cause()
    await scene.settle()
    scene.sender.answer = ({ url }) => (url === gone.url ? 410 : 200)
    const second = await scene.cause()
    await scene.settle()
    const { status, disabled_reason, updated_at } = await scene.endpoint(gone.id)
    assert.deepEqual([status, disabled_reason, updated_at], ['disabled', 'gone', new Date(scene.app.now_ms()).toISOString()])
    assert.equal((await scene.delivery(gone.id, second)).status, 'failed')
    assert.equal((await scene.delivery(gone.id, first)).status, 'cancelled')
    const [event] = (await scene.app.call('GET', '/v1/events', { query: { type: 'webhook_endpoint.disabled' } })).data.events
    assert.deepEqual(event.data, await scene.endpoint(gone.id))
    assert.deepEqual(scene.sender.sentTo(other.url), [first, second, event.id])
    const sent_before = scene.sender.sentTo(gone.url).length
    await scene.cause()
    await scene.pass(6 * DAY)
    assert.equal(scene.sender.sentTo(gone.url).length, sent_before)
  })

  test('at which nothing has arrived for five days is disabled, not a millisecond before', async () => {
    const dead = await scene.addEndpoint()
    const other = await scene.addEndpoint({ enabled_events: ['webhook_endpoint.disabled'] })
    scene.sender.answer = ({ url }) => (url === dead.url ? 500 : 200)
    await scene.cause()
    await scene.settle()
    for (let hour = 0; hour < 119; hour++) {
      if (hour % 12 === 0) await scene.cause()
      await scene.pass(HOUR)
    }
    await scene.pass(HOUR - 1)
    await scene.cause()
    await scene.settle()
    assert.equal((await scene.endpoint(dead.id)).status, 'enabled')
    scene.app.pass(1)
    const last = await scene.cause()
    await scene.settle()
    assert.deepEqual(
      [(await scene.endpoint(dead.id)).status, (await scene.endpoint(dead.id)).disabled_reason],
      ['disabled', 'failing'],
    )
    assert.equal((await scene.delivery(dead.id, last)).attempt_count, 1)
    assert.ok((await scene.deliveries(dead.id)).every(({ status }) => status === 'failed' || status === 'cancelled'))
    assert.equal(scene.sender.sentTo(other.url).length, 1)
  })

  test('at which something arrived in between is counted from there', async () => {
    const endpoint = await scene.addEndpoint()
    const failAt = async (status: number) => {
      scene.sender.answer = () => status
      await scene.cause()
      await scene.settle()
    }
    await failAt(500)
    await scene.pass(4 * DAY)
    await failAt(200)
    await scene.pass(2 * DAY)
    await failAt(500)
    assert.equal((await scene.endpoint(endpoint.id)).status, 'enabled')
    // In steps, as attempts come: after more than thirty hours without any, failures count again.
    for (let day = 0; day < 4; day++) {
      await scene.pass(DAY)
      await failAt(500)
    }
    await scene.pass(DAY - 1)
    await failAt(500)
    assert.equal((await scene.endpoint(endpoint.id)).status, 'enabled')
    scene.app.pass(1)
    await failAt(500)
    assert.equal((await scene.endpoint(endpoint.id)).disabled_reason, 'failing')
  })

  test('that is turned on again gets what happens from then on, and is counted again', async () => {
    const endpoint = await scene.addEndpoint()
    scene.sender.answer = () => 410
    await scene.cause()
    await scene.settle()
    await scene.cause()
    scene.sender.answer = () => 500
    await scene.pass(6 * DAY)
    const answer = await scene.app.call('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { status: 'enabled' } })
    assert.deepEqual([answer.data.status, answer.data.disabled_reason], ['enabled', null])
    const id = await scene.cause()
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoint.url).slice(1), [id])
    assert.equal((await scene.endpoint(endpoint.id)).status, 'enabled')
  })
})

describe('a transaction that fails', () => {
  for (const round of [1, 2]) {
    test(`loses nothing: the ${round === 1 ? 'first, which claims' : 'second, which writes down'}`, async (context) => {
      const endpoint = await scene.addEndpoint()
      await scene.settle()
      // The first is the event's own: the dispatcher may begin its round before `cause` returns.
      let writes = -1
      const { database } = scene.app
      const write = database.write.bind(database)
      context.mock.method(database, 'write', (work: Parameters<typeof write>[0], company_id?: CompanyId) =>
        company_id !== undefined && ++writes === round
          ? write(async (tx) => {
              await work(tx)
              throw new Error('the disk is full')
            }, company_id)
          : write(work, company_id),
      )
      const id = await scene.cause()
      await until('it is delivered', async () => {
        await scene.pass(SECOND)
        return (await scene.delivery(endpoint.id, id))?.status === 'delivered'
      })
      assert.ok(writes > round)
      assert.deepEqual(scene.sender.sentTo(endpoint.url), [id])
      assert.equal((await scene.delivery(endpoint.id, id)).attempt_count, 1)
    })
  }
})
