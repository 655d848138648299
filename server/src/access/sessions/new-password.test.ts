// What a new password must not be, at each door where one is set.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addMember, auth, fromPage, PASSWORD, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { hashPassword } from './hashing.ts'
import { weaknessOf } from './new-password.ts'
import { givePassword } from './persons.ts'

const GRACE = { email: 'grace.okafor@example.com', name: 'Grace Okafor' }
const COMMON = ['1234567890', 'password123', 'Password2026!', '!!Password!!', 'P@ssw0rd1234', 'qwertyuiop', 'passwordpassword']
const OWN = ['grace.okafor@example.com', 'GraceOkafor', 'okafor2026', 'Quoin12345', 'quoinquoin', 'aaaaaaaaaaaa', 'ababababab']
const GOOD = ['correct horse battery', 'a password of grace', 'tall okafor trees sing', 'Zm4-kk2-9xQ', 'пароль из слов']

describe('a new password', () => {
  for (const password of [...COMMON, ...OWN]) {
    test(`is refused: ${password}`, async () => {
      assert.match((await weaknessOf(password, GRACE)) ?? 'taken', /choose another one, such as four words/)
    })
  }
  for (const password of GOOD) {
    test(`is taken: ${password}`, async () => {
      assert.equal(await weaknessOf(password, GRACE), undefined)
    })
  }
})

describe('a common password', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp()
  })
  after(() => app.close())

  test('400 by a link, which still works; that is no guess', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const body = { ...GRACE, role: 'member' }
    const { data } = await fromPage(app, cookie, 'POST', '/dashboard/api/members', { body })
    const path = `/dashboard/api/welcome/${data.link.split('/').at(-1)}`
    for (const password of [...COMMON, ...OWN]) {
      const refused = await fromPage(app, undefined, 'POST', path, { body: { password } })
      assert.deepEqual([refused.status, refused.body.code, refused.body.param], [400, 'password_common', 'password'], password)
    }
    assert.equal((await select(app, `SELECT id FROM persons WHERE email = '${GRACE.email}'`)).length, 0)
    assert.equal((await fromPage(app, undefined, 'POST', path, { body: { password: PASSWORD } })).status, 200)
  })

  test('400 at a change, and the old one stays', async () => {
    const { cookie, email } = await signedIn(app, 'member')
    const answer = await auth(app, 'change-password', { currentPassword: PASSWORD, newPassword: 'Password2026!' }, { cookie })
    assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'password_common', 'newPassword'])
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 200)
  })

  test('goes on working where it was set before, at the sign-in and at a link of another organization', async () => {
    const { email, user_id } = await addMember(app, 'member')
    const { organization_id } = app.tenant
    const prepared = { new_hash: await hashPassword('password123') }
    await app.database.write((tx) => givePassword(tx, { organization_id, user_id, name: 'M', email }, prepared, app.now_ms()))
    assert.equal((await auth(app, 'sign-in/email', { email, password: 'password123' })).status, 200)
    const stranger = await signedIn(app, 'owner', await app.addTenant())
    const body = { name: 'M', email, role: 'member' }
    const { data } = await fromPage(app, stranger.cookie, 'POST', '/dashboard/api/members', { body })
    const path = `/dashboard/api/welcome/${data.link.split('/').at(-1)}`
    assert.equal((await fromPage(app, undefined, 'POST', path, { body: { password: 'password123' } })).status, 200)
  })
})
