import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { ApiError } from '../../kernel/errors.ts'
import type { OrganizationId } from '../../kernel/ids.ts'
import { createUser } from './service.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const list = (query: Record<string, string> = {}, scope: object = {}) => app.call('GET', '/v1/users', { query, ...scope })

describe('GET /v1/users', () => {
  test('200 in pages, newest first, each member once; a member of the same moment too', async () => {
    const { organization_id } = app.tenant
    for (let number = 0; number < 7; number++) {
      if (number > 2) app.setClock(`2026-06-16T10:00:0${number}.000Z`)
      const email = `member${number}@example.com`
      await app.database.write(async (tx) => ({
        id: await createUser(tx, { organization_id, name: `Member ${number}`, email, role: 'member', now_ms: app.now_ms() }),
      }))
    }
    const seen: { id: string; name: string }[] = []
    for (const offset of ['0', '4', '8', '12']) {
      const { data } = await list({ limit: '4', offset })
      assert.deepEqual(data.pagination, { total: 9, limit: 4, offset: Number(offset) })
      seen.push(...data.users)
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, 9)
    assert.deepEqual(
      seen.slice(0, 4).map(({ name }) => name),
      ['Member 6', 'Member 5', 'Member 4', 'Member 3'],
    )
  })

  test('200 with id, name and email, and nothing by which one could sign in', async () => {
    const { text, data } = await list()
    for (const user of data.users) assert.deepEqual(Object.keys(user), ['id', 'name', 'email'])
    assert.doesNotMatch(text, /password|role|hash/)
  })

  test('200 with the same members in each company of the organization, and none of another organization', async () => {
    const stranger = await app.addTenant()
    const here = await list({ limit: '100' })
    const sibling = await list({ limit: '100' }, { company: app.tenant.sibling_id })
    assert.deepEqual(here.data.users, sibling.data.users)
    const theirs = await list({ limit: '100' }, { company: stranger.company_id, key: stranger.keys.read })
    const ids = (answer: typeof here) => answer.data.users.map((user: { id: string }) => user.id)
    assert.deepEqual(ids(theirs).sort(), [stranger.user_id, stranger.colleague_id].sort())
    assert.ok(!ids(here).includes(stranger.user_id))
  })
})

describe('addresses of members', () => {
  const add = (organization_id: OrganizationId, email: string) =>
    app.database.write(async (tx) => ({
      id: await createUser(tx, { organization_id, name: 'N', email, role: 'member', now_ms: app.now_ms() }),
    }))

  test('are taken once in an organization, whatever their case, and again in another', async () => {
    const { organization_id } = app.tenant
    const stranger = await app.addTenant()
    await add(organization_id, ' Ada@Example.com ')
    await assert.rejects(add(organization_id, 'ada@example.COM'), (error: ApiError) => error.faults[0].code === 'user_exists')
    assert.match((await add(stranger.organization_id, 'ada@example.com')).id, /^usr_/)
  })

  for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c']) {
    test(`are refused when they are none: ${JSON.stringify(email)}`, async () => {
      await assert.rejects(add(app.tenant.organization_id, email), (error: ApiError) => error.faults[0].param === 'email')
    })
  }
})
