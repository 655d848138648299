// Permissions at the dashboard's door, for each of its endpoints: they are walked, so a new one is held to the same rules.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dashboardEndpoints, endpoints } from '../src/endpoints.ts'
import { type Endpoint, forSessions } from '../src/http/endpoint.ts'
import { addMember, fromPage, type Role, signedIn } from './support/dashboard.ts'
import { bodyOf, fileOf, fingerprint, ISSUER, makeScene, pathOf, type Scene } from './support/fixtures.ts'
import { type Level, startTestApp, type TestApp, type TestTenant } from './support/test-app.ts'

const ROLES = ['owner', 'admin', 'member', 'read_only'] as const
const LEVEL_OF: Record<Role, Level> = { owner: 'admin', admin: 'admin', member: 'write', read_only: 'read' }
const LEVELS: readonly Level[] = ['read', 'write', 'admin']
const mounted = endpoints.filter(({ is_stream }) => !is_stream).map(forSessions)

let app: TestApp
let stranger: TestTenant
let foreign: Scene
const cookies = {} as Record<Role, string>

before(async () => {
  app = await startTestApp({ is_sandbox: true })
  await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { body: ISSUER })
  stranger = await app.addTenant()
  for (const role of ROLES) cookies[role] = (await signedIn(app, role)).cookie
  foreign = await makeScene(app, { key: stranger.keys.admin, company: stranger.company_id }, 'Foreign')
})
after(() => app.close())

const may = (role: Role, { level }: Endpoint) => LEVELS.indexOf(LEVEL_OF[role]) >= LEVELS.indexOf(level)
const companyOf = ({ company }: Endpoint, id: string) => (company === 'none' ? null : id)

describe('/v1 for sessions', () => {
  for (const endpoint of mounted) {
    test(`${endpoint.operation_id}: by role; no session, another organization and another site are refused`, async () => {
      const { tenant } = app
      const scene = await makeScene(app, { key: tenant.keys.admin, company: tenant.company_id })
      const path = pathOf(endpoint, scene)
      const body = bodyOf(endpoint, scene)
      const file = fileOf(endpoint)
      const call = { company: companyOf(endpoint, tenant.company_id), ...(body ? { body } : file) }
      const before_it = await fingerprint(app)
      assert.equal((await fromPage(app, undefined, endpoint.method, path, call)).status, 401)
      for (const role of ROLES.filter((one) => !may(one, endpoint))) {
        const refused = await fromPage(app, cookies[role], endpoint.method, path, call)
        assert.deepEqual([refused.status, refused.body], [403, { error: 'Insufficient permissions' }], role)
      }
      if (endpoint.company !== 'none') {
        const far = { ...call, company: stranger.company_id }
        const refused = await fromPage(app, cookies.owner, endpoint.method, pathOf(endpoint, foreign), far)
        assert.deepEqual([refused.status, refused.body.code], [403, 'company_not_accessible'])
      }
      if (path.includes('_')) {
        const missing = await fromPage(app, cookies.owner, endpoint.method, pathOf(endpoint, foreign), call)
        assert.equal(missing.status, 404)
      }
      if (endpoint.method !== 'GET') {
        const crossing = { ...call, headers: { ...file?.headers, 'sec-fetch-site': 'cross-site' } }
        const refused = await fromPage(app, cookies.owner, endpoint.method, path, crossing)
        assert.deepEqual([refused.status, refused.body.code], [403, 'cross_site'])
      }
      assert.equal(await fingerprint(app), before_it)
      const lowest = ROLES.findLast((one) => may(one, endpoint))!
      const answer = await fromPage(app, cookies[lowest], endpoint.method, path, call)
      assert.equal(answer.status, endpoint.status, answer.text)
      for (const role of ROLES.filter((one) => one !== lowest && may(one, endpoint))) {
        // A second call may conflict with what the first one did: only the role matters here.
        const { status } = await fromPage(app, cookies[role], endpoint.method, path, call)
        assert.ok(status !== 401 && status !== 403, `${role}: ${status}`)
      }
      if (endpoint.method === 'GET') await assertHead(path, call, endpoint)
    })
  }
})

describe('what only the dashboard has', () => {
  for (const endpoint of dashboardEndpoints.filter(({ door }) => door === 'session')) {
    test(`${endpoint.operation_id}: 401 without a session, 403 below ${endpoint.level} and, for a change, from another site`, async () => {
      const path = endpoint.path.replace(/:[a-zA-Z]+/g, 'x')
      const call = endpoint.body_example ? { body: endpoint.body_example } : {}
      const before_it = await fingerprint(app)
      assert.equal((await fromPage(app, undefined, endpoint.method, path, call)).status, 401)
      for (const role of ROLES.filter((one) => !may(one, endpoint))) {
        const refused = await fromPage(app, cookies[role], endpoint.method, path, call)
        assert.deepEqual([refused.status, refused.body], [403, { error: 'Insufficient permissions' }], role)
      }
      if (endpoint.method !== 'GET') {
        const crossing = { ...call, headers: { 'sec-fetch-site': 'cross-site' } }
        const refused = await fromPage(app, cookies.owner, endpoint.method, path, crossing)
        assert.deepEqual([refused.status, refused.body.code], [403, 'cross_site'])
      }
      assert.equal(await fingerprint(app), before_it)
      if (endpoint.method === 'GET') await assertHead(path, call, endpoint)
    })

    test(`${endpoint.operation_id}: no role from ${endpoint.level} on is refused`, async () => {
      const path = endpoint.path.replace(/:[a-zA-Z]+/g, 'x')
      // For an unknown object, with an empty body: callers with permission get 404 or 400, others are refused first.
      const call = endpoint.body ? { body: { unknown: 1 } } : {}
      for (const role of ROLES.filter((one) => may(one, endpoint))) {
        const { status } = await fromPage(app, cookies[role], endpoint.method, path, call)
        assert.ok(status !== 401 && status !== 403, `${role}: ${status}`)
      }
    })
  }
})

/** HEAD is refused as GET is, and answers as it does, without a body. */
async function assertHead(path: string, call: object, endpoint: Endpoint): Promise<void> {
  assert.equal((await fromPage(app, undefined, 'HEAD', path, call)).status, 401)
  for (const role of ROLES) {
    const { status, text } = await fromPage(app, cookies[role], 'HEAD', path, call)
    const { status: of_get } = await fromPage(app, cookies[role], 'GET', path, call)
    assert.deepEqual([status, text], [may(role, endpoint) ? of_get : 403, ''], role)
  }
}

test("another organization's keys, members, companies and log are not there", async () => {
  const { cookie } = await signedIn(app, 'owner')
  const theirs = await addMember(app, 'member', stranger)
  const key = await keyOf(stranger)
  const calls = [
    ['POST', `/dashboard/api/api-keys/${key}/revoke`, {}],
    ['PATCH', `/dashboard/api/members/${theirs.user_id}`, { role: 'admin' }],
    ['POST', `/dashboard/api/members/${theirs.user_id}/link`, {}],
    ['DELETE', `/dashboard/api/members/${theirs.user_id}`, undefined],
    ['PATCH', `/dashboard/api/companies/${stranger.company_id}`, { name: 'Taken' }],
    ['POST', `/dashboard/api/companies/${stranger.company_id}/modules`, { module: 'projects', is_enabled: false }],
    ['DELETE', `/dashboard/api/companies/${stranger.company_id}/logo`, undefined],
  ] as const
  const before_it = await fingerprint(app)
  for (const [method, path, body] of calls) {
    const answer = await fromPage(app, cookie, method, path, body ? { body } : {})
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], path)
  }
  const made = await fromPage(app, cookie, 'POST', '/dashboard/api/api-keys', {
    body: { name: 'k', level: 'read', company_ids: [app.tenant.company_id, stranger.company_id] },
  })
  assert.deepEqual([made.status, made.body.param], [400, 'company_ids[1]'])
  assert.equal(await fingerprint(app), before_it)
  await app.flush()
  for (const path of [
    '/dashboard/api/api-keys',
    '/dashboard/api/members',
    '/dashboard/api/audit-log',
    '/dashboard/api/audit-log.csv',
  ]) {
    const { status, text } = await fromPage(app, cookie, 'GET', path)
    assert.equal(status, 200)
    for (const strange of [stranger.company_id, key, theirs.user_id, theirs.email]) {
      assert.ok(!text.includes(strange) || text.includes(`/${strange}`), `${path} tells of ${strange}`)
    }
  }
})

async function keyOf(tenant: TestTenant): Promise<string> {
  const { cookie } = await signedIn(app, 'owner', tenant)
  const { data } = await fromPage(app, cookie, 'GET', '/dashboard/api/api-keys')
  return data.api_keys[0].id
}
