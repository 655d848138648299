// One-time links: in whose log it stands that one was taken up, and how few rows are kept of those that are none.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addMember, fromPage, signIn, type TestMember } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { randomToken } from '../../kernel/ids.ts'
import { createPasswordLink } from '../users/service.ts'

const PATH = '/dashboard/api/welcome/:token'
const body = { password: 'another horse battery' }

let app: TestApp
before(async () => {
  app = await startTestApp({ trusted_proxies: ['127.0.0.1'] })
})
after(() => app.close())

const linkFor = ({ user_id }: TestMember, { organization_id } = app.tenant) =>
  app.database.write((tx) => createPasswordLink(tx, { organization_id, user_id, now_ms: app.now_ms() }))
const use = (token: string, address = '203.0.113.1', sent: object = body) =>
  fromPage(app, undefined, 'POST', PATH.replace(':token', token), { body: sent, headers: { 'x-forwarded-for': address } })
const rowsOf = ({ user_id }: TestMember) =>
  select(app, `SELECT organization_id, path, status FROM audit_log WHERE user_id = '${user_id}' ORDER BY sequence`)

describe('a password that is set by a link', () => {
  test("is in the organization's log with the member, when it is answered; so does what was refused before", async () => {
    const member = await addMember(app, 'member')
    const token = await linkFor(member)
    assert.equal((await use(token, undefined, { password: 'short' })).status, 400)
    await app.flush()
    assert.equal((await use(token)).status, 200)
    const { organization_id } = app.tenant
    assert.deepEqual(
      await rowsOf(member),
      [400, 200].map((status) => ({ organization_id, path: PATH, status })),
    )
    await signIn(app, member.email, body.password)
  })

  test('in the log of the organization that the link is of, and by the page without a script too', async () => {
    const stranger = await app.addTenant()
    const member = await addMember(app, 'member', stranger)
    const token = await linkFor(member, stranger)
    const page = await app.server.inject({
      method: 'POST',
      url: `/welcome/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'password=another+horse+battery&again=another+horse+battery',
    })
    assert.equal(page.statusCode, 200)
    const { organization_id } = stranger
    assert.deepEqual(await rowsOf(member), [{ organization_id, path: '/welcome/:token', status: 200 }])
  })
})

describe('links that do not work', () => {
  test('100 from one address: 404 for 30, then 429 with Retry-After; one row is kept, and the log counts them all in a few; no one else waits', async () => {
    const member = await addMember(app, 'member')
    const address = '203.0.113.7'
    const kept = async () => (await select(app, 'SELECT name FROM sign_in_failures')).length
    const logged = async () => {
      await app.flush()
      const rows = await select(app, `SELECT status, count FROM audit_log WHERE organization_id = '' AND path = '${PATH}'`)
      const sumOf = (status: number) =>
        rows.filter((row) => row['status'] === status).reduce((sum, row) => sum + Number(row['count'] ?? 1), 0)
      return { rows: rows.length, not_found: sumOf(404), refused: sumOf(429) }
    }
    const before_it = [await kept(), await logged()] as const
    const answers = await Promise.all(Array.from({ length: 100 }, () => use(randomToken(32), address)))
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([answers.filter(({ status }) => status === 404).length, refused.length], [30, 70])
    for (const { body, headers } of refused) {
      assert.deepEqual([body.code, headers['retry-after']], ['too_many_attempts', '2'])
    }
    const log = await logged()
    assert.equal(await kept(), before_it[0] + 1)
    assert.deepEqual([log.not_found - before_it[1].not_found, log.refused - before_it[1].refused], [30, 70])
    assert.ok(log.rows - before_it[1].rows <= 4)
    assert.equal((await use(randomToken(32), '203.0.113.8')).status, 404)
    // What works does so from anywhere, from there as well.
    const token = await linkFor(member)
    assert.equal((await use(token, address)).status, 200)
    assert.equal((await use(token, address)).status, 429)
    assert.equal((await use(await linkFor(member), '203.0.113.9')).status, 200)
    app.pass(2_000)
    assert.deepEqual([(await use(token, address)).status, (await use(token, address)).status], [404, 429])
  })
})
