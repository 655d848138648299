// What is changed while deliveries wait or are under way: endpoints, filters, secrets; replays and resends.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { startWebhookTest, until, type WebhookTest } from '../../../test/support/scripted-sender.ts'
import { WAITS_MS } from '../../kernel/back-off.ts'
import type { DeliveryId, EventId } from '../../kernel/ids.ts'
import type { WriteTx } from '../../sql/database.ts'
import { insertRows } from '../../sql/statement.ts'
import { type EventsTable, events } from '../events/table.ts'
import { sweepOldDeliveries } from './deliveries.ts'
import { queueDeliveries } from './delivery-repository.ts'
import type { WebhookDeliveriesTable } from './table.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND

let scene: WebhookTest
beforeEach(async () => {
  scene = await startWebhookTest()
})
afterEach(() => scene.app.close())

const change = async (id: string, body: object) => {
  const answer = await scene.app.call('PATCH', `/v1/webhook-endpoints/${id}`, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const remove = async (id: string) => assert.equal((await scene.app.call('DELETE', `/v1/webhook-endpoints/${id}`)).status, 200)
const resend = async (id: string, event_id: string) => {
  const answer = await scene.app.call('POST', `/v1/events/${event_id}/resend`, { body: { webhook_endpoint_id: id } })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const timesSent = (event_id: string) => scene.sender.attempts.filter((attempt) => attempt.event_id === event_id).length
const stateOf = async (id: string, event_id: string) => {
  const { status, attempt_count } = await scene.delivery(id, event_id)
  return [status, attempt_count]
}

/** An endpoint, and an event whose first attempt at it has failed. */
async function failedOnce() {
  const endpoint = await scene.addEndpoint()
  scene.sender.answer = () => 500
  const event_id = await scene.cause()
  await scene.settle()
  assert.deepEqual(await stateOf(endpoint.id, event_id), ['pending', 1])
  scene.sender.answer = () => 200
  return { endpoint, event_id }
}

/** An endpoint that may have two attempts at once, since one has arrived, and an event whose first attempt at it is under way. */
async function underWay() {
  const endpoint = await scene.addEndpoint()
  await scene.cause()
  await scene.settle()
  scene.sender.answer = () => 'hang'
  const event_id = await scene.cause()
  await until('it is under way', () => scene.sender.under_way(endpoint.url) === 1)
  scene.sender.answer = () => 200
  return { endpoint, event_id }
}

describe('between two attempts', () => {
  test('an endpoint that is disabled gets nothing more, and nothing of it later', async () => {
    const { endpoint, event_id } = await failedOnce()
    await change(endpoint.id, { status: 'disabled' })
    assert.deepEqual(await stateOf(endpoint.id, event_id), ['cancelled', 1])
    await scene.cause()
    await scene.pass(2 * DAY)
    assert.equal(scene.sender.attempts.length, 1)
    await change(endpoint.id, { status: 'enabled' })
    await scene.pass(2 * DAY)
    assert.equal(scene.sender.attempts.length, 1)
  })

  test('an endpoint that is deleted gets nothing more', async () => {
    const { endpoint } = await failedOnce()
    await remove(endpoint.id)
    await scene.cause()
    await scene.pass(2 * DAY)
    assert.equal(scene.sender.attempts.length, 1)
  })

  test('an endpoint whose URL is changed gets the rest at the new one', async () => {
    const { endpoint, event_id } = await failedOnce()
    await change(endpoint.id, { url: 'https://moved.example.com/' })
    await scene.pass(6 * SECOND)
    assert.deepEqual(scene.sender.sentTo(endpoint.url), [event_id])
    assert.deepEqual(scene.sender.sentTo('https://moved.example.com/'), [event_id])
  })

  test('an endpoint whose secret is rotated has both for 24 hours, then the new one alone', async () => {
    const { endpoint } = await failedOnce()
    const { secret } = (await scene.app.call('POST', `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`)).data
    await scene.pass(6 * SECOND)
    assert.deepEqual(scene.sender.attempts.at(-1)!.secrets, [secret, endpoint.secret])
    await scene.pass(DAY - 6 * SECOND - 1)
    await scene.cause()
    await scene.settle()
    assert.deepEqual(scene.sender.attempts.at(-1)!.secrets, [secret, endpoint.secret])
    await scene.pass(1)
    await scene.cause()
    await scene.settle()
    assert.deepEqual(scene.sender.attempts.at(-1)!.secrets, [secret])
  })

  test('filters that are changed do not call back what waits', async () => {
    const { endpoint, event_id } = await failedOnce()
    await change(endpoint.id, { enabled_events: ['invoice.paid'] })
    await scene.pass(6 * SECOND)
    assert.deepEqual(await stateOf(endpoint.id, event_id), ['delivered', 2])
    await scene.cause()
    await scene.settle()
    assert.equal(scene.sender.attempts.length, 2)
  })

  test('filters that are changed before an event was looked at do not take it away, and do not give it', async () => {
    await scene.app.close()
    scene = await startWebhookTest({ is_started: false })
    const narrowed = await scene.addEndpoint()
    const widened = await scene.addEndpoint({ enabled_events: ['invoice.paid'] })
    const event_id = await scene.cause()
    await change(narrowed.id, { enabled_events: ['invoice.paid'] })
    await change(widened.id, { enabled_events: ['*'] })
    const later_id = await scene.cause()
    await scene.app.dispatcher.start()
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(narrowed.url), [event_id])
    assert.deepEqual(scene.sender.sentTo(widened.url), [later_id])
  })

  test('a resend goes out at once and begins the schedule again', async () => {
    const { endpoint, event_id } = await failedOnce()
    await resend(endpoint.id, event_id)
    await scene.settle()
    assert.deepEqual(await stateOf(endpoint.id, event_id), ['delivered', 2])
    await scene.pass(2 * DAY)
    assert.equal(scene.sender.attempts.length, 2)
  })
})

describe('an attempt under way', () => {
  for (const [status, state] of [
    [200, 'delivered'],
    [500, 'cancelled'],
  ] as const) {
    test(`whose endpoint is disabled ends as ${state} with ${status}, and is in the log`, async () => {
      const { endpoint, event_id } = await underWay()
      await change(endpoint.id, { status: 'disabled' })
      scene.sender.release(status)
      await scene.settle()
      assert.deepEqual(await stateOf(endpoint.id, event_id), [state, 1])
      await scene.pass(2 * DAY)
      assert.equal(timesSent(event_id), 1)
      assert.equal((await scene.endpoint(endpoint.id)).disabled_reason, 'manual')
    })

    test(`whose endpoint is deleted ends quietly with ${status}`, async () => {
      const { endpoint, event_id } = await underWay()
      await remove(endpoint.id)
      scene.sender.release(status)
      await scene.pass(2 * DAY)
      assert.equal(timesSent(event_id), 1)
    })
  }

  for (const status of [200, 500, 410]) {
    test(`whose delivery is resent is followed by another, whatever it came to: ${status}`, async () => {
      const { endpoint, event_id } = await underWay()
      await resend(endpoint.id, event_id)
      await until('it is sent again', () => timesSent(event_id) === 2)
      await until('that has arrived', async () => (await scene.delivery(endpoint.id, event_id)).status === 'delivered')
      scene.sender.release(status)
      await scene.settle()
      assert.deepEqual(await stateOf(endpoint.id, event_id), ['delivered', 2])
    })
  }

  test('whose endpoint is disabled and enabled with a replay is followed by another', async () => {
    const { endpoint, event_id } = await underWay()
    await change(endpoint.id, { status: 'disabled' })
    await change(endpoint.id, { status: 'enabled', replay_since: '2026-06-15' })
    await until('it is sent again', () => timesSent(event_id) === 2)
    scene.sender.release(500)
    await scene.settle()
    assert.deepEqual(await stateOf(endpoint.id, event_id), ['delivered', 2])
  })

  for (const status of [500, 410]) {
    test(`whose URL is changed says nothing of the new one, and is tried again there: ${status}`, async () => {
      const { endpoint, event_id } = await underWay()
      await change(endpoint.id, { url: 'https://moved.example.com/' })
      scene.sender.release(status)
      await scene.settle()
      assert.equal((await scene.endpoint(endpoint.id)).status, 'enabled')
      await scene.pass(6 * SECOND)
      assert.deepEqual(scene.sender.sentTo('https://moved.example.com/'), [event_id])
    })
  }

  test('is not made twice while it lasts, and holds up no other', async () => {
    const { endpoint, event_id } = await underWay()
    const others = []
    for (let count = 0; count < 5; count++) {
      scene.app.pass(5 * SECOND)
      others.push(await scene.cause())
    }
    for (const id of others) {
      await until('it has arrived', async () => (await scene.delivery(endpoint.id, id))?.status === 'delivered')
    }
    assert.deepEqual([event_id, ...others].map(timesSent), [1, 1, 1, 1, 1, 1])
  })
})

describe('a replay', () => {
  test('sends what is missing since then, and nothing twice', async () => {
    const endpoint = await scene.addEndpoint()
    const caused = async (status: number) => {
      scene.sender.answer = () => status
      const id = await scene.cause()
      await scene.settle()
      return id
    }
    await caused(200)
    const failed = await caused(500)
    for (const wait_ms of WAITS_MS.slice(1)) await scene.pass(wait_ms * 1.1 + 1)
    assert.deepEqual(await stateOf(endpoint.id, failed), ['failed', 10])
    await caused(200)
    const missing = [failed, await caused(500)]
    await change(endpoint.id, { status: 'disabled' })
    for (let count = 0; count < 5; count++) missing.push(await caused(200))
    await scene.cause({ company: scene.app.tenant.sibling_id })
    const sent_before = scene.sender.attempts.length
    await change(endpoint.id, { status: 'enabled', replay_since: '2026-06-15' })
    await scene.settle()
    const replayed = () => scene.sender.attempts.slice(sent_before).map(({ event_id }) => event_id)
    assert.deepEqual(replayed().sort(), missing)
    await change(endpoint.id, { replay_since: '2026-06-15' })
    await scene.settle()
    assert.equal(replayed().length, missing.length)
    assert.ok((await scene.deliveries(endpoint.id)).every(({ status }) => status === 'delivered'))
  })

  test('takes the filters as they are then', async () => {
    const endpoint = await scene.addEndpoint({ enabled_events: ['invoice.paid'] })
    const id = await scene.cause()
    await scene.settle()
    assert.equal(scene.sender.attempts.length, 0)
    await change(endpoint.id, { enabled_events: ['customer.*'], replay_since: '2026-06-15T10:00:00Z' })
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoint.url), [id])
  })
})

describe('an endpoint for which thousands of deliveries wait', () => {
  const COUNT = 2_500
  const statesOf = async (endpoint_id: string) => {
    const { rows } = await scene.app.database.read((tx) =>
      tx.execute(
        { sql: `SELECT status FROM webhook_deliveries WHERE webhook_endpoint_id = '${endpoint_id}'`, returns_rows: true },
        [],
      ),
    )
    return Object.fromEntries(
      [...Map.groupBy(rows as { status: string }[], ({ status }) => status)].map(([status, all]) => [status, all.length]),
    )
  }
  const shown = async (endpoint_id: string, query: Record<string, string>) =>
    (await scene.app.call('GET', `/v1/webhook-endpoints/${endpoint_id}/deliveries`, { query })).data.deliveries

  /** One delivery that failed once, and many copies of it that are due at the same time, in five seconds. */
  async function manyWaiting() {
    const { endpoint, event_id } = await failedOnce()
    await scene.app.database.write((tx) => copyDelivery(tx, event_id, COUNT - 1))
    return endpoint
  }

  test('is disabled in parts, of which none is sent and none is shown as pending', async () => {
    const endpoint = await manyWaiting()
    await scene.app.dispatcher.stop()
    const sent_before = scene.sender.attempts.length
    await change(endpoint.id, { status: 'disabled' })
    assert.deepEqual(await statesOf(endpoint.id), { cancelled: 250, pending: 2_250 })
    assert.deepEqual(await shown(endpoint.id, { status: 'pending' }), [])
    const walked: string[] = []
    for (let cursor = {}; ; cursor = { starting_after: walked.at(-1) }) {
      const page = await shown(endpoint.id, { status: 'cancelled', limit: '100', ...cursor })
      if (page.length === 0) break
      for (const delivery of page) {
        assert.deepEqual([delivery.status, delivery.next_attempt_at], ['cancelled', null])
        walked.push(delivery.id)
      }
    }
    assert.deepEqual([walked.length, new Set(walked).size], [COUNT, COUNT])
    const upwards = await shown(endpoint.id, { status: 'cancelled', limit: '100', ending_before: walked[1_000]! })
    assert.deepEqual(
      upwards.map(({ id }: { id: string }) => id),
      walked.slice(900, 1_000),
    )
    assert.equal(
      (await shown(endpoint.id, { limit: '100' })).filter(({ status }: { status: string }) => status === 'pending').length,
      0,
    )
    assert.equal(scene.sender.attempts.length, sent_before)
  })

  for (const [how, end] of [
    ['disabled', (id: string) => change(id, { status: 'disabled' })],
    ['deleted', remove],
  ] as const) {
    test(`has the rest ended by the dispatcher when it is ${how}`, async () => {
      const endpoint = await manyWaiting()
      await end(endpoint.id)
      await until('all have ended', async () => (await statesOf(endpoint.id))['pending'] === undefined)
      await scene.pass(6 * SECOND)
      assert.deepEqual(await statesOf(endpoint.id), { cancelled: COUNT })
      assert.equal(scene.sender.attempts.length, 1)
    })
  }

  test('has the rest ended by the dispatcher when it answers 410', async () => {
    const endpoint = await manyWaiting()
    scene.sender.answer = () => 410
    await scene.pass(6 * SECOND)
    await until('all have ended', async () => (await statesOf(endpoint.id))['pending'] === undefined)
    assert.deepEqual(await statesOf(endpoint.id), { cancelled: COUNT - 1, failed: 1 })
  })

  test('that is enabled again at once sends none of what waited before', async () => {
    const endpoint = await manyWaiting()
    await scene.app.dispatcher.stop()
    await change(endpoint.id, { status: 'disabled' })
    await change(endpoint.id, { status: 'enabled' })
    assert.deepEqual(await statesOf(endpoint.id), { cancelled: COUNT })
  })

  test('does not keep the sweep from what lies behind them, when they are old', async () => {
    const endpoint = await manyWaiting()
    await scene.app.dispatcher.stop()
    await scene.app.database.write(async (tx) => {
      const newest = `(SELECT max(event_id) FROM webhook_deliveries WHERE webhook_endpoint_id = '${endpoint.id}')`
      const sql = `UPDATE webhook_deliveries SET status = 'delivered', due_at_ms = NULL WHERE event_id = ${newest}`
      await tx.execute({ sql, returns_rows: false }, [])
    })
    scene.app.pass(30 * DAY)
    await scene.app.sweep()
    assert.deepEqual(await statesOf(endpoint.id), { pending: COUNT - 1 })
  })
})

describe('the sweep', () => {
  test('removes deliveries that are over and older than 30 days, and nothing else', async () => {
    const endpoint = await scene.addEndpoint()
    const old = await scene.cause()
    await scene.settle()
    await scene.pass(1)
    const younger = await scene.cause()
    await scene.settle()
    // Pending all the time: nothing takes it, since the dispatcher has stopped.
    await scene.app.dispatcher.stop()
    await scene.app.call('POST', `/v1/events/${younger}/resend`, { body: { webhook_endpoint_id: endpoint.id } })
    const shown = async () => (await scene.deliveries(endpoint.id)).map(({ event_id }) => event_id)
    scene.app.pass(30 * DAY - 2)
    await scene.app.sweep()
    assert.deepEqual(await shown(), [younger, old])
    scene.app.pass(1)
    await scene.app.sweep()
    assert.deepEqual(await shown(), [younger])
    scene.app.pass(DAY)
    await scene.app.sweep()
    assert.deepEqual(await shown(), [younger])
  })

  test('removes them after as many days as are set', async () => {
    const endpoint = await scene.addEndpoint()
    await scene.cause()
    await scene.settle()
    scene.app.pass(7 * DAY - 1)
    const { app } = scene
    await sweepOldDeliveries(app.database, app.now_ms(), 7)
    assert.equal((await scene.deliveries(endpoint.id)).length, 1)
    app.pass(1)
    await sweepOldDeliveries(app.database, app.now_ms(), 7)
    assert.equal((await scene.deliveries(endpoint.id)).length, 0)
  })

  test('removes those of deleted endpoints too', async () => {
    const endpoint = await scene.addEndpoint()
    for (let count = 0; count < 3; count++) await scene.cause()
    await scene.settle()
    await remove(endpoint.id)
    const count = () =>
      scene.app.database.read((tx) => tx.execute({ sql: 'SELECT event_id FROM webhook_deliveries', returns_rows: true }, []))
    assert.equal((await count()).rows.length, 3)
    scene.app.pass(30 * DAY)
    await scene.app.sweep()
    assert.equal((await count()).rows.length, 0)
  })
})

/** Makes copies of a pending delivery and its event, that come after all others. */
async function copyDelivery(tx: WriteTx, event_id: string, count: number): Promise<void> {
  const { rows } = await tx.execute(
    { sql: `SELECT * FROM webhook_deliveries WHERE event_id = '${event_id}'`, returns_rows: true },
    [],
  )
  const row = rows[0] as WebhookDeliveriesTable
  const copies = Array.from({ length: count }, (_, index) => {
    const place = `y${String(index).padStart(9, '0')}`
    return {
      ...row,
      event_id: `evt_${place}${event_id.slice(-16)}` as EventId,
      id: `dlv_${place}${row.id.slice(-16)}` as DeliveryId,
    }
  })
  const found = await tx.execute({ sql: `SELECT * FROM events WHERE id = '${event_id}'`, returns_rows: true }, [])
  const event = found.rows[0] as EventsTable
  const insertEvents = insertRows(events)
  await insertEvents(
    tx,
    copies.map((copy) => ({ ...event, id: copy.event_id })),
  )
  await queueDeliveries(tx, copies)
}
