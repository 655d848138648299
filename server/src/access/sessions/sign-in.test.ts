// Sessions: how they begin, and what ends them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  addMember,
  auth,
  cookieOf,
  fromPage,
  PASSWORD,
  SESSION_COOKIE,
  signedIn,
  signIn,
} from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createPasswordLink } from '../users/service.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const NOT_SIGNED_IN = { error: 'Not signed in', code: 'not_signed_in' }
const SESSION = '/dashboard/api/session'
const DAY_MS = 24 * 60 * 60 * 1000

const linkFor = (user_id: string, organization_id = app.tenant.organization_id) =>
  app.database.write(async (tx) => createPasswordLink(tx, { organization_id, user_id: user_id as never, now_ms: app.now_ms() }))
const assertEnded = async (cookie: string | undefined) => {
  const answer = await fromPage(app, cookie, 'GET', SESSION)
  assert.deepEqual([answer.status, answer.body], [401, NOT_SIGNED_IN])
}

describe('signing in', () => {
  test('200 with a cookie that is __Host-, Secure, HttpOnly and SameSite=Lax, and no token that a script could read', async () => {
    const { email } = await addMember(app, 'owner')
    const answer = await auth(app, 'sign-in/email', { email: email.toUpperCase(), password: PASSWORD })
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.user.email, answer.body.token], [email, undefined])
    const [cookie] = answer.set
    assert.equal(answer.set.length, 1)
    const [pair, ...attributes] = cookie!.split('; ')
    assert.match(pair!, /^__Host-quoin\.session_token=[^;]{40,}$/)
    assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    const value = decodeURIComponent(pair!.slice(pair!.indexOf('=') + 1))
    assert.ok(!JSON.stringify(answer.body).includes(value.split('.')[0]!))
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  test('the session says who is signed in, and in which companies', async () => {
    const { cookie, user_id, email } = await signedIn(app, 'member')
    const { status, data } = await fromPage(app, cookie, 'GET', SESSION)
    assert.equal(status, 200)
    assert.deepEqual(data.user, { id: user_id, name: 'member', email, role: 'member' })
    assert.equal(data.organization.id, app.tenant.organization_id)
    assert.deepEqual([data.level, data.two_factor_enabled, data.organizations.length], ['write', false, 1])
    const companies = data.companies.map(({ id }: { id: string }) => id)
    assert.deepEqual(companies.sort(), [app.tenant.company_id, app.tenant.sibling_id].sort())
  })

  test('401 alike for a wrong password, an unknown address and a member without a password', async () => {
    const { email } = await addMember(app, 'member')
    const answers = [
      await auth(app, 'sign-in/email', { email, password: 'wrong horse battery' }),
      await auth(app, 'sign-in/email', { email: 'nobody@example.com', password: PASSWORD }),
      await auth(app, 'sign-in/email', { email: 'colleague1@example.com', password: PASSWORD }),
    ]
    for (const { status, body, set } of answers) {
      assert.deepEqual([status, body.code, set], [401, 'INVALID_EMAIL_OR_PASSWORD', []])
      assert.deepEqual(body, answers[0]!.body)
    }
  })

  test('401 for the right password of someone who is a member nowhere any more', async () => {
    const owner = await signedIn(app, 'owner')
    const { user_id, email } = await addMember(app, 'member')
    assert.equal((await fromPage(app, owner.cookie, 'DELETE', `/dashboard/api/members/${user_id}`)).status, 200)
    const answer = await auth(app, 'sign-in/email', { email, password: PASSWORD })
    assert.deepEqual([answer.status, answer.body.code, answer.set], [401, 'INVALID_EMAIL_OR_PASSWORD', []])
  })

  for (const [what, body] of [
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no password', '{"email":"a@example.com"}'],
    ['an object for a password', '{"email":"a@example.com","password":{}}'],
  ] as const) {
    test(`400 for a body with ${what}`, async () => {
      assert.equal((await auth(app, 'sign-in/email', body)).status, 400)
    })
  }

  test('200 for addresses of every kind that a member may have, and they are shown as they are', async () => {
    for (const email of ['owner@localhost', "o'neil@example.com", 'josé@exämple.de']) {
      await addMember(app, 'member', app.tenant, email)
      const answer = await auth(app, 'sign-in/email', {
        email: ` ${email.replace(/[a-z]/g, (letter) => letter.toUpperCase())} `,
        password: PASSWORD,
      })
      assert.deepEqual([answer.status, answer.body.user?.email], [200, email])
      const cookie = cookieOf(answer)!
      assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.user.email, email)
      const { body } = await auth(app, 'two-factor/enable', { password: PASSWORD }, { cookie })
      assert.equal(new URL(body.totpURI).pathname.split(':').at(-1), encodeURIComponent(email))
    }
  })

  test('404 for what else the library could do', async () => {
    const { cookie } = await signedIn(app, 'owner')
    for (const path of [
      'sign-up/email',
      'update-user',
      'change-email',
      'delete-user',
      'request-password-reset',
      'ok',
      'constructor',
    ]) {
      assert.equal((await auth(app, path, {}, { cookie })).status, 404, path)
    }
  })

  test('a sign-in, right or wrong, is in the audit log of the organization with the member', async () => {
    const { user_id, email } = await addMember(app, 'member')
    await auth(app, 'sign-in/email', { email, password: 'wrong horse battery' })
    // Refusals are written a moment later than what was done.
    await app.flush()
    await signIn(app, email)
    const rows = await select(app, `SELECT * FROM audit_log WHERE user_id = '${user_id}' ORDER BY sequence`)
    assert.deepEqual(
      rows.map(({ organization_id, path, status }) => [organization_id, path, status]),
      [401, 200].map((status) => [app.tenant.organization_id, '/dashboard/auth/sign-in/email', status]),
    )
  })
})

describe('sessions end at once', () => {
  test('a sign-in begins a session of its own, and ends the one that the browser had', async () => {
    const { cookie, email } = await signedIn(app, 'member')
    const answer = await auth(app, 'sign-in/email', { email, password: PASSWORD }, { cookie })
    const next = cookieOf(answer)
    assert.notEqual(next, cookie)
    await assertEnded(cookie)
    assert.equal((await fromPage(app, next, 'GET', SESSION)).status, 200)
  })

  test('a session that someone else put into the browser is not taken over', async () => {
    const { email } = await addMember(app, 'member')
    const planted = `${SESSION_COOKIE}=planted.${'A'.repeat(43)}%3D`
    const next = cookieOf(await auth(app, 'sign-in/email', { email, password: PASSWORD }, { cookie: planted }))
    assert.notEqual(next, planted)
    await assertEnded(planted)
  })

  test('a sign-out ends it, and takes the cookie away', async () => {
    const { cookie } = await signedIn(app, 'member')
    const answer = await auth(app, 'sign-out', {}, { cookie })
    assert.equal(answer.status, 200)
    assert.ok(answer.set.some((one) => one.startsWith(`${SESSION_COOKIE}=;`) && one.includes('Max-Age=0')))
    await assertEnded(cookie)
  })

  test('a new password ends all others, wherever they are, and the one that set it goes on again', async () => {
    const { cookie, email } = await signedIn(app, 'member')
    const elsewhere = await signIn(app, email)
    const newPassword = 'another horse battery'
    const wrong = await auth(app, 'change-password', { currentPassword: 'x'.repeat(12), newPassword }, { cookie })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'INVALID_PASSWORD'])
    const short = await auth(app, 'change-password', { currentPassword: PASSWORD, newPassword: 'short' }, { cookie })
    assert.equal(short.status, 400)
    assert.equal((await fromPage(app, elsewhere, 'GET', SESSION)).status, 200)
    const answer = await auth(app, 'change-password', { currentPassword: PASSWORD, newPassword }, { cookie })
    assert.deepEqual([answer.status, answer.body.token], [200, undefined])
    await assertEnded(cookie)
    await assertEnded(elsewhere)
    const next = await fromPage(app, cookieOf(answer), 'GET', SESSION)
    assert.equal(next.data.organization.id, app.tenant.organization_id)
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 401)
    await signIn(app, email, newPassword)
  })

  test('a link for a new password does too, and works once', async () => {
    const { cookie, email, user_id } = await signedIn(app, 'member')
    const path = `/dashboard/api/welcome/${await linkFor(user_id)}`
    assert.deepEqual((await fromPage(app, undefined, 'GET', path)).data, { email, name: 'member' })
    const short = await fromPage(app, undefined, 'POST', path, { body: { password: 'short' } })
    assert.deepEqual([short.status, short.body.param], [400, 'password'])
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 200)
    const body = { password: 'another horse battery' }
    assert.deepEqual((await fromPage(app, undefined, 'POST', path, { body })).data, { email })
    await assertEnded(cookie)
    assert.equal((await fromPage(app, undefined, 'POST', path, { body })).status, 404)
    assert.equal((await fromPage(app, undefined, 'GET', path)).status, 404)
    await signIn(app, email, body.password)
  })

  test('its token is in no audit log, used up or not', async () => {
    const { user_id } = await addMember(app, 'member')
    const token = await linkFor(user_id)
    for (const password of ['short', PASSWORD]) {
      await fromPage(app, undefined, 'POST', `/dashboard/api/welcome/${token}`, { body: { password } })
    }
    await app.flush()
    const rows = await select(app, "SELECT path FROM audit_log WHERE path LIKE '%welcome%'")
    assert.ok(rows.length >= 2)
    for (const { path } of rows) assert.equal(path, '/dashboard/api/welcome/:token')
  })

  test('who is removed, or gets a lower role, is refused from the next request on', async () => {
    const owner = await signedIn(app, 'owner')
    const member = await signedIn(app, 'admin')
    const elsewhere = await signIn(app, member.email)
    const path = `/dashboard/api/members/${member.user_id}`
    const keys = () => fromPage(app, member.cookie, 'GET', '/dashboard/api/api-keys')
    assert.equal((await keys()).status, 200)
    assert.equal((await fromPage(app, owner.cookie, 'PATCH', path, { body: { role: 'member' } })).status, 200)
    assert.deepEqual((await keys()).body, { error: 'Insufficient permissions' })
    assert.equal((await fromPage(app, owner.cookie, 'DELETE', path)).status, 200)
    for (const cookie of [member.cookie, elsewhere]) await assertEnded(cookie)
    // Anyone who is added again does not find the old ones alive.
    const body = { name: 'Again', email: member.email, role: 'admin' }
    assert.equal((await fromPage(app, owner.cookie, 'POST', '/dashboard/api/members', { body })).status, 201)
    for (const cookie of [member.cookie, elsewhere]) await assertEnded(cookie)
  })

  test('what one process ends, the others refuse at once', async () => {
    const other = await startTestApp({ beside: app })
    const { cookie, email } = await signedIn(app, 'member')
    const there = await signIn(other, email)
    const session = (service: TestApp, one: string) => fromPage(service, one, 'GET', SESSION)
    for (const service of [app, other]) for (const one of [cookie, there]) assert.equal((await session(service, one)).status, 200)
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' }
    const next = cookieOf(await auth(other, 'change-password', change, { cookie: there }))!
    for (const service of [app, other]) {
      for (const one of [cookie, there]) assert.equal((await session(service, one)).status, 401)
      assert.equal((await session(service, next)).status, 200)
    }
    assert.equal((await auth(app, 'sign-out', {}, { cookie: next })).status, 200)
    assert.equal((await session(other, next)).status, 401)
    await other.close()
  })

  test('it ends after 7 days without a request, and after 30 days', async () => {
    const service = await startTestApp()
    const real_ms = Date.now()
    const at = (days: number) => service.setClock(new Date(real_ms + days * DAY_MS).toISOString())
    at(0)
    const { cookie, email } = await signedIn(service, 'member')
    const status = async () => (await fromPage(service, cookie, 'GET', SESSION)).status
    for (const [days, expected] of [
      [6.9, 200],
      [13.8, 200],
      [20.7, 200],
      [27.6, 200],
      [29.9, 200],
      [30.1, 401],
    ] as const) {
      at(days)
      assert.equal(await status(), expected, `${days} days`)
    }
    at(0)
    const idle = await signIn(service, email)
    at(7.1)
    assert.equal((await fromPage(service, idle, 'GET', SESSION)).status, 401)
    assert.equal(
      (await auth(service, 'change-password', { currentPassword: PASSWORD, newPassword: 'x'.repeat(10) }, { cookie: idle }))
        .status,
      401,
    )
    await service.sweep()
    const rows = await select(service, 'SELECT id FROM sessions')
    assert.ok(rows.length <= 1)
    await service.close()
  })

  test('a token without its signature, or with another one, is none', async () => {
    const { cookie } = await signedIn(app, 'member')
    const signed = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))
    const token = signed.slice(0, signed.lastIndexOf('.'))
    for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`, `x${signed}`, '%zz', '']) {
      await assertEnded(`${SESSION_COOKIE}=${value.includes('%') ? value : encodeURIComponent(value)}`)
    }
    await assertEnded(`${cookie}; ${cookie}`)
  })
})

test('an export takes passwords along, and nobody who is signed in', async () => {
  const service = await startTestApp()
  const { email, cookie } = await signedIn(service, 'owner')
  const copy = await startTestApp({ copy_of: service })
  assert.equal((await fromPage(copy, cookie, 'GET', SESSION)).status, 401)
  const next = await signIn(copy, email)
  assert.equal((await fromPage(copy, next, 'GET', SESSION)).data.organization.id, service.tenant.organization_id)
  await copy.close()
  await service.close()
})

describe('persons', () => {
  test('an organization can not set the password of someone who is a member elsewhere, nor become them', async () => {
    const stranger = await app.addTenant()
    const victim = await signedIn(app, 'owner')
    const { user_id } = await addMember(app, 'member', stranger, `not-yet-${victim.email}`)
    await app.database.write(async (tx) =>
      tx.execute(
        { sql: `UPDATE users SET email = '${victim.email}', person_id = NULL WHERE id = '${user_id}'`, returns_rows: false },
        [],
      ),
    )
    const path = `/dashboard/api/welcome/${await linkFor(user_id, stranger.organization_id)}`
    const refused = await fromPage(app, undefined, 'POST', path, { body: { password: 'of the attacker' } })
    assert.deepEqual([refused.status, refused.body.code], [400, 'password_exists'])
    assert.equal((await fromPage(app, victim.cookie, 'GET', SESSION)).status, 200)
    await signIn(app, victim.email)
    // With the password that they have they join, and choose where they work.
    assert.equal((await fromPage(app, undefined, 'POST', path, { body: { password: PASSWORD } })).status, 200)
    const { data } = await fromPage(app, victim.cookie, 'GET', SESSION)
    assert.deepEqual(
      data.organizations.map(({ id }: { id: string }) => id).sort(),
      [app.tenant.organization_id, stranger.organization_id].sort(),
    )
    const move = (organization_id: string) =>
      fromPage(app, victim.cookie, 'POST', '/dashboard/api/session/organization', { body: { organization_id } })
    assert.equal((await move('org_x')).status, 400)
    assert.equal((await move(stranger.organization_id)).status, 200)
    const there = await fromPage(app, victim.cookie, 'GET', SESSION)
    assert.deepEqual([there.data.organization.id, there.data.level], [stranger.organization_id, 'write'])
    assert.equal(
      (await fromPage(app, victim.cookie, 'GET', '/dashboard/api/v1/customers', { company: app.tenant.company_id })).status,
      403,
    )
  })

  test('guessing that password with a link is slow', async () => {
    const stranger = await app.addTenant()
    const { email } = await addMember(app, 'owner')
    const { user_id } = await addMember(app, 'member', stranger, `not-yet-${email}`)
    await app.database.write(async (tx) =>
      tx.execute(
        { sql: `UPDATE users SET email = '${email}', person_id = NULL WHERE id = '${user_id}'`, returns_rows: false },
        [],
      ),
    )
    const path = `/dashboard/api/welcome/${await linkFor(user_id, stranger.organization_id)}`
    const guess = () => fromPage(app, undefined, 'POST', path, { body: { password: 'wrong horse battery' } })
    for (let number = 0; number < 5; number++) assert.equal((await guess()).status, 400)
    assert.equal((await guess()).status, 429)
    // The page that needs no script is no way around it.
    const page = await app.server.inject({
      method: 'POST',
      url: path.replace('/dashboard/api', ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'password=wrong+horse+battery&again=wrong+horse+battery',
    })
    assert.equal(page.statusCode, 429)
  })
})
