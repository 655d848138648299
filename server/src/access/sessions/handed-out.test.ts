// What was handed out ends with what it stood on: links, sign-ins that have begun, sessions elsewhere, keys.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codeOf } from '../../../test/support/codes.ts'
import { auth, cookieOf, fromPage, PASSWORD, type Role, signedIn, signIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createPasswordLink } from '../users/service.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const MEMBERS = '/dashboard/api/members'
const SESSION = '/dashboard/api/session'
const NEXT = 'another horse battery'

type Signed = Awaited<ReturnType<typeof signedIn>>
const patch = (by: Signed, of: Signed, body: object) => fromPage(app, by.cookie, 'PATCH', `${MEMBERS}/${of.user_id}`, { body })
const remove = (by: Signed, of: Signed, query: Record<string, string> = {}) =>
  fromPage(app, by.cookie, 'DELETE', `${MEMBERS}/${of.user_id}`, { query })

/** Three people, and a link that the admin made for the member; gives how it answers. */
async function handedOut(for_role: Role = 'member', by_role: Role = 'admin') {
  const [owner, maker, member] = [await signedIn(app, 'owner'), await signedIn(app, by_role), await signedIn(app, for_role)]
  const made = await fromPage(app, maker.cookie, 'POST', `${MEMBERS}/${member.user_id}/link`)
  assert.equal(made.status, 201, made.text)
  const path = `/dashboard/api/welcome/${made.data.link.split('/').at(-1)}`
  const use = async () => [
    (await fromPage(app, undefined, 'GET', path)).status,
    (await fromPage(app, undefined, 'POST', path, { body: { password: NEXT } })).status,
  ]
  return { owner, maker, member, path, use }
}

const changePassword = async ({ cookie }: Signed, currentPassword = PASSWORD) => {
  const answer = await auth(app, 'change-password', { currentPassword, newPassword: NEXT }, { cookie })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

describe('a one-time link', () => {
  test('works while nothing has changed, and for a member of any role that its maker may make one for', async () => {
    for (const [for_role, by_role] of [
      ['member', 'admin'],
      ['admin', 'admin'],
      ['owner', 'owner'],
    ] as const) {
      assert.deepEqual(await (await handedOut(for_role, by_role)).use(), [200, 200])
    }
  })

  const ENDS: Record<string, (around: Awaited<ReturnType<typeof handedOut>>) => Promise<unknown>> = {
    'the member is promoted to owner': ({ owner, member }) => patch(owner, member, { role: 'owner' }),
    'the member gets a lower role': ({ owner, member }) => patch(owner, member, { role: 'read_only' }),
    'the role of the member goes there and back': async ({ owner, member }) => {
      await patch(owner, member, { role: 'admin' })
      await patch(owner, member, { role: 'member' })
    },
    'the member changes the password': ({ member }) => changePassword(member),
    'the member is removed': ({ owner, member }) => remove(owner, member),
    'the member is removed and added again': async ({ owner, member }) => {
      await remove(owner, member)
      const body = { name: 'Again', email: member.email, role: 'member' }
      await fromPage(app, owner.cookie, 'POST', MEMBERS, { body })
    },
    'its maker is removed': ({ owner, maker }) => remove(owner, maker),
    'its maker gets a lower role': ({ owner, maker }) => patch(owner, maker, { role: 'member' }),
    'its maker is promoted': ({ owner, maker }) => patch(owner, maker, { role: 'owner' }),
    'its maker changes the password': ({ maker }) => changePassword(maker),
  }
  for (const [when, change] of Object.entries(ENDS)) {
    test(`404 once ${when}, and nothing is changed by it`, async () => {
      const around = await handedOut()
      await change(around)
      const credentials = () => select(app, 'SELECT * FROM credentials ORDER BY id')
      const before_it = await credentials()
      assert.deepEqual(await around.use(), [404, 404])
      assert.deepEqual(await credentials(), before_it)
    })
  }

  test('404 for one that only the table has as living: whose maker may not make it is looked at when it is used', async () => {
    const { member, maker, use } = await handedOut()
    const { organization_id } = app.tenant
    for (const sql of [
      `UPDATE users SET role = 'owner' WHERE id = '${member.user_id}'`,
      `UPDATE password_links SET used_at = NULL, stands_on = NULL WHERE created_by = '${maker.user_id}'`,
    ]) {
      await app.database.write(async (tx) => tx.execute({ sql, returns_rows: false }, []))
    }
    assert.deepEqual(await use(), [404, 404])
    const rows = await select(
      app,
      `SELECT used_at FROM password_links WHERE organization_id = '${organization_id}' AND created_by = '${maker.user_id}'`,
    )
    assert.deepEqual(rows, [{ used_at: null }])
  })

  test('of the operator of the machine stands on the member alone', async () => {
    const { owner, member } = await handedOut()
    const link = () =>
      app.database.write((tx) =>
        createPasswordLink(tx, { organization_id: app.tenant.organization_id, user_id: member.user_id, now_ms: app.now_ms() }),
      )
    const statusOf = async (token: string) => (await fromPage(app, undefined, 'GET', `/dashboard/api/welcome/${token}`)).status
    const token = await link()
    await changePassword(owner)
    assert.equal(await statusOf(token), 200)
    await changePassword(member)
    assert.equal(await statusOf(token), 404)
  })
})

/** A member with a second factor, and a sign-in of theirs that waits for a code. */
async function halfSignedIn(role: Role = 'member') {
  const member = await signedIn(app, role)
  const { totpURI, backupCodes } = (await auth(app, 'two-factor/enable', { password: PASSWORD }, member)).body
  const on = await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI) }, member)
  const begin = async () =>
    cookieOf(await auth(app, 'sign-in/email', { email: member.email, password: PASSWORD }), '__Host-quoin.two_factor')!
  return { ...member, cookie: cookieOf(on)!, begun: await begin(), begin, totpURI, backupCodes }
}

describe('a sign-in that waits for a code', () => {
  const ENDS: Record<string, (owner: Signed, member: Awaited<ReturnType<typeof halfSignedIn>>) => Promise<unknown>> = {
    'the password is changed': (_, member) => changePassword(member),
    'the password is set by a link': async (_, member) => {
      const token = await app.database.write((tx) =>
        createPasswordLink(tx, { organization_id: app.tenant.organization_id, user_id: member.user_id, now_ms: app.now_ms() }),
      )
      await fromPage(app, undefined, 'POST', `/dashboard/api/welcome/${token}`, { body: { password: NEXT } })
    },
    'the role is changed': (owner, member) => patch(owner, member, { role: 'admin' }),
    'the role is changed there and back': async (owner, member) => {
      await patch(owner, member, { role: 'admin' })
      await patch(owner, member, { role: 'member' })
    },
    'the member is removed': (owner, member) => remove(owner, member),
    'all other sessions are ended': (_, member) => fromPage(app, member.cookie, 'POST', '/dashboard/api/sessions/end-others'),
  }
  for (const [when, change] of Object.entries(ENDS)) {
    test(`401 for the right code, and for a backup code, once ${when}`, async () => {
      const [owner, member] = [await signedIn(app, 'owner'), await halfSignedIn()]
      await change(owner, member)
      for (const [name, code] of [
        ['verify-totp', codeOf(member.totpURI, 1)],
        ['verify-backup-code', member.backupCodes[0]],
      ]) {
        const answer = await auth(app, `two-factor/${name}`, { code }, { cookie: member.begun })
        assert.deepEqual([answer.status, cookieOf(answer)], [401, undefined], name)
      }
    })
  }

  test('goes on where nothing has changed, also by a change that is none', async () => {
    const [owner, member] = [await signedIn(app, 'owner'), await halfSignedIn()]
    assert.equal((await patch(owner, member, { role: 'member' })).status, 200)
    const answer = await auth(app, 'two-factor/verify-totp', { code: codeOf(member.totpURI, 1) }, { cookie: member.begun })
    assert.equal((await fromPage(app, cookieOf(answer), 'GET', SESSION)).status, 200)
  })

  test('does not outlive the password, either, when that is changed while the sign-in is looked at', async () => {
    const member = await signedIn(app, 'member')
    const [entered] = await Promise.all([
      auth(app, 'sign-in/email', { email: member.email, password: PASSWORD }),
      changePassword(member),
    ])
    const cookie = cookieOf(entered)
    if (cookie) assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 401)
    else assert.equal(entered.status, 401)
  })
})

describe("one's own sessions", () => {
  const SESSIONS = '/dashboard/api/sessions'
  const enter = async (email: string, agent: string, address: string) => {
    const headers = { 'user-agent': agent }
    return cookieOf(await auth(app, 'sign-in/email', { email, password: PASSWORD }, { headers, address }))!
  }

  test('are listed with device, address and times, this one marked, and no token in it', async () => {
    const { cookie, email } = await signedIn(app, 'read_only')
    await enter(email, 'Firefox on a train', '203.0.113.77')
    const { status, data, text } = await fromPage(app, cookie, 'GET', SESSIONS)
    assert.equal(status, 200)
    assert.equal(data.sessions.length, 2)
    const [current, other] = [true, false].map((is) =>
      data.sessions.find((one: { is_current: boolean }) => one.is_current === is),
    )
    assert.deepEqual([other.user_agent, other.ip_address], ['Firefox on a train', '203.0.113.77'])
    assert.ok(Date.parse(other.created_at) > 0 && Date.parse(other.last_seen_at) > 0)
    assert.notEqual(current.id, other.id)
    for (const { token } of await select(app, 'SELECT token FROM sessions')) assert.ok(!text.includes(token))
  })

  test('one of them is ended from afar, at once and in the audit log; 404 for one of somebody else', async () => {
    const [mine, theirs] = [await signedIn(app, 'member'), await signedIn(app, 'member')]
    const there = await enter(mine.email, 'elsewhere', '203.0.113.78')
    const idOf = async (cookie: string, agent: string | undefined) => {
      const { sessions } = (await fromPage(app, cookie, 'GET', SESSIONS)).data
      return sessions.find((one: { user_agent: string; is_current: boolean }) =>
        agent ? one.user_agent === agent : one.is_current,
      ).id
    }
    const strange = await idOf(theirs.cookie, undefined)
    assert.equal((await fromPage(app, mine.cookie, 'DELETE', `${SESSIONS}/${strange}`)).status, 404)
    assert.equal((await fromPage(app, theirs.cookie, 'GET', SESSION)).status, 200)
    assert.equal((await fromPage(app, mine.cookie, 'DELETE', `${SESSIONS}/${await idOf(mine.cookie, 'elsewhere')}`)).status, 200)
    assert.equal((await fromPage(app, there, 'GET', SESSION)).status, 401)
    assert.equal((await fromPage(app, mine.cookie, 'GET', SESSION)).status, 200)
    const rows = await select(
      app,
      `SELECT method FROM audit_log WHERE user_id = '${mine.user_id}' AND method = 'DELETE' AND status = 200`,
    )
    assert.equal(rows.length, 1)
  })

  test('all others are ended at once, and this one goes on', async () => {
    const { cookie, email } = await signedIn(app, 'member')
    const others = [await signIn(app, email), await signIn(app, email)]
    assert.deepEqual((await fromPage(app, cookie, 'POST', `${SESSIONS}/end-others`)).data, { ended: 2 })
    for (const other of others) assert.equal((await fromPage(app, other, 'GET', SESSION)).status, 401)
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 200)
  })
})

describe('keys that a member made', () => {
  const KEYS = '/dashboard/api/api-keys'
  async function withKey() {
    const [owner, admin] = [await signedIn(app, 'owner'), await signedIn(app, 'admin')]
    const body = { name: 'Reports', level: 'admin', company_ids: 'all' }
    const made = await fromPage(app, admin.cookie, 'POST', KEYS, { body })
    assert.equal(made.status, 201)
    const { key, id, key_prefix } = made.data
    const works = async () => (await app.call('GET', '/v1/companies', { key, company: null })).status
    return { owner, admin, id, key_prefix, works, created_by: made.data.created_by }
  }

  test('show who made them, after a removal as well; those of the command line show nobody', async () => {
    const { owner, admin, id, created_by } = await withKey()
    assert.deepEqual(created_by, { id: admin.user_id, name: 'admin' })
    assert.equal((await remove(owner, admin, { revoke_keys: 'false' })).status, 200)
    const { api_keys } = (await fromPage(app, owner.cookie, 'GET', KEYS)).data
    assert.deepEqual(api_keys.find((one: { id: string }) => one.id === id).created_by, created_by)
    assert.equal(api_keys.find((one: { name: string }) => one.name === 'read').created_by, null)
  })

  const WAYS: Record<string, (owner: Signed, admin: Signed, revoke_keys?: boolean) => ReturnType<typeof remove>> = {
    'a removal': (owner, admin, revoke_keys) =>
      remove(owner, admin, revoke_keys === undefined ? {} : { revoke_keys: String(revoke_keys) }),
    'a lower role': (owner, admin, revoke_keys) =>
      patch(owner, admin, { role: 'read_only', ...(revoke_keys === undefined ? {} : { revoke_keys }) }),
  }
  for (const [way, go] of Object.entries(WAYS)) {
    test(`${way}: 409 that names them while it is not said whether they end, and nothing is changed`, async () => {
      const { owner, admin, key_prefix, works } = await withKey()
      const refused = await go(owner, admin)
      assert.deepEqual([refused.status, refused.body.code, refused.body.param], [409, 'api_keys_undecided', 'revoke_keys'])
      assert.ok(refused.body.error.includes(key_prefix) && /true .* false/.test(refused.body.error), refused.body.error)
      assert.equal(await works(), 200)
      assert.equal((await fromPage(app, admin.cookie, 'GET', SESSION)).data.user.role, 'admin')
    })

    test(`${way}: they end with it, or go on, as was said`, async () => {
      for (const [revoke_keys, status] of [
        [true, 401],
        [false, 200],
      ] as const) {
        const { owner, admin, works } = await withKey()
        assert.equal((await go(owner, admin, revoke_keys)).status, 200)
        assert.equal(await works(), status)
      }
    })
  }

  test('are not asked about where there are none that work, nor for a role that is no lower', async () => {
    const { owner, admin, id, works } = await withKey()
    assert.equal((await patch(owner, admin, { role: 'owner' })).status, 200)
    assert.equal(await works(), 200)
    assert.equal((await fromPage(app, owner.cookie, 'POST', `${KEYS}/${id}/revoke`)).status, 200)
    assert.equal((await remove(owner, admin)).status, 200)
  })
})
