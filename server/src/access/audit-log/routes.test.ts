import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addMember, fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { makeKey, select } from '../../../test/support/fixtures.ts'
import { readPlan } from '../../../test/support/query-plans.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { RequestRecord } from '../../http/request.ts'
import { LOOKED_AT } from './list.ts'
import { appendEntries } from './service.ts'
import { verifyAuditLog } from './verify.ts'

let app: TestApp
let cookie: string
const LOG = '/dashboard/api/audit-log'

before(async () => {
  app = await startTestApp()
  ;({ cookie } = await signedIn(app, 'admin'))
  for (let number = 0; number < 7; number++) {
    app.setClock(`2026-06-16T10:00:0${number}.000Z`)
    await app.call('GET', `/v1/invoices/inv_${number}`, { headers: { 'user-agent': 'walker' } })
  }
  await app.call('POST', '/v1/customers', { body: { name: 'C' }, headers: { 'user-agent': "=cmd|' /C calc'!A0" } })
  await app.call('POST', '/v1/customers', { body: {}, headers: { 'user-agent': 'a "quoted", name' } })
  await app.flush()
})
after(() => app.close())

const list = (query: Record<string, string> = {}) => fromPage(app, cookie, 'GET', LOG, { query })

describe('the list', () => {
  test('200 in pages by sequence, newest first, each entry once', async () => {
    const seen: number[] = []
    let next: number | null = null
    do {
      const { data } = await list({ limit: '3', ...(next === null ? {} : { before: String(next) }) })
      assert.ok(data.entries.length <= 3)
      assert.equal(data.pagination.has_more, data.pagination.next_before !== null)
      seen.push(...data.entries.map((entry: { sequence: number }) => entry.sequence))
      next = data.pagination.next_before
    } while (next !== null)
    assert.deepEqual(
      seen,
      Array.from({ length: seen.length }, (_, index) => seen.length - index),
    )
    assert.ok(seen.length >= 10)
  })

  for (const [query, count] of [
    [{ status: '404' }, 7],
    [{ status: '4xx' }, 8],
    [{ status: '5xx' }, 0],
    [{ status: '201' }, 1],
    [{ method: 'POST', path: '/v1/' }, 2],
    [{ path: 'inv_3' }, 1],
    [{ path: 'inv%3' }, 0],
    [{ path: 'v1/inv', from: '2026-06-16T10:00:02.000Z', to: '2026-06-16T10:00:04.000Z' }, 2],
    [{ path: 'v1/inv', from: '2026-06-16T12:00:05+02:00' }, 2],
    [{ company_id: 'com_x' }, 0],
    [{ api_key_id: 'key_x' }, 0],
  ] as const) {
    test(`200 with ${count} of ${JSON.stringify(query)}`, async () => {
      assert.equal((await list(query)).data.entries.length, count)
    })
  }

  test('200 by company', async () => {
    const { data } = await list({ company_id: app.tenant.company_id, limit: '200' })
    assert.equal(data.entries.length, 9)
  })

  for (const query of [
    { status: '6xx' },
    { status: 'xx' },
    { limit: '201' },
    { limit: '0' },
    { before: '0' },
    { from: 'today' },
    { user: 'x' },
  ]) {
    test(`400 for ${JSON.stringify(query)}`, async () =>
      assert.equal((await list(query as unknown as Record<string, string>)).status, 400))
  }
})

test('400 for a status that is none says how one is written', async () => {
  for (const path of [LOG, `${LOG}.csv`]) {
    const { status, body } = await fromPage(app, cookie, 'GET', path, { query: { status: '6xx' } })
    const error = 'status must be a number like 404, or all of a kind like 4xx, not "6xx"'
    assert.deepEqual([status, body], [400, { error, code: 'parameter_invalid', param: 'status' }])
  }
})

describe('the table', () => {
  test('200 as CSV with the same filters, without anything that a spreadsheet takes for a formula', async () => {
    const { status, headers, text } = await fromPage(app, cookie, 'GET', `${LOG}.csv`, { query: { path: '/v1/' } })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const lines = text.split('\r\n')
    assert.equal(lines.length, 1 + 9 + 1)
    assert.match(lines[0]!, /^sequence,created_at,request_id,.*,user_agent,count,last_at$/)
    // Reads and refusals are written a moment later than changes: in which order they stand is no matter here.
    assert.match(text, /,"a ""quoted"", name",,\r\n/)
    assert.match(text, /,'=cmd\|' \/C calc'!A0,,\r\n/)
    for (const line of lines.slice(1, -1)) assert.doesNotMatch(line, /(^|,)"?[=+\-@\t]/)
  })
})

describe('who did it', () => {
  test('200 with what the key and the member are called, as they are now, and removed ones too', async () => {
    const service = await startTestApp()
    const owner = await signedIn(service, 'owner')
    const gone = await signedIn(service, 'admin')
    const { company_id } = service.tenant
    const key = await makeKey(service, service.tenant, 'write', [company_id])
    await service.call('POST', '/v1/customers', { key: key.key, body: { name: 'By a key' } })
    await fromPage(service, gone.cookie, 'POST', '/dashboard/api/v1/customers', {
      company: company_id,
      body: { name: 'By hand' },
    })
    assert.equal((await fromPage(service, owner.cookie, 'DELETE', `/dashboard/api/members/${gone.user_id}`)).status, 200)
    await service.flush()
    const by = async (query: Record<string, string>) =>
      (await fromPage(service, owner.cookie, 'GET', LOG, { query })).data.entries as Record<string, unknown>[]
    const [of_key] = await by({ api_key_id: key.id })
    const [{ name }] = await select(service, `SELECT name FROM api_keys WHERE id = '${key.id}'`)
    assert.deepEqual([of_key!['api_key_name'], of_key!['user_name']], [name, null])
    const [of_member, ...others] = await by({ user_id: gone.user_id, path: '/customers' })
    assert.deepEqual([of_member!['user_name'], of_member!['api_key_name'], others], ['admin', null, []])
    const { text } = await fromPage(service, owner.cookie, 'GET', `${LOG}.csv`, { query: { user_id: gone.user_id } })
    assert.match(text.split('\r\n')[0]!, /,api_key_name,key_prefix,user_id,user_name,/)
    assert.match(text, new RegExp(`,${gone.user_id},admin,`))
    await service.close()
  })
})

describe('a log of more than is looked at for one answer', () => {
  let service: TestApp
  let owner: string
  const FILLED = process.env['QUOIN_TEST_LONG'] ? 1_000_000 : LOOKED_AT * 2 + 500
  /** Before the entries of the test there are some of how it began. */
  const ALL_PAGES = Math.ceil((FILLED + 100) / LOOKED_AT)
  const START_MS = Date.parse('2026-06-01T00:00:00.000Z')
  const RARE = 'key_rare'

  before(async () => {
    service = await startTestApp()
    owner = (await signedIn(service, 'owner')).cookie
    await service.flush()
    const { user_id } = await addMember(service, 'member')
    for (let start = 0; start < FILLED; start += 5_000) {
      const records = Array.from({ length: Math.min(5_000, FILLED - start) }, (_, index) => entry(start + index, user_id))
      await service.database.write(async (tx) => {
        await appendEntries(tx, records)
        return {}
      })
    }
  })
  after(() => service.close())

  /** One a second; every ten thousandth is a member's, failed, or came with a key that is rare, in turn. */
  function entry(number: number, user_id: string): RequestRecord {
    const kind = number % 10_000
    return {
      organization_id: service.tenant.organization_id,
      created_at: new Date(START_MS + number * 1000).toISOString(),
      request_id: `req_${number}`,
      api_key_id: kind === 1 ? null : kind === 3 ? RARE : 'key_common',
      key_prefix: kind === 1 ? null : 'sk_4Zr8Qp',
      company_id: service.tenant.company_id,
      method: 'GET',
      path: '/v1/invoices',
      status: kind === 2 ? 503 : 200,
      duration_ms: 1,
      ip_address: '203.0.113.7',
      user_agent: null,
      user_id: kind === 1 ? user_id : null,
    }
  }

  const page = async (query: Record<string, string>) => (await fromPage(service, owner, 'GET', LOG, { query })).data
  /** The entries of a kind, the newest first. */
  const ofKind = (kind: number) => {
    const numbers = Array.from({ length: Math.ceil(FILLED / 10_000) }, (_, ten) => ten * 10_000 + kind)
    return numbers
      .filter((number) => number < FILLED)
      .reverse()
      .map((number) => `req_${number}`)
  }
  const all = async (query: Record<string, string>) => {
    const found: string[] = []
    let [pages, next] = [0, undefined as number | null | undefined]
    for (; next !== null; pages++) {
      const before: Record<string, string> = next === undefined ? {} : { before: String(next) }
      const { entries, pagination } = await page({ limit: '200', ...query, ...before })
      found.push(...entries.map((one: { request_id: string }) => one.request_id))
      assert.equal(pagination.has_more, pagination.next_before !== null)
      next = pagination.next_before
    }
    return { found, pages }
  }

  test('200 in more pages than are full where no index leads to the entries; none is passed over', async () => {
    assert.deepEqual(await all({ api_key_id: RARE }), { found: ofKind(3), pages: ALL_PAGES })
    assert.deepEqual((await all({ api_key_id: RARE, limit: '1' })).found, ofKind(3))
    assert.deepEqual((await all({ path: '/v1/nothing' })).found, [])
  })

  test('200 in one page for what a member did, and for what failed', async () => {
    const rows = await select(service, "SELECT user_id FROM audit_log WHERE request_id = 'req_1'")
    assert.deepEqual(await all({ user_id: rows[0].user_id }), { found: ofKind(1), pages: 1 })
    for (const status of ['503', '5xx']) assert.deepEqual(await all({ status }), { found: ofKind(2), pages: 1 })
  })

  test('200 for a time long ago, without looking at what came after it', async () => {
    const at = (number: number) => new Date(START_MS + number * 1000).toISOString()
    const found = await page({ from: at(100), to: at(103), limit: '10' })
    assert.deepEqual(
      found.entries.map((one: { request_id: string }) => one.request_id),
      ['req_102', 'req_101', 'req_100'],
    )
    assert.deepEqual(found.pagination, { limit: 10, has_more: false, next_before: null })
    assert.deepEqual(await all({ api_key_id: RARE, to: at(9_000) }), { found: ['req_3'], pages: 1 })
    assert.deepEqual(await all({ from: at(FILLED + 10_000) }), { found: [], pages: 1 })
    assert.equal((await page({ to: '9999-12-31T23:59:59.999Z', limit: '1' })).entries.length, 1)
    assert.deepEqual((await page({ to: '0001-01-01T00:00:00Z' })).entries, [])
  })

  test('200 as a table of all that fit, however many answers that would be', async () => {
    const { text } = await fromPage(service, owner, 'GET', `${LOG}.csv`, { query: { api_key_id: RARE } })
    assert.equal(text.split('\r\n').length, 1 + ofKind(3).length + 1)
  })

  test('the chain is whole after all of it', async () => {
    for (const { problem } of await verifyAuditLog(service.database)) assert.equal(problem, undefined)
  })
})

test('the filters for members and failures walk their own indexes', async () => {
  const recorded = new Map<string, readonly unknown[]>()
  const service = await startTestApp({ onStatement: ({ sql }, values) => void recorded.set(sql, values) })
  const owner = await signedIn(service, 'owner')
  await service.flush()
  for (const [query, index] of [
    [{ user_id: owner.user_id }, 'audit_log_of_members'],
    [{ status: '5xx' }, 'audit_log_of_failures'],
    [{ status: '404', from: '2026-01-01T00:00:00Z' }, 'audit_log_of_failures'],
    [{}, 'key of audit_log'],
  ] as const) {
    recorded.clear()
    assert.equal((await fromPage(service, owner.cookie, 'GET', LOG, { query })).status, 200)
    const [sql, values] = [...recorded].find(([one]) => one.includes('as "api_key_name"'))!
    const plan = await service.database.read((tx) => readPlan[tx.engine](tx, sql, values))
    if (plan.indexes) assert.ok(plan.indexes.includes(index), `${JSON.stringify(query)} walks ${plan.indexes}`)
    assert.deepEqual(plan.costly, [], JSON.stringify(query))
  }
  await service.close()
})
