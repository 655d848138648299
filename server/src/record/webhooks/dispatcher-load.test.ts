// How much the dispatcher does at once, and that none waits for another.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { startWebhookTest, until, type WebhookTest } from '../../../test/support/scripted-sender.ts'
import type { TestTenant } from '../../../test/support/test-app.ts'
import { customerEventTypes } from '../../billing/customers/events.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { recordEvents } from '../events/record.ts'

const SECOND = 1000

let scene: WebhookTest
beforeEach(async () => {
  scene = await startWebhookTest({ is_started: false })
})
afterEach(async () => {
  scene.sender.release('refused')
  await scene.app.close()
})

/** Stores events of a company, many at once. */
async function store(company_id: CompanyId, count: number): Promise<string[]> {
  const now = new Date(scene.app.now_ms()).toISOString()
  const drafts = Array.from({ length: count }, () => ({
    of: customerEventTypes[0]!,
    resource_id: 'cus_1',
    data: { name: 'Café' },
  }))
  const events = await scene.app.database.write((tx) => recordEvents(tx, { company_id, now }, drafts))
  return events.map(({ id }) => id)
}

const scopeOf = (tenant: TestTenant) => ({ key: tenant.keys.admin, company: tenant.company_id })

describe('an endpoint', () => {
  test('has sixteen attempts under way at most, and begins with one', async () => {
    const { url } = await scene.addEndpoint()
    scene.sender.answer = () => 'hang'
    const ids = await store(scene.app.tenant.company_id, 200)
    await scene.app.dispatcher.start()
    await until('the first are under way', () => scene.sender.under_way() > 0)
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(scene.sender.under_way(), 1)
    scene.sender.answer = () => 200
    scene.sender.release(200)
    await scene.settle()
    assert.ok(scene.sender.most_of.get(url)! <= 16)
    assert.ok(scene.sender.most_of.get(url)! > 8)
    assert.deepEqual(scene.sender.sentTo(url).sort(), ids)
  })

  test('that fails has one under way', async () => {
    const { url, id } = await scene.addEndpoint()
    await store(scene.app.tenant.company_id, 1)
    scene.sender.answer = () => 500
    await scene.app.dispatcher.start()
    await scene.settle()
    scene.sender.answer = () => 'hang'
    await store(scene.app.tenant.company_id, 30)

    await until('one is under way', () => scene.sender.under_way() === 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(scene.sender.under_way(url), 1)
    scene.sender.answer = () => 500
    scene.sender.release(500)
    await scene.settle()
    assert.equal(scene.sender.most_of.get(url), 1)
    scene.sender.answer = () => 200
    await scene.pass(6 * SECOND)
    assert.ok((await scene.deliveries(id)).every(({ status }) => status === 'delivered'))
  })
})

test('what lay in wait at the start goes out within bounds, each once', async () => {
  const urls = []
  for (let count = 0; count < 16; count++) urls.push((await scene.addEndpoint()).url)
  const ids = await store(scene.app.tenant.company_id, 600)
  await scene.app.dispatcher.start()
  await until('all is sent', () => scene.sender.attempts.length >= 600 * 16)
  await scene.settle()
  assert.ok(scene.sender.most_at_once <= 256, `${scene.sender.most_at_once} at once`)
  for (const url of urls) assert.deepEqual(scene.sender.sentTo(url).sort(), ids)
})

describe('one is not kept waiting by another', () => {
  test('an endpoint that answers gets a hundred events while the other one hangs', async () => {
    const dead = await scene.addEndpoint()
    const fine = await scene.addEndpoint()
    scene.sender.answer = ({ url }) => (url === dead.url ? 'hang' : 200)
    await scene.app.dispatcher.start()
    const ids = []
    for (let count = 0; count < 100; count++) ids.push(await scene.cause())
    await until('all have arrived', () => scene.sender.sentTo(fine.url).length >= 100)
    assert.deepEqual(scene.sender.sentTo(fine.url).sort(), ids)
    assert.ok(scene.sender.sentTo(dead.url).length <= 1)
  })

  test('three hundred endpoints that hang hold up a healthy one for three seconds at most', async () => {
    scene.sender.answer = ({ url }) => (url.includes('healthy') ? 200 : 'hang')
    const companies = []
    for (let count = 0; count < 19; count++) {
      const tenant = await scene.app.addTenant()
      companies.push(tenant.company_id)
      for (let place = 0; place < 16; place++) await scene.addEndpoint({}, scopeOf(tenant))
    }
    const healthy = await scene.addEndpoint({ url: 'https://healthy.example.com/' })
    await scene.app.dispatcher.start()
    for (const company_id of companies) await store(company_id, 4)
    await until('there is no room', () => scene.sender.under_way() >= 250)
    const began = performance.now()
    const id = await scene.cause()
    await until('it has arrived', () => scene.sender.sentTo(healthy.url).includes(id))
    const waited_ms = performance.now() - began
    assert.ok(waited_ms < 3 * SECOND, `${Math.round(waited_ms)} ms`)
  })

  test('the endpoints of one company do not wait until all that another is sent again has been looked at', async () => {
    const busy = await scene.app.addTenant()
    for (let count = 0; count < 16; count++) await scene.addEndpoint({}, scopeOf(busy))
    const { url } = await scene.addEndpoint()
    await store(busy.company_id, 500)
    await scene.app.dispatcher.start()
    await until('the busy one is served', () => scene.sender.attempts.length > 0)
    const [id] = await store(scene.app.tenant.company_id, 1)
    const sent_before = scene.sender.attempts.length
    await until('it has arrived', () => scene.sender.sentTo(url).includes(id!))
    const sent_between = scene.sender.attempts.findIndex((attempt) => attempt.event_id === id) - sent_before
    assert.ok(sent_between < 1000, `${sent_between} of the other's were sent first`)
    await scene.settle()
  })
})
