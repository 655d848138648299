import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENGINE } from '../../../test/support/engine.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createCompany } from '../../access/companies/service.ts'
import { eventCatalogue } from '../../endpoints.ts'
import { openDatabase } from '../../engines/open.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import { draftEvent } from './event-type.ts'
import { createEventFeed } from './feed.ts'
import { recordEvents } from './record.ts'

/** Where commits of other processes are heard, looking at what changed can't be told from it. */
const hears_others = ENGINE === 'postgres' && 'commits of other processes are heard at once'
const POLL_MS = 50

let app: TestApp
/** The same file as another process would open it: it tells the first nothing. */
let other: Database

before(async () => {
  app = await startTestApp()
  const opened = await openDatabase(app.settings, (error) => {
    throw error
  })
  other = opened.database
})
after(async () => {
  await other.close()
  await app.close()
})

const type = eventCatalogue.find('customer.created')!
const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function store(tx: WriteTx, company_id: CompanyId): Promise<object> {
  return recordEvents(tx, { company_id, now: '2026-06-15T10:00:00.000Z' }, [draftEvent(type, 'cus_x', { id: 'cus_x' })])
}

/** Counts how often a follower is woken; the look that comes first of all has passed. */
async function counter(feed: ReturnType<typeof createEventFeed>, company_id: CompanyId) {
  const counted = { wakes: 0, unfollow: feed.follow(company_id, () => counted.wakes++) }
  await settle(POLL_MS * 3)
  counted.wakes = 0
  return counted
}

test('a commit of this process wakes the followers of its company at once, and no others', async () => {
  const feed = createEventFeed(app.database, 60_000)
  const first = await counter(feed, app.tenant.company_id)
  const second = await counter(feed, app.tenant.company_id)
  const sibling = await counter(feed, app.tenant.sibling_id)
  await app.database.write((tx) => store(tx, app.tenant.company_id))
  await settle(0)
  assert.deepEqual([first.wakes, second.wakes, sibling.wakes], [1, 1, 0])
  first.unfollow()
  await app.database.write((tx) => store(tx, app.tenant.company_id))
  assert.deepEqual([first.wakes, second.wakes], [1, 2])
  feed.stop()
  await app.database.write((tx) => store(tx, app.tenant.company_id))
  assert.equal(second.wakes, 2)
})

test('a transaction that is undone wakes nobody', async () => {
  const feed = createEventFeed(app.database, POLL_MS)
  const follower = await counter(feed, app.tenant.company_id)
  const undone = app.database.write(async (tx) => {
    await store(tx, app.tenant.company_id)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await settle(POLL_MS * 3)
  assert.equal(follower.wakes, 0)
  feed.stop()
})

test('a commit of another process wakes within a second, also right after the follower came', async () => {
  const feed = createEventFeed(app.database)
  for (let round = 0; round < 3; round++) {
    const woken = new Promise<number>((resolve) => {
      const since = performance.now()
      let is_stored = false
      const unfollow = feed.follow(app.tenant.company_id, () => {
        if (!is_stored) return
        unfollow()
        resolve(performance.now() - since)
      })
      void other
        .write((tx) => store(tx, app.tenant.company_id))
        .then(() => {
          is_stored = true
        })
    })
    assert.ok((await woken) < 1_000)
  }
  feed.stop()
})

test('looks at 120 companies in one read each time, and wakes the one that has news', { skip: hears_others }, async () => {
  const { organization_id } = app.tenant
  const companies = await app.database.write(async (tx) => {
    const made: CompanyId[] = []
    for (let index = 0; index < 120; index++) {
      made.push((await createCompany(tx, { organization_id, name: `Company ${index}` }, app.now_ms())).id)
    }
    return made
  })
  const counted = countingReads(app.database)
  const feed = createEventFeed(counted.database, POLL_MS)
  const followers = await Promise.all(companies.map((company_id) => counter(feed, company_id)))
  for (const index of [0, 49, 50, 119]) {
    await other.write((tx) => store(tx, companies[index]!))
    const reads = counted.reads()
    await settle(POLL_MS * 4)
    assert.ok(counted.reads() - reads <= 5)
    assert.equal(followers[index]!.wakes, 1)
  }
  assert.equal(
    followers.reduce((sum, { wakes }) => sum + wakes, 0),
    4,
  )
  for (const { unfollow } of followers) unfollow()
  await settle(POLL_MS * 3)
  const reads = counted.reads()
  await settle(POLL_MS * 4)
  assert.equal(counted.reads(), reads, 'nothing is read while nobody follows')
  feed.stop()
})

test('goes on after a look that failed', { skip: hears_others }, async () => {
  let fails = true
  const database: Database = Object.assign(Object.create(app.database), {
    read: ((work) => (fails ? Promise.reject(new Error('not now')) : app.database.read(work))) as Database['read'],
  })
  const feed = createEventFeed(database, POLL_MS)
  const follower = await counter(feed, app.tenant.company_id)
  await other.write((tx) => store(tx, app.tenant.company_id))
  await settle(POLL_MS * 3)
  assert.equal(follower.wakes, 0)
  fails = false
  await settle(POLL_MS * 3)
  assert.equal(follower.wakes, 1)
  feed.stop()
})

/** A database that counts the reads made through it. */
function countingReads(database: Database): { database: Database; reads(): number } {
  let reads = 0
  const read: Database['read'] = (work) => {
    reads++
    return database.read(work)
  }
  return { database: Object.assign(Object.create(database), { read }), reads: () => reads }
}
