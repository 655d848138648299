// Signing in by another service: who gets in, as whom, and what of a provider's answers is not believed.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { codeOf } from '../../../test/support/codes.ts'
import { addMember, auth, cookieOf, fromPage, PASSWORD, signedIn, signIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { CLIENT, type Issuer, type Said, startIssuer } from '../../../test/support/issuer.ts'
import { PUBLIC_URL, startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { createPasswordLink, createUser } from '../users/service.ts'

const SESSION = '/dashboard/api/session'

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
// One address begins so many sign-ins a minute.
beforeEach(() => app.pass(60_000))

let people = 0
/** A member whom the organization has written down, and who has never been here. */
async function invited(email = `invited-${++people}@example.com`, tenant: TestTenant = app.tenant) {
  const { organization_id } = tenant
  const user_id = await app.database.write(
    async (tx) => createUser(tx, { organization_id, name: 'Invited', email, role: 'member', now_ms: app.now_ms() }) as never,
  )
  return { email, user_id: user_id as never }
}

const verified = (email: string, sub = `sub of ${email}`): Said => ({ claims: { sub, email, email_verified: true, name: 'Ada' } })

/** Sets out from here; gives where the provider is asked, and the jar of the browser. */
async function setOut(to = '/acme/invoices?status=sent', cookie?: string) {
  const answer = await auth(app, 'sign-in/sso', { to }, cookie ? { cookie } : {})
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body), ['url'])
  const jar = [cookie, cookieOf(answer, '__Host-quoin.state')].filter(Boolean).join('; ')
  return { url: answer.body.url as string, jar, set: answer.set }
}

/** Comes back from there. */
async function comeBack(back: URL, jar: string) {
  const answer = await app.server.inject({
    method: 'GET',
    url: back.pathname + back.search,
    headers: { cookie: jar, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  const set = [answer.headers['set-cookie'] ?? []].flat()
  const outcome = { status: answer.statusCode, body: {}, headers: answer.headers, set }
  assert.equal(answer.statusCode, 302, answer.body)
  return { location: String(answer.headers['location']), cookie: cookieOf(outcome), outcome }
}

/** All of it, with what the provider says. */
async function enter(said: Said, cookie?: string) {
  issuer.said = said
  const { url, jar } = await setOut(undefined, cookie)
  return comeBack(issuer.signIn(url), jar)
}

async function assertRefused(entering: Promise<Awaited<ReturnType<typeof enter>>>, reason: string) {
  const { location, cookie } = await entering
  assert.deepEqual([location, cookie], [`/?sign_in=${reason}`, undefined])
}

describe('who gets in', () => {
  test('a member by a verified address, and goes on where they wanted to', async () => {
    const member = await addMember(app, 'member')
    const { location, cookie } = await enter(verified(member.email.toUpperCase(), 'ada'))
    assert.equal(location, '/acme/invoices?status=sent')
    const { data } = await fromPage(app, cookie, 'GET', SESSION)
    assert.deepEqual([data.user.id, data.level], [member.user_id, 'write'])
    assert.equal((await fromPage(app, undefined, 'GET', '/dashboard/api/sign-in')).data.single_sign_on.name, CLIENT.name)
    // The password goes on working, and so does the second time.
    await signIn(app, member.email)
    const again = await enter(verified(member.email, 'ada'))
    assert.ok(again.cookie, again.location)
    await app.flush()
    const rows = await select(app, `SELECT path, status FROM audit_log WHERE user_id = '${member.user_id}' ORDER BY sequence`)
    assert.deepEqual(rows[0], { path: '/dashboard/auth/callback/sso', status: 302 })
  })

  test('a member who was written down and has never been here; an earlier link is void then', async () => {
    const { email, user_id } = await invited()
    const { organization_id } = app.tenant
    const token = await app.database.write(
      async (tx) => createPasswordLink(tx, { organization_id, user_id, now_ms: app.now_ms() }) as never,
    )
    const { cookie } = await enter(verified(email))
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).data.user.id, user_id)
    assert.equal((await fromPage(app, undefined, 'GET', `/dashboard/api/welcome/${token}`)).status, 404)
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 401)
  })

  test('by an address that stands beside the ID token, if it is of the same account', async () => {
    const { email } = await addMember(app, 'member')
    const user_info = { sub: 'one', email, email_verified: 'true' }
    assert.ok((await enter({ claims: { sub: 'one' }, user_info })).cookie)
    await assertRefused(enter({ claims: { sub: 'other' }, user_info }), 'failed')
  })

  test('nobody whose address no organization has written down: there is no account after it either', async () => {
    const before_it = await select(app, 'SELECT id FROM persons')
    await assertRefused(enter(verified('stranger@example.com')), 'no_member')
    assert.equal((await select(app, 'SELECT id FROM persons')).length, before_it.length)
    const rows = await select(app, "SELECT id FROM users WHERE email = 'stranger@example.com'")
    assert.deepEqual(rows, [])
  })

  test('no member who was removed, until they are added again', async () => {
    const owner = await signedIn(app, 'owner')
    const { email, user_id } = await addMember(app, 'member')
    const { cookie } = await enter(verified(email))
    assert.equal((await fromPage(app, owner.cookie, 'DELETE', `/dashboard/api/members/${user_id}`)).status, 200)
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 401)
    await assertRefused(enter(verified(email)), 'no_member')
    const body = { name: 'Again', email, role: 'member' }
    assert.equal((await fromPage(app, owner.cookie, 'POST', '/dashboard/api/members', { body })).status, 201)
    assert.ok((await enter(verified(email))).cookie)
  })

  test('anyone who has switched on the second factor is asked for it here too', async () => {
    const { email, cookie } = await signedIn(app, 'member')
    const { totpURI } = (await auth(app, 'two-factor/enable', { password: PASSWORD }, { cookie })).body
    assert.equal((await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI) }, { cookie })).status, 200)
    const half = await enter(verified(email))
    assert.deepEqual([half.location, half.cookie], ['/acme/invoices?status=sent&sign_in=code', undefined])
    const begun = cookieOf(half.outcome, '__Host-quoin.two_factor')
    assert.ok(begun)
    assert.equal((await fromPage(app, begun, 'GET', SESSION)).status, 401)
    const whole = await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI, 1) }, { cookie: begun })
    assert.equal((await fromPage(app, cookieOf(whole), 'GET', SESSION)).data.user.email, email)
  })

  test('a session begins again, and ends the one that the browser had', async () => {
    const member = await signedIn(app, 'member')
    const { cookie } = await enter(verified(member.email), member.cookie)
    assert.notEqual(cookie, member.cookie)
    assert.equal((await fromPage(app, member.cookie, 'GET', SESSION)).status, 401)
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 200)
  })

  test('what the provider hands out is not kept', async () => {
    const { email } = await addMember(app, 'member')
    await enter(verified(email))
    const rows = await select(app, "SELECT access_token, refresh_token, id_token FROM credentials WHERE provider_id = 'sso'")
    assert.ok(rows.length > 0)
    for (const row of rows) assert.deepEqual(Object.values(row), [null, null, null])
  })
})

describe('accounts that are not the same', () => {
  test('an address that was given to another account there opens nothing', async () => {
    const { email } = await addMember(app, 'member')
    assert.ok((await enter(verified(email, 'the first'))).cookie)
    await assertRefused(enter(verified(email, 'the second')), 'other_account')
    const renamed = await enter(verified('renamed@example.com', 'the first'))
    assert.equal((await fromPage(app, renamed.cookie, 'GET', SESSION)).data.user.email, email)
  })

  test('anyone who set a password for an address before its owner came does not get into what the owner joins', async () => {
    const email = 'hijacked@example.com'
    const attacker = await app.addTenant()
    // An organization writes the address down and opens its link itself.
    const theirs = await addMember(app, 'member', attacker, email)
    const { user_id } = await invited(email)
    const { cookie } = await enter(verified(email))
    // The owner of the address is let in where that person is a member, and joins nothing with it.
    const session = (await fromPage(app, cookie, 'GET', SESSION)).data
    assert.deepEqual(
      session.organizations.map(({ id }: { id: string }) => id),
      [attacker.organization_id],
    )
    const owner = await signedIn(app, 'owner', attacker)
    assert.equal((await fromPage(app, owner.cookie, 'DELETE', `/dashboard/api/members/${theirs.user_id}`)).status, 200)
    // Now the person is a member nowhere: what they could be signed in with is forgotten when they join.
    const joined = await enter(verified(email))
    assert.equal((await fromPage(app, joined.cookie, 'GET', SESSION)).data.user.id, user_id)
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 401)
  })
})

describe('what is not believed', () => {
  for (const email_verified of [false, 'false', undefined, null, 1, 'yes']) {
    test(`an address whose email_verified is ${JSON.stringify(email_verified)}`, async () => {
      const { email } = await addMember(app, 'member')
      await assertRefused(enter({ claims: { sub: email, email, email_verified } }), 'email_not_verified')
    })
  }

  const hour_ago = Math.floor(Date.now() / 1000) - 3600
  const WRONG: [what: string, more: Partial<Said>][] = [
    ['of another issuer', { token: { iss: 'https://login.evil.example' } }],
    ['for another client', { token: { aud: 'another' } }],
    ['that another client asked for', { token: { aud: [CLIENT.client_id, 'another'], azp: 'another' } }],
    ['of another sign-in', { token: { nonce: 'another' } }],
    ['without a nonce', { token: { nonce: undefined } }],
    ['that has run out', { token: { iat: hour_ago, exp: hour_ago + 300 } }],
    ['that never runs out', { token: { exp: undefined } }],
    ['of nobody', { token: { sub: undefined } }],
    ['that another key signed', { is_forged: true }],
    ['that a shared secret signed', { algorithm: 'HS256' }],
    ['that nobody signed', { algorithm: 'none' }],
    ['that is not there', { has_no_token: true }],
  ]
  for (const [what, more] of WRONG) {
    test(`an ID token ${what}`, async () => {
      const { email } = await addMember(app, 'member')
      await assertRefused(enter({ ...verified(email), ...more }), 'failed')
    })
  }

  test('a way back that did not set out from this browser, is repeated, altered or refused there', async () => {
    const { email } = await addMember(app, 'member')
    issuer.said = verified(email)
    const victim = await setOut()
    const back = issuer.signIn(victim.url)
    // Login CSRF: somebody else's way back, in a browser that set out for itself, or did not.
    const other = await setOut()
    for (const jar of ['', other.jar]) await assertRefused(comeBack(back, jar), 'failed')
    const changed = (name: string, value: string | undefined) => {
      const url = new URL(issuer.signIn(other.url))
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
      return comeBack(url, other.jar)
    }
    await assertRefused(changed('state', 'x'), 'failed')
    await assertRefused(changed('state', undefined), 'failed')
    const again = await setOut()
    const way = issuer.signIn(again.url)
    assert.ok((await comeBack(way, again.jar)).cookie)
    await assertRefused(comeBack(way, again.jar), 'failed')
    const mixed = await setOut()
    const from_another = issuer.signIn(mixed.url)
    from_another.searchParams.set('iss', 'https://login.evil.example')
    await assertRefused(comeBack(from_another, mixed.jar), 'failed')
    const denied = await setOut()
    const no = new URL(issuer.signIn(denied.url))
    no.searchParams.delete('code')
    no.searchParams.set('error', 'access_denied')
    await assertRefused(comeBack(no, denied.jar), 'failed')
  })

  test('a place to go on to that is not of this service', async () => {
    const { email } = await addMember(app, 'member')
    issuer.said = verified(email)
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%2f/evil.example',
      '',
    ]) {
      const { url, jar } = await setOut(to)
      assert.equal((await comeBack(issuer.signIn(url), jar)).location, '/', to)
    }
  })
})

test('the provider is asked for a code with PKCE, state and nonce, and the cookie is as safe as that of a session', async () => {
  const { url, set } = await setOut()
  const { searchParams } = new URL(url)
  assert.equal(searchParams.get('redirect_uri'), `${PUBLIC_URL}/dashboard/auth/callback/sso`)
  assert.equal(searchParams.get('scope'), 'openid email profile')
  assert.match(set[0]!, /^__Host-quoin\.state=[^;]+; .*$/)
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) assert.ok(set[0]!.includes(attribute), attribute)
  const again = new URL((await setOut()).url).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) assert.notEqual(again.get(name), searchParams.get(name))
})

test('where it is not configured there is no way to it, and none back', async () => {
  const service = await startTestApp()
  assert.equal((await auth(service, 'sign-in/sso', { to: '/' })).status, 404)
  const back = await service.server.inject({ method: 'GET', url: '/dashboard/auth/callback/sso?code=x&state=y' })
  assert.equal(back.statusCode, 404)
  assert.equal((await fromPage(service, undefined, 'GET', '/dashboard/api/sign-in')).data.single_sign_on, null)
  await service.close()
})

test('503 while the provider can not be asked, or calls itself by another name; then it works without a new start', async () => {
  const other = await startIssuer()
  const service = await startTestApp({ single_sign_on: { ...CLIENT, issuer: `${other.url}/` } })
  for (let time = 0; time < 2; time++) {
    const answer = await auth(service, 'sign-in/sso', { to: '/' })
    assert.deepEqual([answer.status, answer.body.code], [503, 'single_sign_on_unavailable'])
  }
  assert.equal(other.asked.length, 2)
  const { email } = await addMember(service, 'member')
  await signIn(service, email)
  await service.close()
  await other.close()
})
