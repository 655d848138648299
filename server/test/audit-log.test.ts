// The audit log: it has every request, its entries can't be changed unnoticed, and it has no secrets.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listApiKeys, revokeApiKey } from '../src/access/api-keys/service.ts'
import { verifyAuditLog } from '../src/access/audit-log/verify.ts'
import type { ApiKeyId } from '../src/kernel/ids.ts'
import { type Intruder, intrude, storedBytes, UNGUARD_AUDIT_LOG } from './support/engine.ts'
import { makeKey, select } from './support/fixtures.ts'
import { START, startTestApp, type TestApp } from './support/test-app.ts'

const entriesOf = async (app: TestApp, user_agent: string) =>
  select(app, `SELECT * FROM audit_log WHERE user_agent = '${user_agent}' ORDER BY organization_id, sequence`)

/** Waits until `look` finds something, for a second at most. */
async function within1s<T>(look: () => Promise<T | undefined>): Promise<T> {
  const started = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    assert.ok(performance.now() - started < 1000, 'not within a second')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('what is recorded', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp()
  })
  after(() => app.close())

  test('a success, 401, 403, 404 and 400 are five entries with every column', async () => {
    const { tenant } = app
    const headers = { 'user-agent': 'five kinds' }
    const customer = await app.call('POST', '/v1/customers', {
      headers,
      body: { name: 'C' },
    })
    const unknown_key = `${tenant.keys.admin.slice(0, -1)}${tenant.keys.admin.endsWith('a') ? 'b' : 'a'}`
    const unauthorized = await app.call('GET', '/v1/invoices', { headers, key: unknown_key })
    const forbidden = await app.call('POST', '/v1/customers', { headers, key: tenant.keys.read, body: { name: 'C' } })
    const missing = await app.call('GET', '/v1/invoices/inv_x', { headers, key: tenant.keys.write, query: {} })
    const invalid = await app.call('POST', '/v1/customers', { headers, body: {} })
    await app.flush()
    const keys = await app.database.read((tx) => listApiKeys(tx, tenant.organization_id))
    const keyOf = (level: string) => keys.find((key) => key.level === level)!
    const expected = [
      [unauthorized, '', null, null, 'GET', '/v1/invoices', 401],
      [customer, tenant.organization_id, 'admin', tenant.company_id, 'POST', '/v1/customers', 201],
      [forbidden, tenant.organization_id, 'read', null, 'POST', '/v1/customers', 403],
      [missing, tenant.organization_id, 'write', tenant.company_id, 'GET', '/v1/invoices/inv_x', 404],
      [invalid, tenant.organization_id, 'admin', tenant.company_id, 'POST', '/v1/customers', 400],
    ] as const
    const rows = await entriesOf(app, 'five kinds')
    assert.equal(rows.length, 5)
    for (const [index, [answer, organization_id, level, company_id, method, path, status]] of expected.entries()) {
      // Which segment a row is in, where there are segments, is no part of it.
      const { sequence, duration_ms, hash, segment: _, ...row } = rows[index]!
      assert.equal(answer.status, status)
      assert.deepEqual(row, {
        organization_id,
        created_at: START,
        request_id: answer.headers['quoin-request-id'],
        api_key_id: level && keyOf(level).id,
        key_prefix: level && tenant.keys[level].slice(0, 10),
        company_id,
        method,
        path,
        status,
        ip_address: '127.0.0.1',
        user_agent: 'five kinds',
        user_id: null,
        count: null,
        last_at: null,
      })
      assert.ok(duration_ms > 0 && duration_ms < 10_000)
      assert.ok(sequence > 0)
      assert.match(hash, /^[0-9a-f]{64}$/)
    }
  })

  test('every kind of refusal is recorded, under the company if the key reaches it; what is not under /v1 is not', async () => {
    const headers = { 'user-agent': 'refusals' }
    const { company_id, sibling_id } = app.tenant
    const own = (await makeKey(app, app.tenant, 'admin', [company_id])).key
    const calls: [method: string, path: string, key: string | null, status: number, company: string | null][] = [
      ['GET', '/v1/customers', null, 401, null],
      ['GET', '/v1/customers', own, 400, null],
      ['GET', `/v1/customers?company_id=${sibling_id}`, own, 403, null],
      ['GET', `/v1/customers?company_id=${company_id}&limit=x`, own, 400, company_id],
      ['GET', `/v1/nope?company_id=${company_id}`, own, 404, null],
      ['PUT', `/v1/customers?company_id=${company_id}`, own, 405, null],
      ['HEAD', `/v1/customers?company_id=${company_id}`, own, 200, company_id],
      ['GET', '/v1/companies', own, 200, null],
      ['GET', '/v1', own, 404, null],
    ]
    for (const [method, path, key, status] of calls) {
      assert.equal((await app.call(method, path, { headers, key, company: null })).status, status, path)
    }
    for (const path of ['/health', '/openapi.json', '/nope', '/v10/customers']) await app.server.inject({ url: path, headers })
    await app.flush()
    const rows = await entriesOf(app, 'refusals')
    const seen = rows.map((row) => `${row.method} ${row.path} ${row.status} ${row.company_id}`).sort()
    const expected = calls.map(([method, path, , status, company]) => `${method} ${path.split('?')[0]} ${status} ${company}`)
    assert.deepEqual(seen, expected.sort())
  })

  test('the entry of a change is there as soon as its answer, that of a refusal within a second', async () => {
    const headers = { 'user-agent': 'times' }
    await app.call('POST', '/v1/customers', { headers, body: { name: 'C' } })
    assert.equal((await entriesOf(app, 'times')).length, 1)
    await app.call('POST', '/v1/customers', { headers, body: { name: '' } })
    const rows = await within1s(async () => {
      const found = await entriesOf(app, 'times')
      return found.length === 2 ? found : undefined
    })
    assert.deepEqual(
      rows.map((row) => row.status),
      [201, 400],
    )
  })

  test('a change that is undone leaves no entry of a success', async () => {
    const headers = { 'user-agent': 'undone', 'idempotency-key': 'undone' }
    const body = { customer_id: 'cus_none', items: [] }
    assert.equal((await app.call('POST', '/v1/invoices', { headers, body })).status, 400)
    await app.flush()
    assert.deepEqual(
      (await entriesOf(app, 'undone')).map((row) => row.status),
      [400],
    )
  })

  test('last_used_at moves within a second, and for successes alone', async () => {
    const { id, key } = await makeKey(app, app.tenant, 'write', [app.tenant.company_id])
    const lastUse = async () => (await select(app, `SELECT last_used_at FROM api_keys WHERE id = '${id}'`))[0].last_used_at
    const after_flush = async () => {
      await app.flush()
      return lastUse()
    }
    app.setClock('2026-06-15T11:00:00.000Z')
    await app.call('DELETE', '/v1/invoices/inv_x', { key })
    await app.call('GET', '/v1/invoices/inv_x', { key })
    await app.call('POST', '/v1/customers', { key, body: {} })
    await app.call('GET', '/v1/customers', { key, company: app.tenant.sibling_id })
    assert.equal(await after_flush(), null)
    await app.call('GET', '/v1/customers', { key })
    assert.equal(await within1s(async () => (await lastUse()) ?? undefined), '2026-06-15T11:00:00.000Z')
    app.setClock('2026-06-15T12:00:00.000Z')
    await app.call('POST', '/v1/customers', { key, body: { name: 'C' } })
    assert.equal(await after_flush(), '2026-06-15T12:00:00.000Z')
    app.setClock('2026-06-15T11:30:00.000Z')
    await app.call('GET', '/v1/customers', { key })
    assert.equal(await after_flush(), '2026-06-15T12:00:00.000Z', 'it never goes back')
    await app.database.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, app.now_ms())) as object)
    app.setClock('2026-06-15T13:00:00.000Z')
    assert.equal((await app.call('GET', '/v1/customers', { key })).status, 401)
    assert.equal(await after_flush(), '2026-06-15T12:00:00.000Z')
    app.setClock(START)
  })

  test('long and odd texts are cut and kept as one entry each', async () => {
    const long = 'a'.repeat(2000)
    await app.call('GET', `/v1/invoices/${long}`, { headers: { 'user-agent': long } })
    await app.call('GET', '/v1/invoices/%0d%0aX', { headers: { 'user-agent': 'odd \x1b[31m\u00e9' } })
    await app.flush()
    const rows = await select(
      app,
      `SELECT path, user_agent FROM audit_log WHERE organization_id = '${app.tenant.organization_id}' ORDER BY sequence DESC LIMIT 2`,
    )
    assert.deepEqual(rows[0], { path: '/v1/invoices/%0d%0aX', user_agent: 'odd \x1b[31mé' })
    assert.deepEqual(rows[1], { path: `/v1/invoices/${long}`.slice(0, 512), user_agent: long.slice(0, 512) })
  })

  test('T-scan: a key that was used is nowhere in what is stored, but for its first ten characters', async () => {
    const { id, key } = await makeKey(app, app.tenant, 'admin')
    await app.call('GET', '/v1/companies', { key, company: null })
    await app.call('GET', `/v1/customers?key=${key}`, { key })
    await app.call('POST', '/v1/customers', { key, body: { name: 'C' }, headers: { 'idempotency-key': 'scan' } })
    await app.call('POST', '/v1/customers', { key, body: { name: '' } })
    await app.call('GET', '/v1/companies', { key: `${key}x`, company: null })
    await app.call('GET', '/v1/companies', { key: null, company: null, headers: { cookie: key, 'x-api-key': key } })
    await app.database.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, app.now_ms())) as object)
    await app.call('GET', '/v1/companies', { key, company: null })
    await app.flush()
    const stored = await storedBytes(app.settings)
    assert.ok(
      stored.some((bytes) => bytes.includes(key.slice(0, 10))),
      'the scan sees what is there',
    )
    for (const bytes of stored) {
      assert.ok(!bytes.includes(key.slice(-20)))
      assert.ok(!bytes.includes(key.slice(3, 23)))
      assert.ok(!bytes.includes(Buffer.from(key).toString('base64').slice(8, 40)))
    }
  })
})

describe('tampering', () => {
  type Row = Record<string, string | number | null>
  let app: TestApp
  let intruder: Intruder
  let rows: Row[]
  let heads: Row[]
  let chain: string

  before(async () => {
    app = await startTestApp()
    const other = await app.addTenant()
    for (let count = 0; count < 30; count++) {
      await app.call('GET', '/v1/customers', { headers: { 'user-agent': `agent ${count}` } })
      if (count % 3 === 0) await app.call('POST', '/v1/customers', { body: { name: `C${count}` } })
      if (count % 5 === 0) await app.call('GET', '/v1/companies', { key: other.keys.read, company: null })
      if (count % 7 === 0) await app.call('GET', '/v1/companies', { key: null, company: null })
    }
    await app.flush()
    intruder = await intrude(app.settings)
    rows = await intruder.all('SELECT * FROM audit_log')
    heads = await intruder.all('SELECT * FROM audit_heads ORDER BY organization_id')
    chain = app.tenant.organization_id
  })
  after(async () => {
    await intruder.close()
    await app.close()
  })

  /** The problems that are found after a change of the rows, by chain; the log is then put back as it was. */
  async function problemsAfter(tamper: () => Promise<unknown>): Promise<Record<string, string>> {
    await intruder.run(UNGUARD_AUDIT_LOG)
    await tamper()
    const reports = await verifyAuditLog(app.database)
    await intruder.run('BEGIN; DELETE FROM audit_log; DELETE FROM audit_heads')
    await Promise.all([
      ...rows.map((row) => intruder.insert('audit_log', row)),
      ...heads.map((head) => intruder.insert('audit_heads', head)),
    ])
    await intruder.run('COMMIT')
    return Object.fromEntries(
      reports.filter(({ problem }) => problem).map(({ organization_id, problem }) => [organization_id, problem!]),
    )
  }

  const inChain = () => `organization_id = '${chain}'`
  const last = () => rows.filter((row) => row['organization_id'] === chain).length

  test('the triggers refuse to change or delete an entry, no matter who asks', async () => {
    await assert.rejects(intruder.run('UPDATE audit_log SET status = 200 WHERE status = 401'), /append-only/)
    await assert.rejects(intruder.run('UPDATE audit_log SET duration_ms = duration_ms'), /append-only/)
    await assert.rejects(intruder.run('DELETE FROM audit_log WHERE sequence = 1'), /append-only/)
  })

  test('an untouched log has no problem in any chain, and reports each of them', async () => {
    assert.deepEqual(await problemsAfter(async () => {}), {})
    const reports = await verifyAuditLog(app.database)
    assert.deepEqual(
      reports.map(({ organization_id, entries, head }) => [organization_id, entries, head]),
      heads.map((head) => [head['organization_id'], head['sequence'], head['hash']]),
    )
    assert.equal(reports.length, 3)
    assert.equal(
      reports.reduce((sum, { entries }) => sum + entries, 0),
      rows.length,
    )
  })

  test('each changed column of an entry is found, and the entry named', async () => {
    const columns = Object.keys(rows[0]!).filter((column) => !['organization_id', 'sequence', 'segment'].includes(column))
    for (const column of columns) {
      const value = ['status', 'duration_ms', 'count'].includes(column)
        ? `coalesce(${column}, 0) + 1`
        : `coalesce(${column}, '') || 'x'`
      const problems = await problemsAfter(() =>
        intruder.run(`UPDATE audit_log SET ${column} = ${value} WHERE ${inChain()} AND sequence = 7`),
      )
      assert.deepEqual(problems, { [chain]: 'entry 7 was changed, or swapped with another' }, column)
    }
    const emptied = await problemsAfter(() =>
      intruder.run(`UPDATE audit_log SET user_agent = NULL WHERE ${inChain()} AND sequence = 7`),
    )
    assert.deepEqual(emptied, { [chain]: 'entry 7 was changed, or swapped with another' })
  })

  test('removed entries are found and named, wherever they were', async () => {
    for (const sequence of [1, 2, 7, last() - 1]) {
      const problems = await problemsAfter(() =>
        intruder.run(`DELETE FROM audit_log WHERE ${inChain()} AND sequence = ${sequence}`),
      )
      assert.deepEqual(problems, { [chain]: `entry ${sequence} was removed` })
    }
    const three = await problemsAfter(() => intruder.run(`DELETE FROM audit_log WHERE ${inChain()} AND sequence BETWEEN 4 AND 6`))
    assert.deepEqual(three, { [chain]: 'entries 4 to 6 were removed' })
    const cut = await problemsAfter(() => intruder.run(`DELETE FROM audit_log WHERE ${inChain()} AND sequence > 10`))
    assert.deepEqual(cut, { [chain]: `entries 11 to ${last()} were cut off at the end` })
    const newest = await problemsAfter(() => intruder.run(`DELETE FROM audit_log WHERE ${inChain()} AND sequence = ${last()}`))
    assert.deepEqual(newest, { [chain]: `entries ${last()} to ${last()} were cut off at the end` })
    const all = await problemsAfter(() => intruder.run(`DELETE FROM audit_log WHERE ${inChain()}`))
    assert.deepEqual(all, { [chain]: `entries 1 to ${last()} were cut off at the end` })
  })

  test('a removed entry whose gap was closed is found', async () => {
    const problems = await problemsAfter(async () => {
      await intruder.run(`DELETE FROM audit_log WHERE ${inChain()} AND sequence = 5`)
      for (let sequence = 6; sequence <= last(); sequence++) {
        await intruder.run(`UPDATE audit_log SET sequence = ${sequence - 1} WHERE ${inChain()} AND sequence = ${sequence}`)
      }
    })
    assert.deepEqual(problems, { [chain]: 'entry 5 was changed, or swapped with another' })
  })

  test('swapped entries are found', async () => {
    const problems = await problemsAfter(async () => {
      for (const [from, to] of [
        [3, 999],
        [9, 3],
        [999, 9],
      ] as const) {
        await intruder.run(`UPDATE audit_log SET sequence = ${to} WHERE ${inChain()} AND sequence = ${from}`)
      }
    })
    assert.deepEqual(problems, { [chain]: 'entry 3 was changed, or swapped with another' })
  })

  test('an entry that was slipped in, or moved to another chain, is found', async () => {
    const row = rows.find((one) => one['organization_id'] === chain)!
    const added = await problemsAfter(() => intruder.insert('audit_log', { ...row, sequence: last() + 1 }))
    assert.deepEqual(added, { [chain]: `entry ${last() + 1} was changed, or swapped with another` })
    const moved = await problemsAfter(async () => {
      await intruder.run(`UPDATE audit_log SET organization_id = 'org_elsewhere' WHERE ${inChain()} AND sequence = ${last()}`)
    })
    assert.deepEqual(moved, {
      [chain]: `entries ${last()} to ${last()} were cut off at the end`,
      org_elsewhere: `entries 1 to ${last() - 1} were removed`,
    })
  })

  test('a removed or changed head is found', async () => {
    const removed = await problemsAfter(() => intruder.run(`DELETE FROM audit_heads WHERE ${inChain()}`))
    assert.deepEqual(removed, { [chain]: `the head of the chain was removed after entry ${last()}` })
    const changed = await problemsAfter(() =>
      intruder.run(`UPDATE audit_heads SET hash = '${'0'.repeat(64)}' WHERE ${inChain()}`),
    )
    assert.deepEqual(changed, { [chain]: `the head of the chain does not fit entry ${last()}` })
    const lowered = await problemsAfter(() => intruder.run(`UPDATE audit_heads SET sequence = 3 WHERE ${inChain()}`))
    assert.deepEqual(lowered, { [chain]: `the head of the chain does not fit entry ${last()}` })
  })

  test('of 200 random changes of any kind each is found', async () => {
    const any = (count: number) => Math.floor(Math.random() * count)
    const kinds = [
      (at: number) => `UPDATE audit_log SET path = path || '/' WHERE ${inChain()} AND sequence = ${at}`,
      (at: number) => `UPDATE audit_log SET status = status + ${1 + any(300)} WHERE ${inChain()} AND sequence = ${at}`,
      (at: number) => `DELETE FROM audit_log WHERE ${inChain()} AND sequence = ${at}`,
      (at: number) => `DELETE FROM audit_log WHERE ${inChain()} AND sequence >= ${at}`,
      (at: number) =>
        `UPDATE audit_log SET hash = replace(hash, substr(hash, 1, 1), '_') WHERE ${inChain()} AND sequence = ${at}`,
    ]
    for (let round = 0; round < 200; round++) {
      const at = 1 + any(last())
      const change = kinds[round % kinds.length]!(at)
      const { [chain]: problem, ...others } = await problemsAfter(() => intruder.run(change))
      assert.match(problem ?? '', new RegExp(`(entry|entries) ${at}\\b`), change)
      assert.deepEqual(others, {})
    }
  })
})
