// Two addresses that differ in a letter beyond ASCII are two people's, on every way in.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addMember, auth, fromPage, PASSWORD, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { CLIENT, enterBy, type Issuer, startIssuer } from '../../../test/support/issuer.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let issuer: Issuer
let app: TestApp
before(async () => {
  issuer = await startIssuer()
  app = await startTestApp({ single_sign_on: { ...CLIENT, issuer: issuer.url } })
})
after(async () => {
  await app.close()
  await issuer.close()
})

const VICTIM = 'kim.sisk@example.com'
/** What Unicode's cases, compatibility forms or readers take for the same. */
const LOOKALIKES: [what: string, email: string][] = [
  ['the sign of Kelvin', '\u212aim.sisk@example.com'],
  ['a dotless i', 'k\u0131m.sisk@example.com'],
  ['a capital I with a dot', 'K\u0130M.sisk@example.com'],
  ['a long s', 'kim.\u017fisk@example.com'],
  ['a full-width k', '\uff4bim.sisk@example.com'],
  ['a full-width capital K', '\uff2bIM.sisk@example.com'],
  ['a full-width at and dot', 'kim.sisk\uff20example\uff0ecom@example.com'],
  ['a Cyrillic letter', 'kim.sisk@ex\u0430mple.com'],
  ['a composed accent', 'kim.sisk\u0301@example.com'],
  ['a wide blank before it', '\u3000kim.sisk@example.com'],
  ['a zero-width blank in it', 'kim\u200b.sisk@example.com'],
]

describe('an address that only looks like that of a member', () => {
  before(async () => {
    await addMember(app, 'owner', app.tenant, VICTIM)
  })

  for (const [what, email] of LOOKALIKES) {
    test(`${what}: no sign-in by a password, none by another service, no member, and nothing of the account is changed`, async () => {
      const persons = () => select(app, 'SELECT * FROM persons ORDER BY id')
      const before_it = await persons()
      assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 401)
      app.pass(60_000)
      const vouched = { claims: { sub: `sub of ${email}`, email, email_verified: true, name: 'Mallory' } }
      const { location, cookie } = await enterBy(app, issuer, vouched)
      assert.deepEqual([location, cookie], ['/?sign_in=no_member', undefined])
      assert.deepEqual(await persons(), before_it)
      assert.equal((await select(app, `SELECT id FROM credentials WHERE account_id LIKE '%${email}'`)).length, 0)
    })

    test(`${what}: a member of another organization by it gets a link for an account of their own, or is refused`, async () => {
      const stranger = await app.addTenant()
      const { cookie } = await signedIn(app, 'owner', stranger)
      const body = { name: 'Mallory', email, role: 'member' }
      const made = await fromPage(app, cookie, 'POST', '/dashboard/api/members', { body })
      if (made.status === 400) return assert.equal(made.body.param, 'email')
      assert.equal(made.status, 201, made.text)
      assert.notEqual(made.data.member.email, VICTIM)
      const path = `/dashboard/api/welcome/${made.data.link.split('/').at(-1)}`
      const used = await fromPage(app, undefined, 'POST', path, { body: { password: 'another horse battery' } })
      assert.equal(used.status, 200, used.text)
      assert.equal((await auth(app, 'sign-in/email', { email: VICTIM, password: PASSWORD })).status, 200)
      assert.equal((await auth(app, 'sign-in/email', { email: VICTIM, password: 'another horse battery' })).status, 401)
      assert.equal((await auth(app, 'sign-in/email', { email, password: 'another horse battery' })).status, 200)
      app.pass(60 * 60_000)
    })
  }

  test('the case of ASCII letters is no matter on any of them', async () => {
    const email = 'KIM.Sisk@EXAMPLE.com'
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 200)
    const { cookie } = await enterBy(app, issuer, { claims: { sub: 'kim', email, email_verified: true, name: 'Kim' } })
    assert.equal((await fromPage(app, cookie, 'GET', '/dashboard/api/session')).data.user.email, VICTIM)
    const owner = await signedIn(app, 'owner')
    const again = await fromPage(app, owner.cookie, 'POST', '/dashboard/api/members', {
      body: { name: 'K', email, role: 'member' },
    })
    assert.deepEqual([again.status, again.body.code], [409, 'user_exists'])
  })
})
