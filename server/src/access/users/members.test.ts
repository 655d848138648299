import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addMember, auth, cookieOf, fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let cookie: string
before(async () => {
  app = await startTestApp()
  ;({ cookie } = await signedIn(app, 'owner'))
})
after(() => app.close())

const MEMBERS = '/dashboard/api/members'
const add = (body: object, by = cookie) =>
  fromPage(app, by, 'POST', MEMBERS, { body: { name: 'Grace', email: 'grace@example.com', role: 'member', ...body } })

describe('members', () => {
  test('201 with a link, with which they set a password and sign in', async () => {
    const { status, data } = await add({ email: ' Grace@Example.com' })
    assert.equal(status, 201)
    const { id, email, has_password, role } = data.member
    assert.deepEqual([email, has_password, role], ['grace@example.com', false, 'member'])
    assert.ok(data.link.startsWith(`${PUBLIC_URL}/welcome/`))
    const token = data.link.split('/').at(-1)
    const password = 'a password of grace'
    assert.equal((await fromPage(app, undefined, 'POST', `/dashboard/api/welcome/${token}`, { body: { password } })).status, 200)
    const answer = await auth(app, 'sign-in/email', { email, password })
    assert.equal((await fromPage(app, cookieOf(answer), 'GET', '/dashboard/api/session')).data.user.id, id)
    const list = await fromPage(app, cookie, 'GET', MEMBERS)
    assert.equal(list.data.members.find((one: { id: string }) => one.id === id).has_password, true)
    assert.equal((await add({})).body.code, 'user_exists')
  })

  test('200 for one own name, whatever the role; it is in the audit log, and nobody else has it', async () => {
    const own = (await signedIn(app, 'read_only')).cookie
    const before = (await fromPage(app, own, 'GET', '/dashboard/api/session')).data.user
    const rename = (body: object) => fromPage(app, own, 'PATCH', '/dashboard/api/session/user', { body })
    assert.equal((await rename({ name: '  Grace Okafor ' })).data.name, 'Grace Okafor')
    const { user } = (await fromPage(app, own, 'GET', '/dashboard/api/session')).data
    assert.deepEqual(user, { ...before, name: 'Grace Okafor' })
    const { members } = (await fromPage(app, cookie, 'GET', MEMBERS)).data
    const named = members.filter(({ name }: { name: string }) => name === 'Grace Okafor')
    assert.deepEqual(
      named.map(({ id }: { id: string }) => id),
      [user.id],
    )
    assert.equal((await rename({ name: ' ' })).body.param, 'name')
    assert.equal((await rename({ name: 'G', email: 'other@example.com' })).status, 400)
    const log = await fromPage(app, cookie, 'GET', '/dashboard/api/audit-log', { query: { path: '/session/user' } })
    assert.equal(log.data.entries.at(-1).user_id, user.id)
  })

  test('a new link ends the one before', async () => {
    const { member, link } = (await add({ email: 'linked@example.com' })).data
    const again = await fromPage(app, cookie, 'POST', `${MEMBERS}/${member.id}/link`)
    assert.equal(again.status, 201)
    const statusOf = async (url: string) =>
      (await fromPage(app, undefined, 'GET', `/dashboard/api/welcome/${url.split('/').at(-1)}`)).status
    assert.deepEqual([await statusOf(link), await statusOf(again.data.link)], [404, 200])
  })

  test('one who was removed is in no list, has no link, and comes back by a new one', async () => {
    const { member, link } = (await add({ email: 'away@example.com' })).data
    assert.equal((await fromPage(app, cookie, 'DELETE', `${MEMBERS}/${member.id}`)).status, 200)
    assert.equal((await fromPage(app, cookie, 'DELETE', `${MEMBERS}/${member.id}`)).status, 404)
    assert.equal((await fromPage(app, undefined, 'GET', `/dashboard/api/welcome/${link.split('/').at(-1)}`)).status, 404)
    const ids = async () => (await fromPage(app, cookie, 'GET', MEMBERS)).data.members.map((one: { id: string }) => one.id)
    assert.ok(!(await ids()).includes(member.id))
    const users = await app.call('GET', '/v1/users')
    assert.ok(!users.text.includes(member.id))
    const project = await app.call('POST', '/v1/projects', { body: { title: 'P', assigned_to: [member.id] } })
    assert.equal(project.body.param, 'assigned_to[0]')
    const back = await add({ email: 'away@example.com', role: 'read_only' })
    assert.deepEqual([back.data.member.id, back.data.member.role], [member.id, 'read_only'])
    assert.ok((await ids()).includes(member.id))
  })

  test('only an owner makes, changes, removes or links an owner', async () => {
    const admin = await signedIn(app, 'admin')
    const owner = await addMember(app, 'owner')
    const path = `${MEMBERS}/${owner.user_id}`
    const refused = [
      await add({ email: 'new-owner@example.com', role: 'owner' }, admin.cookie),
      await fromPage(app, admin.cookie, 'PATCH', path, { body: { role: 'member' } }),
      await fromPage(app, admin.cookie, 'PATCH', `${MEMBERS}/${admin.user_id}`, { body: { role: 'owner' } }),
      await fromPage(app, admin.cookie, 'POST', `${path}/link`),
      await fromPage(app, admin.cookie, 'DELETE', path),
    ]
    for (const answer of refused) assert.deepEqual([answer.status, answer.body.code], [403, 'owner_required'])
    assert.equal((await fromPage(app, cookie, 'PATCH', path, { body: { role: 'member' } })).data.role, 'member')
  })

  test('409 for the last owner, however they would go', async () => {
    const tenant = await app.addTenant()
    const only = await signedIn(app, 'owner', tenant)
    // The one whom the organization was made with.
    assert.equal((await fromPage(app, only.cookie, 'DELETE', `${MEMBERS}/${tenant.user_id}`)).status, 200)
    const path = `${MEMBERS}/${only.user_id}`
    for (const answer of [
      await fromPage(app, only.cookie, 'DELETE', path),
      await fromPage(app, only.cookie, 'PATCH', path, { body: { role: 'admin' } }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [409, 'last_owner'])
    }
    assert.equal((await fromPage(app, only.cookie, 'GET', '/dashboard/api/session')).status, 200)
  })
})
