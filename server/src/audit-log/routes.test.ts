import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../test/support/dashboard.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'

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

describe('X05: the table', () => {
  test('200 as CSV with the same filters, without anything that a spreadsheet takes for a formula', async () => {
    const { status, headers, text } = await fromPage(app, cookie, 'GET', `${LOG}.csv`, { query: { path: '/v1/' } })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const lines = text.split('\r\n')
    assert.equal(lines.length, 1 + 9 + 1)
    assert.match(lines[0]!, /^sequence,created_at,request_id,.*,user_agent$/)
    // Reads and refusals are written a moment later than changes: in which order they stand is no matter here.
    assert.match(text, /,"a ""quoted"", name"\r\n/)
    assert.match(text, /,'=cmd\|' \/C calc'!A0\r\n/)
    for (const line of lines.slice(1, -1)) assert.doesNotMatch(line, /(^|,)"?[=+\-@\t]/)
  })
})
