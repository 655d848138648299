// Requests without a valid key leave a bounded amount behind, whatever they send; and old entries are removed so that the chain can still be checked.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { revokeApiKey } from '../src/access/api-keys/service.ts'
import { anchorKeyOf } from '../src/access/audit-log/anchor.ts'
import { cutOldEntries } from '../src/access/audit-log/retention.ts'
import { appendEntries } from '../src/access/audit-log/service.ts'
import { verifyAuditLog } from '../src/access/audit-log/verify.ts'
import type { RequestRecord } from '../src/http/request.ts'
import type { ApiKeyId } from '../src/kernel/ids.ts'
import { createVault } from '../src/kernel/vault.ts'
import { fromPage, signedIn } from './support/dashboard.ts'
import { intrude, storedBytes, UNGUARD_AUDIT_LOG } from './support/engine.ts'
import { makeKey, select } from './support/fixtures.ts'
import { START, startTestApp, type TestApp } from './support/test-app.ts'

const LOG = '/dashboard/api/audit-log'
/** That of the vault of test apps. */
const KEY = anchorKeyOf(createVault(Buffer.alloc(32, 7)))
const rowsOf = (app: TestApp, chain: string) =>
  select(app, `SELECT * FROM audit_log WHERE organization_id = '${chain}' ORDER BY sequence`)
const requestsIn = (rows: { count: number | null }[]) => rows.reduce((sum, { count }) => sum + (count ?? 1), 0)

describe('a flood without a valid key', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ requests_per_second: 5 })
  })
  after(() => app.close())

  test('of thousands of requests of all kinds leaves a bounded number of entries, in which each request is counted', async () => {
    const sent = 6_000
    for (let start = 0; start < sent; start += 200) {
      const calls = Array.from({ length: 200 }, (_, index) => {
        const number = start + index
        const headers = { 'user-agent': `agent ${number}`, authorization: `Bearer sk_${number}${'x'.repeat(40)}` }
        const remoteAddress = `10.${number & 7}.${(number >> 3) & 255}.${number & 255}`
        return app.server.inject({ method: 'GET', url: `/v1/path-${number}/x?n=${number}`, headers, remoteAddress })
      })
      for (const { statusCode } of await Promise.all(calls)) assert.equal(statusCode, 401)
    }
    assert.ok(await app.flush())
    const rows = await rowsOf(app, '')
    assert.equal(requestsIn(rows), sent)
    assert.ok(rows.length <= 801, `${rows.length} rows`)
    const [others] = rows.filter((row) => row.ip_address === '*')
    assert.deepEqual([others.method, others.path, others.status, others.user_agent], ['*', '*', 401, null])
    assert.deepEqual((await verifyAuditLog(app.database)).map(({ problem }) => problem).filter(Boolean), [])
  })

  test('of one kind is one entry, and one with the count, the first and the last moment', async () => {
    app.setClock('2026-06-15T12:00:00.000Z')
    const first = await app.call('GET', '/v1/invoices/inv_first', { key: null, headers: { 'user-agent': 'first' } })
    assert.deepEqual([first.status, first.text], [401, '{"error":"Missing Authorization header"}'])
    for (let minute = 1; minute <= 32; minute++) {
      app.setClock(`2026-06-15T12:${String(minute).padStart(2, '0')}:00.000Z`)
      const answer = await app.call('GET', `/v1/invoices/inv_${minute}`, { key: null })
      assert.equal(answer.text, first.text, 'to the byte')
    }
    await app.flush()
    const since = "organization_id = '' AND created_at >= '2026-06-15T12:00:00.000Z' ORDER BY sequence"
    const rows = await select(app, `SELECT path, user_agent, count, created_at, last_at FROM audit_log WHERE ${since}`)
    assert.deepEqual(rows, [
      { path: '/v1/invoices/inv_first', user_agent: 'first', count: null, created_at: '2026-06-15T12:00:00.000Z', last_at: null },
      {
        path: '/v1/invoices/:id',
        user_agent: null,
        count: 32,
        created_at: '2026-06-15T12:01:00.000Z',
        last_at: '2026-06-15T12:32:00.000Z',
      },
    ])
    app.setClock('2026-06-15T13:00:00.000Z')
    await app.call('GET', '/v1/invoices/inv_next_hour', { key: null })
    await app.flush()
    const next = await select(app, "SELECT count FROM audit_log WHERE path = '/v1/invoices/inv_next_hour'")
    assert.deepEqual(next, [{ count: null }], 'each hour begins with an entry of its own')
  })

  test('429 of a valid key and 401 of a disabled one are counted in its own organization; other refusals are one entry each', async () => {
    app.setClock('2026-06-15T15:00:00.000Z')
    const { id, key } = await makeKey(app, app.tenant, 'read')
    const statuses: number[] = []
    for (let call = 0; call < 40; call++) statuses.push((await app.call('GET', '/v1/invoices', { key })).status)
    assert.deepEqual([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length], [10, 30])
    await app.database.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, app.now_ms())) as object)
    for (let call = 0; call < 20; call++) await app.call('GET', '/v1/invoices', { key })
    app.pass(60_000)
    for (let call = 0; call < 7; call++) await app.call('GET', '/v1/invoices/inv_x')
    await app.flush()
    const since = `organization_id = '${app.tenant.organization_id}' AND created_at >= '2026-06-15T15:00:00.000Z'`
    const rows = await select(app, `SELECT status, count FROM audit_log WHERE ${since} ORDER BY sequence`)
    const of = (status: number) => rows.filter((row) => row.status === status).map((row) => row.count)
    assert.deepEqual([of(200).length, of(429), of(401), of(404)], [10, [null, 29], [null, 19], Array(7).fill(null)])
  })

  test('429 with Retry-After beyond ten thousand at once from an address, and a valid key from there is served', async () => {
    const remoteAddress = '192.0.2.99'
    const url = `/v1/companies`
    let refused: Awaited<ReturnType<typeof app.server.inject>> | undefined
    for (let sent = 0; sent < 10_400 && refused?.statusCode !== 429; sent += 200) {
      const calls = Array.from({ length: 200 }, () => app.server.inject({ url, remoteAddress }))
      refused = (await Promise.all(calls)).at(-1)
    }
    assert.deepEqual([refused!.statusCode, refused!.headers['retry-after']], [429, '1'])
    assert.equal(refused!.json().code, 'rate_limited')
    const headers = { authorization: `Bearer ${app.tenant.keys.write}` }
    assert.equal((await app.server.inject({ url, remoteAddress, headers })).statusCode, 200)
    assert.equal((await app.server.inject({ url, remoteAddress: '192.0.2.100' })).statusCode, 401)
  })

  test('a key in a path, a query or the name of a client is stored nowhere', async () => {
    const { key } = await makeKey(app, app.tenant, 'read')
    app.pass(60_000)
    const encoded = [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
    for (const sent of [key, encoded, encodeURIComponent(encoded), `x${key}`]) {
      for (const own of [null, app.tenant.keys.admin]) {
        app.pass(1_000)
        await app.call('GET', `/v1/${sent}`, { key: own })
        await app.call('GET', `/v1/invoices/${sent}?api_key=${sent}`, { key: own, headers: { 'user-agent': sent } })
      }
    }
    await app.flush()
    assert.ok((await select(app, "SELECT path FROM audit_log WHERE path = '/v1/sk_…'")).length > 0)
    for (const bytes of await storedBytes(app.settings)) {
      assert.ok(!bytes.includes(key.slice(-20)) && !bytes.includes(key.slice(11, 31)) && !bytes.includes(encoded.slice(-30)))
    }
  })

  test('item 28: 200 with what named no valid key for owners of the first organization, 403 for all others', async () => {
    app.setClock('2026-06-15T18:00:00.000Z')
    for (let call = 0; call < 5; call++) await app.call('GET', '/v1/quotes', { key: null })
    await app.flush()
    const query = { without_valid_key: 'true', from: '2026-06-15T18:00:00.000Z' }
    const owner = await signedIn(app, 'owner')
    const { data } = await fromPage(app, owner.cookie, 'GET', LOG, { query })
    const shown = data.entries.map((entry: { path: string; count: number | null }) => [entry.path, entry.count])
    assert.deepEqual(shown, [
      ['/v1/quotes', 4],
      ['/v1/quotes', null],
    ])
    const { text } = await fromPage(app, owner.cookie, 'GET', `${LOG}.csv`, { query })
    assert.match(text, /,GET,\/v1\/quotes,401,.*,4,2026-06-15T18:00:00.000Z\r\n/)
    assert.equal((await fromPage(app, owner.cookie, 'GET', '/dashboard/api/session')).data.sees_installation, true)
    const own = await fromPage(app, owner.cookie, 'GET', LOG, { query: { path: '/v1/quotes' } })
    assert.deepEqual(own.data.entries, [], 'they are in no other list')

    const admin = await signedIn(app, 'admin')
    const stranger = await app.addTenant()
    const other = await signedIn({ ...app, tenant: stranger }, 'owner')
    for (const { cookie } of [admin, other]) {
      for (const path of [LOG, `${LOG}.csv`]) {
        const answer = await fromPage(app, cookie, 'GET', path, { query: { without_valid_key: 'true' } })
        assert.deepEqual([answer.status, answer.body.code], [403, 'owner_required'])
      }
      assert.equal((await fromPage(app, cookie, 'GET', '/dashboard/api/session')).data.sees_installation, false)
    }
  })
})

describe('retention', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp()
    const records = Array.from({ length: 1_300 }, (_, index) => entry(index))
    await app.database.write(async (tx) => {
      await appendEntries(tx, records)
      return {}
    })
  })
  after(() => app.close())

  const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
  const MINUTE_MS = 60_000
  const retention = { days: 10, key: KEY }
  const chain = () => app.tenant.organization_id
  const problem = async (key: string | undefined = KEY) =>
    (await verifyAuditLog(app.database, key)).find(({ organization_id }) => organization_id === chain())!.problem

  /** One a minute; each third is a change. */
  function entry(index: number): RequestRecord {
    const is_change = index % 3 === 2
    return {
      organization_id: app.tenant.organization_id,
      created_at: new Date(START_MS + index * MINUTE_MS).toISOString(),
      request_id: `req_${index}`,
      api_key_id: 'key_x',
      key_prefix: 'sk_4Zr8Qpx',
      company_id: null,
      method: is_change ? 'POST' : index % 2 === 0 ? 'GET' : 'PATCH',
      path: '/v1/invoices',
      status: is_change ? 201 : index % 2 === 0 ? 200 : 404,
      duration_ms: 1,
      ip_address: '203.0.113.7',
      user_agent: null,
      user_id: null,
    }
  }

  test('the triggers refuse to delete what no anchor stands for, no matter who asks', async () => {
    const intruder = await intrude(app.settings)
    await assert.rejects(intruder.run('DELETE FROM audit_log WHERE status = 404'), /append-only/)
    await intruder.close()
  })

  test('cuts old reads and refusals and keeps changes; the chain goes on over what was cut', async () => {
    const now_ms = START_MS + 1_200 * MINUTE_MS + 10 * 24 * 60 * MINUTE_MS
    const before = await select(app, 'SELECT hash FROM audit_heads')
    assert.equal(await cutOldEntries(app.database, retention, now_ms), 800)
    const rows = await rowsOf(app, chain())
    const old = rows.filter(({ created_at }) => created_at < new Date(START_MS + 1_200 * MINUTE_MS).toISOString())
    assert.deepEqual([old.length, new Set(old.map(({ method }) => method))], [400, new Set(['POST'])])
    assert.equal(rows.length, 500)
    assert.deepEqual(await select(app, 'SELECT hash FROM audit_heads'), before)
    const report = (await verifyAuditLog(app.database, KEY)).find(({ organization_id }) => organization_id === chain())!
    assert.deepEqual([report.entries, report.cut, report.problem], [1_300, 800, undefined])
    assert.equal(await cutOldEntries(app.database, retention, now_ms), 0, 'twice is once')
    assert.ok((await cutOldEntries(app.database, retention, now_ms + 30 * MINUTE_MS)) > 0)
    await app.call('POST', '/v1/customers', { body: { name: 'Goes on' } })
    assert.equal(await problem(), undefined)
    // A change stays even inside the range of an anchor.
    const intruder = await intrude(app.settings)
    await assert.rejects(intruder.run(`DELETE FROM audit_log WHERE request_id = 'req_2'`), /append-only/)
    await assert.rejects(intruder.run(`DELETE FROM audit_anchors`), /append-only/)
    await assert.rejects(intruder.run(`UPDATE audit_anchors SET cut_entries = 1`), /append-only/)
    await intruder.close()
  })

  test('an anchor that was changed, removed or forged is found, and so is what was removed beside it', async () => {
    const intruder = await intrude(app.settings)
    await intruder.run(UNGUARD_AUDIT_LOG)
    const anchors = await intruder.all('SELECT * FROM audit_anchors ORDER BY organization_id, first_sequence')
    const own = anchors.filter(({ organization_id }) => organization_id === chain())
    const [first] = own
    const restore = async () => {
      await intruder.run('DELETE FROM audit_anchors')
      for (const anchor of anchors) await intruder.insert('audit_anchors', anchor)
    }
    const at = `organization_id = '${chain()}' AND first_sequence = ${first.first_sequence}`
    const name = `the anchor of entries ${first.first_sequence} to ${first.last_sequence}`
    const changed = `${name} was changed, or signed with another secret key`
    for (const column of Object.keys(first)) {
      if (['organization_id', 'first_sequence'].includes(column)) continue
      const value = ['last_sequence', 'cut_entries'].includes(column) ? `${column} + 1` : `'1' || ${column}`
      await intruder.run(`UPDATE audit_anchors SET ${column} = ${value} WHERE ${at}`)
      assert.match((await problem()) ?? '', /^the anchor of entries \d+ to \d+ was changed/, column)
      await restore()
    }
    await intruder.run(`DELETE FROM audit_anchors WHERE ${at}`)
    assert.equal(await problem(), 'entries 1 to 2 were removed')
    await restore()
    assert.equal(await problem(anchorKeyOf(createVault(Buffer.alloc(32, 8)))), changed)
    assert.equal(await problem(''), changed)
    await intruder.insert('audit_anchors', { ...own.at(-1), first_sequence: 1_301, last_sequence: 1_301 })
    assert.equal(await problem(), 'the anchor of entries 1301 to 1301 was changed, or signed with another secret key')
    await restore()
    await intruder.run(`DELETE FROM audit_log WHERE request_id = 'req_5'`)
    assert.equal(await problem(), 'entry 6 was removed')
    await intruder.close()
  })

  test('is done by the hourly sweep for as many days as are set, and not at all otherwise', async () => {
    const service = await startTestApp({ audit_retention_days: 1 })
    for (const one of [service, app]) {
      await one.call('GET', '/v1/invoices')
      await one.flush()
    }
    const reads = "SELECT request_id FROM audit_log WHERE path = '/v1/invoices' AND method = 'GET'"
    service.setClock('2026-06-16T10:00:00.001Z')
    app.setClock('2027-06-16T10:00:00.001Z')
    const kept = await select(app, reads)
    for (const one of [service, app]) await one.sweep()
    assert.deepEqual(await select(service, reads), [])
    assert.deepEqual(await select(app, reads), kept)
    app.setClock(START)
    const copy = await startTestApp({ copy_of: service })
    for (const { problem } of await verifyAuditLog(copy.database, KEY)) assert.equal(problem, undefined, 'an export carries it')
    await copy.close()
    await service.close()
  })
})
