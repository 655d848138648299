// The second factor: set up and switched off, and asked for at the sign-in.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codeOf } from '../../../test/support/codes.ts'
import { auth, cookieOf, fromPage, PASSWORD, signedIn, signIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const SESSION = '/dashboard/api/session'
const MINUTE_MS = 60_000

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

describe('the second factor', () => {
  test('is set up with the password and a code; then a sign-in needs both, and a wrong code opens nothing', async () => {
    const { email, cookie: first } = await signedIn(app, 'owner')
    assert.equal((await auth(app, 'two-factor/enable', { password: 'wrong horse battery' }, { cookie: first })).status, 400)
    const enabled = await auth(app, 'two-factor/enable', { password: PASSWORD }, { cookie: first })
    assert.equal(enabled.status, 200, JSON.stringify(enabled.body))
    const { totpURI, backupCodes } = enabled.body
    assert.ok(backupCodes.length >= 5)
    const confirmed = await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI) }, { cookie: first })
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
    const cookie = cookieOf(confirmed)
    const session = await fromPage(app, cookie, 'GET', SESSION)
    assert.deepEqual([session.status, session.data.two_factor_enabled], [200, true])

    const half = await auth(app, 'sign-in/email', { email, password: PASSWORD })
    assert.deepEqual([half.status, half.body.twoFactorRedirect, cookieOf(half)], [200, true, undefined])
    const begun = cookieOf(half, '__Host-quoin.two_factor')
    assert.ok(begun, half.set.join('\n'))
    assert.equal((await fromPage(app, begun, 'GET', SESSION)).status, 401)
    const wrong = await auth(app, 'two-factor/verify-totp', { code: '000000' }, { cookie: begun })
    assert.deepEqual([wrong.status, cookieOf(wrong)], [401, undefined])
    const whole = await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI, 1) }, { cookie: begun })
    assert.equal((await fromPage(app, cookieOf(whole), 'GET', SESSION)).status, 200)

    const again = cookieOf(await auth(app, 'sign-in/email', { email, password: PASSWORD }), '__Host-quoin.two_factor')
    const rescued = await auth(app, 'two-factor/verify-backup-code', { code: backupCodes[0] }, { cookie: again! })
    const back = cookieOf(rescued)!
    assert.equal((await fromPage(app, back, 'GET', SESSION)).status, 200)
    const made = await auth(app, 'two-factor/generate-backup-codes', { password: PASSWORD }, { cookie: back })
    assert.equal(made.status, 200)
    const third = cookieOf(await auth(app, 'sign-in/email', { email, password: PASSWORD }), '__Host-quoin.two_factor')!
    // Those of before are void, one that was not used yet as well.
    for (const [code, status] of [
      [backupCodes[1], 401],
      [made.body.backupCodes[0], 200],
    ]) {
      assert.equal((await auth(app, 'two-factor/verify-backup-code', { code }, { cookie: third })).status, status)
    }
    assert.equal((await auth(app, 'two-factor/disable', { password: PASSWORD }, { cookie: back })).status, 200)
    await signIn(app, email)
  })
})

describe('a code of the second factor', () => {
  test('counts once, at all sign-ins and processes: 401 for the same one and for earlier ones, 200 for the next', async () => {
    const other = await startTestApp({ beside: app })
    const { email, cookie } = await signedIn(app, 'member')
    const { totpURI } = (await auth(app, 'two-factor/enable', { password: PASSWORD }, { cookie })).body
    const code = codeOf(totpURI)
    assert.equal((await auth(app, 'two-factor/verify-totp', { code }, { cookie })).status, 200)
    const begin = async () =>
      cookieOf(await auth(app, 'sign-in/email', { email, password: PASSWORD }), '__Host-quoin.two_factor')!
    let address = 0
    // Each from an address of its own: nobody has to wait here.
    const enter = (service: TestApp, typed: string, begun: string) =>
      auth(service, 'two-factor/verify-totp', { code: typed }, { cookie: begun, address: `203.0.113.${++address}` })
    const begun = await begin()
    for (const service of [app, other]) {
      const refused = await enter(service, code, begun)
      assert.deepEqual([refused.status, refused.body.code, cookieOf(refused)], [401, 'INVALID_CODE', undefined])
    }
    // The sign-in that it was refused at goes on: of four at once with the next one, one gets in.
    const next = codeOf(totpURI, 1)
    const others = [await begin(), await begin(), await begin()]
    const answers = await Promise.all([begun, ...others].map((one, index) => enter(index % 2 ? other : app, next, one)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
    const session = cookieOf(answers.find(({ status }) => status === 200)!)
    assert.equal((await fromPage(other, session, 'GET', SESSION)).data.user.email, email)
    for (const used of [code, next]) assert.equal((await enter(app, used, await begin())).status, 401)
    await other.close()
  })
})

/** Someone who signed in so long ago, by another service: there is no password to ask for. */
async function withoutPassword(minutes_ago: number): Promise<string> {
  const { user_id, cookie } = await signedIn(app, 'member')
  const [{ person_id }] = await select(app, `SELECT person_id FROM users WHERE id = '${user_id}'`)
  const begun = new Date(app.now_ms() - minutes_ago * MINUTE_MS).toISOString()
  await app.database.write(async (tx) => {
    await tx.execute({ sql: `DELETE FROM credentials WHERE person_id = '${person_id}'`, returns_rows: false }, [])
    const sql = `UPDATE sessions SET created_at = '${begun}' WHERE person_id = '${person_id}'`
    await tx.execute({ sql, returns_rows: false }, [])
  })
  return cookie
}

describe('the second factor of someone without a password', () => {
  const ROUTES = ['enable', 'disable', 'generate-backup-codes']
  const change = (name: string, cookie: string, password = '') => auth(app, `two-factor/${name}`, { password }, { cookie })

  test('is switched on, and off, within an hour of the sign-in', async () => {
    const cookie = await withoutPassword(59)
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.has_password, false)
    const enabled = await change('enable', cookie)
    assert.equal(enabled.status, 200, JSON.stringify(enabled.body))
    const confirmed = await auth(app, 'two-factor/verify-totp', { code: codeOf(enabled.body.totpURI) }, { cookie })
    const on = cookieOf(confirmed)!
    assert.equal((await fromPage(app, on, 'GET', SESSION)).data.two_factor_enabled, true)
    assert.equal((await change('generate-backup-codes', on)).body.backupCodes.length, enabled.body.backupCodes.length)
    const off = cookieOf(await change('disable', on))!
    assert.equal((await fromPage(app, off, 'GET', SESSION)).data.two_factor_enabled, false)
  })

  test('403 SESSION_NOT_FRESH for all of it later on, and nothing is changed', async () => {
    const cookie = await withoutPassword(61)
    const factors = () => select(app, 'SELECT * FROM two_factors ORDER BY id')
    const before_it = await factors()
    for (const name of ROUTES) {
      const { status, body } = await change(name, cookie)
      assert.deepEqual([status, body.code], [403, 'SESSION_NOT_FRESH'])
    }
    assert.deepEqual(await factors(), before_it)
  })

  test('a change of it makes no sign-in newer: the hour does not begin again', async () => {
    const cookie = await withoutPassword(50)
    const enabled = await change('enable', cookie)
    const on = cookieOf(await auth(app, 'two-factor/verify-totp', { code: codeOf(enabled.body.totpURI) }, { cookie }))!
    const off = cookieOf(await change('disable', on))!
    app.pass(11 * MINUTE_MS)
    const late = await change('enable', off)
    assert.deepEqual([late.status, late.body.code], [403, 'SESSION_NOT_FRESH'])
  })

  test('400 still for a wrong password of someone who has one, however recent the sign-in', async () => {
    const { cookie } = await signedIn(app, 'member')
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.has_password, true)
    for (const password of ['', 'wrong horse battery']) {
      const { status, body } = await change('enable', cookie, password)
      assert.deepEqual([status, body.code], [400, 'INVALID_PASSWORD'])
    }
  })
})
