// The address of a person and the name of an organization, changed by those whose they are.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auth, fromPage, PASSWORD, signedIn, signIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const EMAIL = '/dashboard/api/session/email'
const SESSION = '/dashboard/api/session'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const change = (cookie: string, email: string, password = PASSWORD) =>
  fromPage(app, cookie, 'PATCH', EMAIL, { body: { email, password } })

describe('one own address', () => {
  test('200 with the password: signs in with it from then on, folded in ASCII only; other sessions and links end', async () => {
    const { cookie, email, user_id } = await signedIn(app, 'owner')
    const elsewhere = await signIn(app, email)
    const link = await fromPage(app, cookie, 'POST', `/dashboard/api/members/${user_id}/link`, { body: {} })
    const token = new URL(link.data.link, 'http://any').pathname.split('/').at(-1)
    const answer = await change(cookie, ' New.Owner@Example.com ')
    assert.deepEqual([answer.status, answer.data], [200, { email: 'new.owner@example.com' }])
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.user.email, 'new.owner@example.com')
    assert.equal((await fromPage(app, elsewhere, 'GET', SESSION)).status, 401)
    assert.equal((await fromPage(app, undefined, 'GET', `/dashboard/api/welcome/${token}`)).status, 404)
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 401)
    await signIn(app, 'new.owner@example.com')
    const rows = await select(
      app,
      `SELECT path FROM audit_log WHERE user_id = '${user_id}' AND path = '${EMAIL}' AND status = 200`,
    )
    assert.equal(rows.length, 1)
  })

  test('400 for a wrong password, and for what is no address; 409 for that of somebody; nothing is changed', async () => {
    const { cookie, email } = await signedIn(app, 'read_only')
    const colleague = await signedIn(app, 'member')
    const stranger = await signedIn(app, 'owner', await app.addTenant())
    for (const [wanted, password, status, code] of [
      ['other@example.com', 'wrong horse battery', 400, 'password_wrong'],
      ['no address', PASSWORD, 400, 'parameter_invalid'],
      [colleague.email, PASSWORD, 409, 'user_exists'],
      [stranger.email, PASSWORD, 409, 'user_exists'],
    ] as const) {
      const refused = await change(cookie, wanted, password)
      assert.deepEqual([refused.status, refused.body.code], [status, code], wanted)
    }
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.user.email, email)
    await signIn(app, email)
  })

  test('409 for someone who belongs to several organizations', async () => {
    const { cookie, email, user_id } = await signedIn(app, 'owner')
    const other = await app.addTenant()
    const there = await signedIn(app, 'member', other)
    await app.database.write(async (tx) => {
      const [{ person_id }] = (await select(app, `SELECT person_id FROM users WHERE id = '${user_id}'`)) as [
        { person_id: string },
      ]
      await tx.execute(
        { sql: `UPDATE users SET person_id = '${person_id}' WHERE id = '${there.user_id}'`, returns_rows: false },
        [],
      )
    })
    const refused = await change(cookie, 'several@example.com')
    assert.deepEqual([refused.status, refused.body.code], [409, 'several_organizations'])
    await signIn(app, email)
  })
})

describe('the name of the organization', () => {
  const rename = (cookie: string, name: string) =>
    fromPage(app, cookie, 'PATCH', '/dashboard/api/organization', { body: { name } })

  test('200 for an owner, 403 for all others, 400 for none', async () => {
    const { cookie } = await signedIn(app, 'owner')
    assert.deepEqual((await rename(cookie, ' Moreno Studio ')).data, { id: app.tenant.organization_id, name: 'Moreno Studio' })
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.organization.name, 'Moreno Studio')
    assert.equal((await rename(cookie, ' ')).status, 400)
    const admin = await rename((await signedIn(app, 'admin')).cookie, 'Mine')
    assert.deepEqual([admin.status, admin.body.code], [403, 'owner_required'])
    assert.equal((await rename((await signedIn(app, 'member')).cookie, 'Mine')).status, 403)
  })
})
