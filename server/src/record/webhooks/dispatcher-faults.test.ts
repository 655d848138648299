// What fails for one company holds up no other, and nothing is lost by it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { ENGINE } from '../../../test/support/engine.ts'
import { startWebhookTest, until, type WebhookTest } from '../../../test/support/scripted-sender.ts'
import { startTestApp } from '../../../test/support/test-app.ts'
import { customerEventTypes } from '../../billing/customers/events.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { WriteTx } from '../../sql/database.ts'
import { draftEvent } from '../events/event-type.ts'
import { recordEvents } from '../events/record.ts'

const SECOND = 1_000

let scene: WebhookTest
/** Writes past `countWrites`. */
let writeBeside: WebhookTest['app']['database']['write']
beforeEach(async () => {
  scene = await startWebhookTest()
  writeBeside = scene.app.database.write.bind(scene.app.database)
})
afterEach(() => scene.app.close())

/** Counts the transactions of companies from here on, and lets those that `isBroken` says fail after their work. */
function countWrites(
  context: { mock: typeof import('node:test').mock },
  isBroken: (company_id?: CompanyId) => boolean = () => false,
) {
  const { database } = scene.app
  const write = database.write.bind(database)
  const counts = new Map<CompanyId | undefined, number>()
  const under_way: (CompanyId | undefined)[] = []
  context.mock.method(database, 'write', (work: (tx: WriteTx) => Promise<unknown>, company_id?: CompanyId) => {
    counts.set(company_id, (counts.get(company_id) ?? 0) + 1)
    const failing = async (tx: WriteTx) => {
      await work(tx)
      throw new Error('the rows of the company are broken')
    }
    under_way.push(company_id)
    const ended = () => void under_way.splice(under_way.indexOf(company_id), 1)
    return write(isBroken(company_id) ? failing : work, company_id).finally(ended)
  })
  const countOf = (company_id?: CompanyId) => counts.get(company_id) ?? 0
  return Object.assign(countOf, {
    /** Whether none is under way, of one company or of all. */
    areOver: (of?: CompanyId) => (of === undefined ? under_way.length === 0 : !under_way.includes(of)),
  })
}

/** A company with an endpoint that fails, and another with one. */
async function twoCompanies() {
  const { company_id: broken, sibling_id: other } = scene.app.tenant
  const endpoints = { broken: await scene.addEndpoint(), other: await scene.addEndpoint({}, { company: other }) }
  await scene.settle()
  return { broken, other, endpoints }
}

async function causeMany(company: CompanyId, count: number): Promise<string[]> {
  const ids = []
  for (let index = 0; index < count; index++) ids.push(await scene.cause({ company }))
  return ids
}

/**
 * Causes events whose first attempt hangs, and waits until all of them are queued and no round is under way: one that began before
 * `isBroken` says so would still commit, and send the next.
 */
async function causeHanging(
  context: { mock: typeof import('node:test').mock },
  company: CompanyId,
  endpoint: { id: string; url: string },
  count: number,
) {
  const scripted = { is_broken: false }
  const writesOf = countWrites(context, (company_id) => scripted.is_broken && company_id === company)
  scene.sender.answer = ({ url }) => (url === endpoint.url ? 'hang' : 200)
  const ids = await causeMany(company, count)
  await until('one is under way', () => scene.sender.under_way(endpoint.url) === 1)
  await until('all are queued', async () => (await scene.deliveries(endpoint.id)).length === count)
  await until('no round is under way', () => writesOf.areOver(company))
  const before = writesOf(company)
  return {
    ids,
    /** The rounds of the company since then. */
    rounds: () => writesOf(company) - before,
    areOver: () => writesOf.areOver(),
    /** From here on its rounds fail, and the attempt that hangs and all later ones are answered. */
    breakDown() {
      scripted.is_broken = true
      scene.sender.answer = () => 200
      scene.sender.release(200)
    },
    repair() {
      scripted.is_broken = false
    },
  }
}

/** Stores events in one go, before the dispatcher has looked at the first of them. */
async function storeFor(company_id: CompanyId, count: number): Promise<string[]> {
  const now = new Date(scene.app.now_ms()).toISOString()
  const drafts = Array.from({ length: count }, () => draftEvent(customerEventTypes[0]!, 'cus_1', { id: 'cus_1' }))
  return (await writeBeside((tx) => recordEvents(tx, { company_id, now }, drafts), company_id)).map(({ id }) => id)
}

/** What the rows say of the deliveries of an endpoint. */
async function assertDelivered(endpoint: { id: string }, ids: readonly string[], attempts = 1): Promise<void> {
  const deliveries = await scene.deliveries(endpoint.id)
  assert.deepEqual(deliveries.map(({ event_id }) => event_id).reverse(), ids)
  for (const { status, attempt_count } of deliveries) assert.deepEqual([status, attempt_count], ['delivered', attempts])
}

const change = (sql: string) => scene.app.database.write((tx) => tx.execute({ sql, returns_rows: false }, []))

describe('a company whose rounds fail', () => {
  test('rests by itself: the deliveries of another arrive while time stands still, its own once it is repaired', async (context) => {
    const { broken, other, endpoints } = await twoCompanies()
    // What a round reads of it can't be read.
    await change(`UPDATE webhook_endpoints SET enabled_events = '{' WHERE company_id = '${broken}'`)
    const ids = await storeFor(broken, 5)
    const writesOf = countWrites(context)
    await until('its round has failed', () => writesOf(broken) === 1)
    for (let count = 1; count <= 25; count++) {
      const id = await scene.cause({ company: other })
      await until('it arrives', () => scene.sender.sentTo(endpoints.other.url).at(-1) === id)
    }
    await scene.settle()
    assert.deepEqual([writesOf(broken), scene.sender.sentTo(endpoints.broken.url)], [1, []])
    // Each rest is twice as long as the one before.
    for (const [round, rest_ms] of [1, 2, 4].map((seconds) => seconds * SECOND).entries()) {
      await scene.pass(rest_ms - 1)
      assert.equal(writesOf(broken), round + 1)
      await scene.pass(1)
      await until('it is tried again', () => writesOf(broken) === round + 2)
      await scene.settle()
    }
    await change(`UPDATE webhook_endpoints SET enabled_events = '["*"]' WHERE company_id = '${broken}'`)
    await scene.pass(8 * SECOND)
    assert.deepEqual(scene.sender.sentTo(endpoints.broken.url).sort(), ids)
    await assertDelivered(endpoints.broken, ids)
  })

  test('while attempts are under way: what they came to is kept, written down once, and nothing is sent twice', async (context) => {
    const { broken, other, endpoints } = await twoCompanies()
    const hanging = await causeHanging(context, broken, endpoints.broken, 3)
    hanging.breakDown()
    await until('its round has failed', () => hanging.rounds() === 1)
    const others = await causeMany(other, 10)
    await until('the others arrive', () => scene.sender.sentTo(endpoints.other.url).length === 10)
    await scene.settle()
    assert.equal(hanging.rounds(), 1)
    assert.deepEqual(scene.sender.sentTo(endpoints.broken.url), hanging.ids.slice(0, 1))
    hanging.repair()
    await scene.pass(SECOND)
    await scene.settle()
    assert.deepEqual(scene.sender.sentTo(endpoints.broken.url), hanging.ids)
    assert.deepEqual(scene.sender.sentTo(endpoints.other.url).sort(), others)
    await assertDelivered(endpoints.broken, hanging.ids)
  })

  test('makes the dispatcher neither turn in circles nor wait for it to be idle or to stop', async (context) => {
    const { broken, endpoints } = await twoCompanies()
    const hanging = await causeHanging(context, broken, endpoints.broken, 2)
    const reads = context.mock.method(scene.app.database, 'readOne')
    hanging.breakDown()
    await until('its round has failed', () => hanging.rounds() === 1 && hanging.areOver())
    reads.mock.resetCalls()
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.ok(reads.mock.callCount() <= 2, `looked ${reads.mock.callCount()} times`)
    await scene.app.dispatcher.idle()
    assert.equal(hanging.rounds(), 1)
    await scene.app.dispatcher.stop()
    // Its last write failed as well: it is pending, and the next start sends it again.
    const deliveries = await scene.deliveries(endpoints.broken.id)
    assert.equal(deliveries.at(-1).event_id, hanging.ids[0])
    for (const { status } of deliveries) assert.equal(status, 'pending')
  })

  test('does not keep what others came to from being written down at the end', async (context) => {
    const { broken, other, endpoints } = await twoCompanies()
    scene.sender.answer = () => 'hang'
    await scene.cause({ company: broken })
    const id = await scene.cause({ company: other })
    await until('both are under way', () => scene.sender.under_way() === 2)
    countWrites(context, (company_id) => company_id === broken)
    scene.sender.release(200)
    await scene.app.dispatcher.stop()
    const call = { company: other, query: {} }
    const { deliveries } = (await scene.app.call('GET', `/v1/webhook-endpoints/${endpoints.other.id}/deliveries`, call)).data
    assert.deepEqual(
      deliveries.map(({ event_id, status }: { event_id: string; status: string }) => [event_id, status]),
      [[id, 'delivered']],
    )
  })
})

test('a company whose row is locked by another process holds up no other', {
  skip: ENGINE === 'sqlite' && 'there is one writer',
}, async (context) => {
  const { broken, other, endpoints } = await twoCompanies()
  const beside = await startTestApp({ beside: scene.app })
  scene.sender.answer = ({ url }) => (url === endpoints.broken.url ? 'hang' : 200)
  const [id] = await causeMany(broken, 1)
  await until('it is under way', () => scene.sender.under_way() === 1)
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const lock = beside.database.write(async () => {
    locked.resolve()
    await over.promise
  }, broken)
  await locked.promise
  const writesOf = countWrites(context)
  scene.sender.release(200)
  await until('a round waits for the lock', () => writesOf(broken) === 1)
  const others = []
  for (let count = 0; count < 10; count++) {
    others.push(await scene.cause({ company: other }))
    await until('it arrives', () => scene.sender.sentTo(endpoints.other.url).length === others.length)
  }
  assert.deepEqual([writesOf(broken), writesOf.areOver(broken)], [1, false], 'that round still waits')
  over.resolve()
  await lock
  await until('it is written down', async () => (await scene.delivery(endpoints.broken.id, id!)).status === 'delivered')
  assert.deepEqual(scene.sender.sentTo(endpoints.other.url), others)
  await assertDelivered(endpoints.broken, [id!])
  await beside.close()
})

test('a database that takes no writes at all is a fault of all: none rests longer than the others when it takes them again', async (context) => {
  const { broken, other, endpoints } = await twoCompanies()
  let is_full = true
  const writesOf = countWrites(context, () => is_full)
  const ids = [await storeFor(broken, 3), await storeFor(other, 3)]
  await until(
    'rounds of both have failed, and the row of no company',
    () => [broken, other, undefined].every((one) => writesOf(one) > 0) && writesOf.areOver(),
  )
  assert.deepEqual(scene.sender.attempts, [])
  is_full = false
  // No time passes on the clock that companies rest by.
  await until('all arrive', () => scene.sender.attempts.length === 6)
  await scene.settle()
  assert.deepEqual(
    [endpoints.broken, endpoints.other].map(({ url }) => scene.sender.sentTo(url).sort()),
    ids,
  )
})
