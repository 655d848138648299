// Signing in with a passkey, and what people do with theirs.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Authenticator, type Oddities } from '../../../test/support/authenticator.ts'
import { addMember, auth, cookieOf, fromPage, PASSWORD, signedIn, type TestMember } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const SESSION = '/dashboard/api/session'
const PASSKEYS = '/dashboard/api/passkeys'
const CHALLENGE = '__Host-quoin.passkey'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const asked = async (path: string, cookie?: string) => {
  const answer = await auth(app, path, {}, cookie ? { cookie } : {})
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { options: answer.body, jar: [cookie, cookieOf(answer, CHALLENGE)].filter(Boolean).join('; ') }
}

async function register(cookie: string, device: Authenticator, odd: Oddities = {}, name = 'Laptop') {
  const { options, jar } = await asked('passkey/generate-register-options', cookie)
  const answer = await auth(app, 'passkey/verify-registration', { name, response: device.create(options, odd) }, { cookie: jar })
  return { options, answer }
}

async function enter(device: Authenticator, odd: Oddities = {}) {
  const { options, jar } = await asked('passkey/generate-authenticate-options')
  return auth(app, 'passkey/verify-authentication', { response: device.get(options, odd) }, { cookie: jar })
}

/** Someone who has a passkey. */
async function withPasskey(role: 'owner' | 'member' = 'member'): Promise<TestMember & { cookie: string; device: Authenticator }> {
  const member = await signedIn(app, role)
  const device = new Authenticator(PUBLIC_URL)
  assert.equal((await register(member.cookie, device)).answer.status, 200)
  return { ...member, device }
}

describe('a passkey', () => {
  test('signs in without a password, and without a code where there is a second factor: it is both', async () => {
    const { device, email, user_id } = await withPasskey()
    const person = `(SELECT person_id FROM users WHERE id = '${user_id}')`
    await app.database.write(async (tx) =>
      tx.execute({ sql: `UPDATE persons SET two_factor_enabled = 1 WHERE id = ${person}`, returns_rows: false }, []),
    )
    const answer = await enter(device)
    assert.deepEqual([answer.status, answer.body], [200, {}])
    const { data } = await fromPage(app, cookieOf(answer), 'GET', SESSION)
    assert.deepEqual([data.user.email, data.organization.id], [email, app.tenant.organization_id])
  })

  test('is asked for at the host of the service, with the person looked at, and is called by their address', async () => {
    const { cookie, email } = await signedIn(app, 'member')
    const { options } = await asked('passkey/generate-register-options', cookie)
    assert.deepEqual(
      [options.rp, options.user.name, options.user.displayName],
      [{ name: 'Quoin', id: 'quoin.test' }, email, email],
    )
    assert.deepEqual(
      [options.authenticatorSelection.residentKey, options.authenticatorSelection.userVerification],
      ['required', 'required'],
    )
    const there = await asked('passkey/generate-authenticate-options')
    assert.deepEqual(
      [there.options.rpId, there.options.userVerification, there.options.allowCredentials],
      ['quoin.test', 'required', undefined],
    )
    const ways = await fromPage(app, undefined, 'GET', '/dashboard/api/sign-in')
    assert.deepEqual(ways.data, { single_sign_on: null, passkey_host: 'quoin.test' })
  })

  const OTHERS: [what: string, odd: Oddities][] = [
    ['for the page of another site', { origin: 'https://quoin.test.evil.example' }],
    ['for another host', { rp_id: 'evil.example' }],
    ['by a device that did not look who is using it', { is_user_unknown: true }],
  ]
  for (const [what, odd] of OTHERS) {
    test(`400 and no session for one that was made or used ${what}`, async () => {
      const { cookie } = await signedIn(app, 'member')
      const { answer } = await register(cookie, new Authenticator(PUBLIC_URL), odd)
      assert.deepEqual([answer.status, answer.body.code], [400, 'FAILED_TO_VERIFY_REGISTRATION'])
      assert.deepEqual((await fromPage(app, cookie, 'GET', PASSKEYS)).data, { passkeys: [] })
      const { device } = await withPasskey()
      const used = await enter(device, odd)
      assert.deepEqual([used.status, used.body.code, cookieOf(used)], [400, 'AUTHENTICATION_FAILED', undefined])
    })
  }

  test('400 for one that was copied: its count of uses goes back', async () => {
    const { device } = await withPasskey()
    assert.equal((await enter(device, { counter: 7 })).status, 200)
    const copy = await enter(device, { counter: 6 })
    assert.deepEqual([copy.status, cookieOf(copy)], [400, undefined])
  })

  test('401 for one that is unknown or signs for another, 400 without the challenge that was asked', async () => {
    const { device } = await withPasskey()
    assert.equal((await enter(new Authenticator(PUBLIC_URL))).status, 401)
    const thief = new Authenticator(PUBLIC_URL)
    Object.assign(thief, { id: device.id })
    assert.equal((await enter(thief)).status, 401)
    const { options, jar } = await asked('passkey/generate-authenticate-options')
    const response = device.get(options)
    assert.equal((await auth(app, 'passkey/verify-authentication', { response })).status, 400)
    assert.equal((await auth(app, 'passkey/verify-authentication', { response }, { cookie: jar })).status, 200)
    // The same once more: a challenge is of one sign-in.
    assert.equal((await auth(app, 'passkey/verify-authentication', { response }, { cookie: jar })).status, 400)
  })

  test('401 for that of a member who was removed', async () => {
    const owner = await signedIn(app, 'owner')
    const { device, user_id, cookie } = await withPasskey()
    assert.equal((await fromPage(app, owner.cookie, 'DELETE', `/dashboard/api/members/${user_id}`)).status, 200)
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 401)
    const answer = await enter(device)
    assert.deepEqual([answer.status, cookieOf(answer)], [401, undefined])
    assert.equal((await select(app, `SELECT id FROM sessions WHERE organization_id IS NULL`)).length, 0)
  })

  test('of someone else can not be added to an account, nor without a session, nor long after the sign-in', async () => {
    const { cookie } = await signedIn(app, 'member')
    const other = await signedIn(app, 'member')
    const device = new Authenticator(PUBLIC_URL)
    const { options, jar } = await asked('passkey/generate-register-options', cookie)
    const challenge = jar.split('; ')[1]!
    const body = { name: 'Laptop', response: device.create(options) }
    const crossed = await auth(app, 'passkey/verify-registration', body, { cookie: `${other.cookie}; ${challenge}` })
    assert.equal(crossed.status, 401)
    assert.equal((await auth(app, 'passkey/verify-registration', body, { cookie: challenge })).status, 401)
    assert.equal((await auth(app, 'passkey/generate-register-options', {})).status, 401)
    const begun = new Date(Date.now() - 61 * 60 * 1000).toISOString()
    await app.database.write(async (tx) =>
      tx.execute({ sql: `UPDATE sessions SET created_at = '${begun}'`, returns_rows: false }, []),
    )
    const late = await auth(app, 'passkey/verify-registration', body, { cookie: jar })
    assert.deepEqual([late.status, late.body.code], [403, 'SESSION_NOT_FRESH'])
    assert.equal((await select(app, `SELECT id FROM passkeys WHERE credential_id = '${device.id}'`)).length, 0)
  })

  for (const [what, response] of [
    ['a text', 'x'],
    ['nothing', undefined],
    ['a list', []],
    ['more than any device makes', { id: 'x'.repeat(30_000) }],
  ] as const) {
    test(`400 for ${what} in place of what a device answers`, async () => {
      assert.equal((await auth(app, 'passkey/verify-authentication', { response })).status, 400)
    })
  }

  test('guessing with one is slow like guessing passwords', async () => {
    const address = '203.0.113.77'
    const response = { id: 'one' }
    const guess = () => auth(app, 'passkey/verify-authentication', { response }, { address })
    for (let number = 0; number < 5; number++) assert.equal((await guess()).status, 400)
    assert.equal((await guess()).status, 429)
    const { email } = await addMember(app, 'member')
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD }, { address })).status, 200)
  })
})

describe("one's own passkeys", () => {
  test('200 with their names, without keys; they are renamed and removed', async () => {
    const { cookie, device } = await withPasskey()
    const { data } = await fromPage(app, cookie, 'GET', PASSKEYS)
    assert.equal(data.passkeys.length, 1)
    const [passkey] = data.passkeys
    assert.deepEqual(Object.keys(passkey).sort(), ['created_at', 'id', 'is_synced', 'name'])
    assert.equal(passkey.name, 'Laptop')
    const path = `${PASSKEYS}/${passkey.id}`
    const renamed = await fromPage(app, cookie, 'PATCH', path, { body: { name: 'Desk' } })
    assert.deepEqual([renamed.status, renamed.data.name], [200, 'Desk'])
    assert.equal((await enter(device)).status, 200)
    assert.equal((await fromPage(app, cookie, 'DELETE', path)).status, 200)
    assert.equal((await enter(device)).status, 401)
    assert.equal((await fromPage(app, cookie, 'DELETE', path)).status, 404)
  })

  test("404 for somebody else's, who keep theirs", async () => {
    const { cookie, device } = await withPasskey()
    const [passkey] = (await fromPage(app, cookie, 'GET', PASSKEYS)).data.passkeys
    const stranger = await signedIn(app, 'owner')
    for (const [method, body] of [['PATCH', { name: 'Mine' }] as const, ['DELETE', undefined] as const]) {
      const call = body ? { body } : {}
      assert.equal((await fromPage(app, stranger.cookie, method, `${PASSKEYS}/${passkey.id}`, call)).status, 404)
    }
    assert.deepEqual((await fromPage(app, stranger.cookie, 'GET', PASSKEYS)).data, { passkeys: [] })
    assert.equal((await fromPage(app, cookie, 'GET', PASSKEYS)).data.passkeys[0].name, 'Laptop')
    assert.equal((await enter(device)).status, 200)
  })
})
