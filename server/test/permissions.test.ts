// Permissions on every endpoint: the endpoints are walked, so a new one is held to the same rules.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { revokeApiKey } from '../src/access/api-keys/service.ts'
import { endpoints } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import type { JsonSchema } from '../src/http/validate.ts'
import { readOnlyFields } from '../src/http/written-back.ts'
import { type ApiKeyId, ID_KINDS } from '../src/kernel/ids.ts'
import {
  bodyOf,
  deleteScene,
  endAdvance,
  fileOf,
  fingerprint,
  ISSUER,
  idsOf,
  type Kind,
  kindOfId,
  makeKey,
  makeScene,
  neededQuery,
  paramsOf,
  pathOf,
  type Scene,
  type Scope,
  unknownId,
} from './support/fixtures.ts'
import { type Level, startTestApp, type TestAnswer, type TestApp, type TestTenant } from './support/test-app.ts'

const LEVELS: readonly Level[] = ['read', 'write', 'admin']

let app: TestApp
/** For calls that succeed and change something, so that the rows compared by the others stay few. */
let spare: TestApp
let stranger: TestTenant
/** Keys that reach only the first company of the tenant. */
const keys = {} as Record<Level | 'revoked', string>
let several: string
let own: Scene
/** A second scene of the same company. */
let own_second: Scene
let sibling: Scene
let foreign: Scene
let deleted: Scene
let deleted_kinds: Kind[]

before(async () => {
  app = await startTestApp({ is_sandbox: true })
  spare = await startTestApp({ is_sandbox: true })
  const { tenant } = app
  stranger = await app.addTenant()
  for (const { call, tenant } of [app, spare]) await call('PATCH', `/v1/companies/${tenant.company_id}`, { body: ISSUER })
  for (const level of LEVELS) keys[level] = (await makeKey(app, tenant, level, [tenant.company_id])).key
  const revoked = await makeKey(app, tenant, 'admin', [tenant.company_id])
  await app.database.write(async (tx) => (await revokeApiKey(tx, revoked.id as ApiKeyId, app.now_ms())) as object)
  keys.revoked = revoked.key
  several = (await makeKey(app, tenant, 'admin', [tenant.company_id, tenant.sibling_id])).key
  const scope: Scope = { key: tenant.keys.admin, company: tenant.company_id }
  own = await makeScene(app, scope, 'Own')
  own_second = await makeScene(app, scope, 'Own2')
  sibling = await makeScene(app, { ...scope, company: tenant.sibling_id }, 'Sibling')
  foreign = await makeScene(app, { key: stranger.keys.admin, company: stranger.company_id }, 'Foreign')
  // Undone changes must not be visible either.
  const undone = await app.call('POST', `/v1/invoices/${own.paid_invoice}/payments`, { ...scope, body: { amount: 1 } })
  await app.call('DELETE', `/v1/invoices/${own.paid_invoice}/payments/${undone.data.id}`, scope)
  deleted = await makeScene(app, scope, 'Deleted')
  deleted_kinds = await deleteScene(app, scope, deleted)
  // Makes the invoices of recurring ones.
  await app.sweep()
  // Keys are shown with their last use, which the requests below do not move: the clock stands still.
  for (const level of LEVELS) await app.call('GET', '/v1/companies', { key: keys[level], company: null })
  await app.flush()
})
after(async () => {
  await app.close()
  await spare.close()
})

/** The key of the lowest level that an endpoint takes. */
const sufficient = (endpoint: Endpoint) => keys[endpoint.level]
const insufficient = (endpoint: Endpoint) => LEVELS.slice(0, LEVELS.indexOf(endpoint.level))

/** Calls an endpoint as success requires, except for `other`. */
async function request(
  endpoint: Endpoint,
  other: {
    scene?: Scene
    ids?: Record<string, string>
    key?: string | null
    query?: string
    body?: unknown
    method?: string
  } = {},
): Promise<TestAnswer> {
  const company = other.query ?? (endpoint.company === 'none' ? '' : `company_id=${app.tenant.company_id}`)
  const query = [company, neededQuery(endpoint)].filter((part) => part !== '').join('&')
  const path = pathOf(endpoint, own, other.ids)
  const file = endpoint.body ? undefined : fileOf(endpoint)
  const body = 'body' in other ? other.body : (file?.body ?? bodyOf(endpoint, own))
  const answer = await app.call(other.method ?? endpoint.method, query === '' ? path : `${path}?${query}`, {
    company: null,
    key: other.key === undefined ? sufficient(endpoint) : other.key,
    ...(body === undefined ? {} : { body, ...(file && { headers: file.headers }) }),
  })
  // A clock that is being moved is not moved again.
  if (endpoint.operation_id === 'advanceSandbox' && answer.status === 202) await endAdvance(app)
  return answer
}

/** Everything that a client sees of an answer, except what differs from one request to the next. */
function seen(answer: TestAnswer): object {
  // The end of the body does not matter for HEAD, which has none.
  const { 'quoin-request-id': id, 'transfer-encoding': _, date, ...headers } = answer.headers
  assert.match(String(id), /^req_[0-9a-z]{26}$/)
  return { status: answer.status, headers, text: answer.text }
}

/** Fails unless all answers are the same to the byte, with this status and body. */
function assertSame(answers: Map<string, TestAnswer>, status: number, body: object): void {
  const [first] = answers.values()
  for (const [name, answer] of answers) {
    assert.deepEqual([answer.status, answer.body], [status, body], name)
    assert.deepEqual(seen(answer), seen(first!), name)
  }
}

/** Runs refused calls, and fails when they changed a row or stored an event. */
async function changingNothing(calls: () => Promise<void>): Promise<void> {
  const rows = await fingerprint(app)
  await calls()
  assert.equal(await fingerprint(app), rows)
}

/** Ids of real objects that a path does not name in the company, by where they belong: each parameter alone, and all at once. */
function misplacedIds(endpoint: Endpoint): Map<string, Record<string, string>> {
  const params = paramsOf(endpoint)
  const found = new Map<string, Record<string, string>>()
  const of = (scene: Scene, { name }: { name: string }) => idsOf(endpoint, scene)[name]!
  const scenes = { sibling, foreign, deleted }
  for (const [name, scene] of Object.entries(scenes)) {
    // Objects that can't be deleted have no deleted one to ask for.
    const usable = params.filter(({ kind }) => scene !== deleted || deleted_kinds.includes(kind))
    for (const param of usable) found.set(`${param.name} ${name}`, { [param.name]: of(scene, param) })
    if (usable.length > 1) {
      found.set(`all ${name}`, Object.fromEntries(usable.map((param) => [param.name, of(scene, param)])))
    }
  }
  // A child under another parent of the same company.
  if (params.length > 1) {
    found.set('another parent', { [params[0]!.name]: of(own_second, params[0]!) })
    found.set('child of another parent', { [params.at(-1)!.name]: of(own_second, params.at(-1)!) })
  }
  return found
}

/** These, and ids that name nothing anywhere. */
function strangeIds(endpoint: Endpoint): Map<string, Record<string, string>> {
  const found = misplacedIds(endpoint)
  for (const param of paramsOf(endpoint)) {
    const id = idsOf(endpoint, own)[param.name]!
    const strange = [
      unknownId(param.kind),
      param.kind === 'customer' ? own.invoice : own.customer,
      id.toUpperCase(),
      `${id}0`,
      id.slice(0, -1),
      `${id}%20`,
      `%20${id}`,
      `${id}%00`,
      `${id}%0a`,
      `${id},${id}`,
      id.replace('_', '-'),
      id.replace('_', '%5F%5F'),
      `..%2f${id}`,
      '%00',
      '%zz',
      'null',
      '*',
      '%25',
      '0',
      '-1',
      "'%20OR%201=1--",
      '%F0%9F%92%B0',
      'x'.repeat(5000),
    ]
    for (const other of strange) found.set(`${param.name} ${other.slice(0, 60)}`, { [param.name]: other })
  }
  return found
}

/** What a company says of itself is its admins' to change, and so are API keys. */
const FOR_ADMINS = [
  'updateCompany',
  ...endpoints.filter(({ resource }) => resource === 'api-keys').map((one) => one.operation_id),
]
/** Takes a file, and stores nothing. */
const FOR_READERS = ['checkEInvoice']

test('GET needs read, POST and PATCH need write, DELETE needs admin, and so does a change of a company and all that is done with API keys; what is judged and not stored needs read', () => {
  const needed = { GET: 'read', POST: 'write', PATCH: 'write', DELETE: 'admin' }
  for (const { operation_id, method, level } of endpoints) {
    const other = FOR_ADMINS.includes(operation_id) ? 'admin' : FOR_READERS.includes(operation_id) ? 'read' : undefined
    assert.equal(level, other ?? needed[method], operation_id)
  }
})

describe('permissions', () => {
  for (const endpoint of endpoints) {
    const { operation_id, level } = endpoint

    test(`${operation_id}: 401 without a valid key, whatever else is asked`, () =>
      changingNothing(async () => {
        const q = `company_id=${stranger.company_id}`
        for (const more of [{}, { query: q }, { query: '' }, { query: 'company_id=%zz' }, { body: '{' }, { ids: { id: 'x' } }]) {
          const without = await request(endpoint, { ...more, key: null })
          assert.deepEqual([without.status, without.body], [401, { error: 'Missing Authorization header' }])
          const disabled = await request(endpoint, { ...more, key: keys.revoked })
          assert.deepEqual([disabled.status, disabled.body], [401, { error: 'API key is disabled' }])
          const invalid = new Map<string, TestAnswer>()
          const well_formed = keys.admin.slice(0, -7) + keys.admin.slice(-7)
          for (const key of [`${well_formed.slice(0, -1)}-`, well_formed.slice(0, -1), 'sk_', keys.admin.toUpperCase()]) {
            invalid.set(key, await request(endpoint, { ...more, key }))
          }
          assertSame(invalid, 401, { error: 'Invalid API key' })
        }
      }))

    if (insufficient(endpoint).length > 0) {
      test(`${operation_id}: 403 for a key below ${level}, before company, body and object are looked at`, () =>
        changingNothing(async () => {
          const answers = new Map<string, TestAnswer>()
          for (const below of insufficient(endpoint)) {
            const key = keys[below]
            answers.set(`${below} own`, await request(endpoint, { key }))
            for (const query of ['', 'company_id=', `company_id=${stranger.company_id}`, 'company_id=a&company_id=b', '%zz']) {
              answers.set(`${below} ?${query}`, await request(endpoint, { key, query }))
            }
            for (const body of ['{', '', '{"unknown":1}']) answers.set(`${below} ${body}`, await request(endpoint, { key, body }))
            for (const [name, ids] of misplacedIds(endpoint))
              answers.set(`${below} ${name}`, await request(endpoint, { key, ids }))
          }
          assertSame(answers, 403, { error: 'Insufficient permissions' })
        }))
    }

    if (endpoint.company === 'none') {
      test(`${operation_id}: the same answer with any company_id, which it does not look at`, async () => {
        // An answer with a secret is another one each time, and a key is rotated once.
        const again = async (query = ''): Promise<unknown> => {
          if (!endpoint.is_answer_secret) return (await request(endpoint, { query })).text
          const { id } = await makeKey(app, app.tenant, 'read', [app.tenant.company_id])
          const { status, data } = await request(endpoint, { query, ids: { id } })
          return [status, Object.keys(data)]
        }
        const expected = await again()
        for (const id of [app.tenant.company_id, stranger.company_id, 'com_nope'])
          assert.deepEqual(await again(`company_id=${id}`), expected)
      })
    } else {
      test(`${operation_id}: 403 for a company that the key does not reach, the same to the byte whether there is one or not`, () =>
        changingNothing(async () => {
          const id = app.tenant.company_id
          const unreachable = [
            app.tenant.sibling_id,
            stranger.company_id,
            'com_0000000000000000000000000x',
            own.customer,
            id.toUpperCase(),
            `${id}%20`,
            `%20${id}`,
            `${id}0`,
            `${id},${app.tenant.sibling_id}`,
            '*',
            '%25',
            'null',
            'x'.repeat(5000),
          ]
          const answers = new Map<string, TestAnswer>()
          for (const company of unreachable) {
            for (const body of [bodyOf(endpoint, own), '{']) {
              answers.set(`${company.slice(0, 60)} ${body}`, await request(endpoint, { query: `company_id=${company}`, body }))
            }
            const ids = Object.fromEntries(paramsOf(endpoint).map(({ name }) => [name, 'x']))
            answers.set(`${company} x`, await request(endpoint, { query: `company_id=${company}`, ids }))
          }
          const [first] = answers.values()
          assertSame(answers, 403, { error: first!.body.error, code: 'company_not_accessible' })
          // Even a key for all companies of its organization reaches no other organization.
          for (const key of [several, app.tenant.keys.admin]) {
            const far = await request(endpoint, { key, query: `company_id=${stranger.company_id}` })
            assert.deepEqual(seen(far), seen(first!))
          }
        }))

      test(`${operation_id}: 400 for a company_id that is missing, empty, given twice or not UTF-8`, () =>
        changingNothing(async () => {
          const id = app.tenant.company_id
          const key = several
          const missing = new Map<string, TestAnswer>()
          for (const query of ['', 'company_id=', 'company_id', '&', 'company_id=&']) {
            missing.set(query, await request(endpoint, { key, query }))
          }
          const error = missing.get('')!.body.error
          assertSame(missing, 400, { error, code: 'parameter_missing', param: 'company_id' })
          const twice = [`company_id=${id}&company_id=${id}`, `company_id=${id}&company_id=`, `company_id=${id}&%63ompany_id=x`]
          for (const query of [...twice, 'company_id=%zz', 'company_id=%ff', `company_id=%00${id}`]) {
            const answer = await request(endpoint, { key, query })
            assert.deepEqual(
              [answer.status, answer.body.code, answer.body.param],
              [400, 'parameter_invalid', 'company_id'],
              query,
            )
          }
          for (const name of ['Company_id', 'company_id[]', 'company_id[0]', 'companyId']) {
            const without = await request(endpoint, { key, query: `${name}=${id}` })
            assert.deepEqual([without.status, without.body.code], [400, 'parameter_missing'], name)
            const beside = await request(endpoint, { key, query: `company_id=${id}&${name}=${id}` })
            assert.deepEqual([beside.status, beside.body.code, beside.body.param], [400, 'parameter_unknown', name])
          }
        }))
    }

    if (endpoint.path.includes(':')) {
      test(`${operation_id}: 404 for what is unknown, deleted, another company's or under another parent, the same to the byte`, () =>
        changingNothing(async () => {
          const answers = new Map<string, TestAnswer>()
          for (const [name, ids] of strangeIds(endpoint)) answers.set(name, await request(endpoint, { ids }))
          assertSame(answers, 404, { error: 'No such object', code: 'not_found' })
        }))

      if (endpoint.is_company_in_path) {
        test(`${operation_id}: 404 for a company that the key does not reach, before the body is looked at`, () =>
          changingNothing(async () => {
            const answers = new Map<string, TestAnswer>()
            for (const [name, ids] of misplacedIds(endpoint)) {
              for (const body of ['{', '{"unknown":1}']) answers.set(`${name} ${body}`, await request(endpoint, { ids, body }))
            }
            assertSame(answers, 404, { error: 'No such object', code: 'not_found' })
          }))
      } else if (endpoint.body) {
        test(`${operation_id}: 400 for a body that can't be, before the object is looked for`, () =>
          changingNothing(async () => {
            const answers = new Map<string, TestAnswer>()
            answers.set('own', await request(endpoint, { body: '{"unknown":1}' }))
            for (const [name, ids] of misplacedIds(endpoint)) {
              answers.set(name, await request(endpoint, { ids, body: '{"unknown":1}' }))
            }
            assertSame(answers, 400, answers.get('own')!.body)
          }))
      }
    }

    for (const above of LEVELS.slice(LEVELS.indexOf(level))) {
      test(`${operation_id}: ${endpoint.status} for a key of level ${above}`, async () => {
        const { tenant } = spare
        const scope = { key: tenant.keys.admin, company: endpoint.company === 'none' ? null : tenant.company_id }
        const scene = await makeScene(spare, { key: tenant.keys.admin, company: tenant.company_id })
        const body = bodyOf(endpoint, scene)
        const call = { ...scope, key: tenant.keys[above], ...(body ? { body } : fileOf(endpoint)) }
        const answer = await spare.call(endpoint.method, `${pathOf(endpoint, scene)}?${neededQuery(endpoint)}`, call)
        assert.equal(answer.status, endpoint.status, answer.text)
        await endAdvance(spare)
      })
    }

    if (endpoint.method === 'GET') {
      test(`${operation_id}: ${endpoint.status} without a word of other companies; HEAD answers the same with no body`, async () => {
        const get = await request(endpoint)
        assert.equal(get.status, 200)
        assert.doesNotMatch(get.text, /Sibling|Foreign/)
        const head = await request(endpoint, { method: 'HEAD' })
        assert.deepEqual(seen(head), { ...seen(get), text: '' })
        const refused = await request(endpoint, { method: 'HEAD', key: null })
        assert.deepEqual([refused.status, refused.text], [401, ''])
      })
    }

    if (endpoint.company === 'optional') {
      test(`${operation_id}: ${endpoint.status} without company_id for a key that reaches one company`, async () => {
        for (const query of ['', 'company_id=']) assert.equal((await request(endpoint, { query })).status, endpoint.status)
      })
    }
  }
})

describe('references in bodies', () => {
  /** The fields of a body that name other objects. `in_list`: the field is a list of such names. */
  const references = (endpoint: Endpoint): { field: string; kind: Kind; in_list: boolean }[] => {
    const properties = (endpoint.body?.properties ?? {}) as Record<string, JsonSchema & { examples?: string[] }>
    return Object.entries(properties).flatMap(([field, schema]) => {
      const in_list = schema.items !== undefined
      const examples = (schema.examples ?? (schema.items as typeof schema | undefined)?.examples) as string[] | undefined
      const id = examples?.find((example) => example.endsWith('_…'))
      return id === undefined ? [] : [{ field, kind: kindOfId(id), in_list }]
    })
  }

  test('are found: customers, invoices, credit notes, payments, bank transactions, projects, users and tasks', () => {
    const found = new Set(endpoints.flatMap(references).map(({ kind }) => kind))
    const kinds = ['bank_transaction', 'credit_note', 'customer', 'invoice', 'payment', 'project', 'task', 'user']
    assert.deepEqual([...found].sort(), kinds)
  })

  for (const endpoint of endpoints) {
    for (const { field, kind, in_list } of references(endpoint)) {
      test(`${endpoint.operation_id}: 400 when ${field} names what is not the company's, without a word of it`, () =>
        changingNothing(async () => {
          const strange: Record<string, string> = {
            foreign: foreign[kind],
            unknown: unknownId(kind),
            'wrong prefix': kind === 'customer' ? own.invoice : own.customer,
            'upper case': own[kind].toUpperCase(),
            blank: ' ',
            wildcard: '%',
          }
          // Members belong to the organization, which both companies share.
          if (kind !== 'user') strange['sibling'] = sibling[kind]
          if (deleted_kinds.includes(kind)) strange['deleted'] = deleted[kind]
          if (kind === 'task') strange['of another project'] = own_second.task
          const answers = new Map<string, TestAnswer>()
          for (const [name, id] of Object.entries(strange)) {
            const body = { ...bodyOf(endpoint, own), [field]: in_list ? [id] : id }
            answers.set(name, await request(endpoint, { body }))
          }
          const { body } = answers.get('unknown')!
          assert.deepEqual([body.code, body.param], ['parameter_invalid', in_list ? `${field}[0]` : field])
          assertSame(answers, 400, body)
          assert.doesNotMatch(JSON.stringify(body), /Foreign|Sibling|Deleted/)
        }))
    }
  }
})

describe('filters', () => {
  const KIND_OF_FILTER: Record<string, Kind> = {
    parent_task_id: 'task',
    assigned_to: 'user',
    resource_id: 'invoice',
    // Ids in other systems are any texts.
    external_id: 'customer',
  }
  // A stream has no list that could be empty: record/events/stream.test.ts holds it to the same.
  const lists_with_filters = endpoints.filter((endpoint) => !endpoint.is_stream)
  const filters = lists_with_filters.flatMap((endpoint) =>
    Object.keys(endpoint.query.properties)
      .filter((name) => name.endsWith('_id') || name in KIND_OF_FILTER)
      .map((name) => ({ endpoint, name })),
  )

  for (const { endpoint, name } of filters) {
    test(`${endpoint.operation_id}: 200 with an empty list for a ${name} that is not the company's, as for one that nothing has`, async () => {
      const kind = KIND_OF_FILTER[name] ?? ID_KINDS.find((one): one is Kind => `${one}_id` === name)
      assert.ok(kind, `${endpoint.operation_id} has a filter ${name} of no known kind`)
      const company = `company_id=${app.tenant.company_id}`
      const answers = new Map<string, TestAnswer>()
      const strange = [unknownId(kind), foreign[kind], 'x', '%25', '*', ...(kind === 'user' ? [] : [sibling[kind]])]
      for (const id of strange) answers.set(id, await request(endpoint, { query: `${company}&${name}=${id}` }))
      const { body } = answers.get(unknownId(kind))!
      assertSame(answers, 200, body)
      const [rows] = Object.values(body.data)
      assert.deepEqual(rows, [])
    })
  }

  const lists = endpoints.filter((endpoint) => 'offset' in endpoint.query.properties)

  for (const endpoint of lists) {
    test(`${endpoint.operation_id}: 200 with as many rows as it says there are, all of the company, none deleted, under each filter`, async () => {
      const queries: [name: string, value: string][] = []
      for (const [name, schema] of Object.entries(endpoint.query.properties as Record<string, JsonSchema>)) {
        const values = (schema.enum ?? schema.items?.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : [])) as string[]
        for (const value of values) queries.push([name, value])
        // Letters that are in the texts of all scenes.
        if (name === 'search')
          for (const value of ['', 'customer', 'project', 'task', 'e', 'deleted']) queries.push([name, value])
        if (name === 'parent_task_id') queries.push([name, 'null'])
        if (name in KIND_OF_FILTER) queries.push([name, own[KIND_OF_FILTER[name]!]])
        if (name === 'from') queries.push([name, '2000-01-01'])
        if (name === 'to') queries.push([name, '2100-01-01'])
      }
      let most = 0
      for (const [name, value] of [['limit', '100'], ...queries] as const) {
        const more = name === 'limit' ? '' : `&${name}=${encodeURIComponent(value)}`
        const { text, data } = await request(endpoint, { query: `company_id=${app.tenant.company_id}&limit=100${more}` })
        const rows = Object.values(data)[0] as { id: string }[]
        assert.equal(data.pagination.total, rows.length, `${name}=${value}`)
        assert.doesNotMatch(text, /Sibling|Foreign/, `${name}=${value}`)
        const gone = deleted_kinds.map((kind) => deleted[kind])
        assert.ok(!rows.some(({ id }) => gone.includes(id)), `${name}=${value}`)
        most = Math.max(most, rows.length)
      }
      assert.ok(most > 0)
    })
  }

  test('400 for a cursor of another company, the same to the byte as for one that is unknown', async () => {
    const listEvents = endpoints.find((endpoint) => endpoint.operation_id === 'listEvents')!
    for (const cursor of ['starting_after', 'ending_before']) {
      const answers = new Map<string, TestAnswer>()
      for (const id of [unknownId('event'), foreign.event, sibling.event, own.invoice, 'x']) {
        answers.set(id, await request(listEvents, { query: `company_id=${app.tenant.company_id}&${cursor}=${id}` }))
      }
      assertSame(answers, 400, answers.get('x')!.body)
    }
  })
})

describe('fields that are not ours to give', () => {
  for (const endpoint of endpoints) {
    const shown = Object.keys((endpoint.data as { properties?: object }).properties ?? {})
    const taken = Object.keys(endpoint.body?.properties ?? {})
    const read_only = shown.filter((field) => !taken.includes(field))
    if (!endpoint.body || endpoint.method === 'GET' || read_only.length === 0) continue
    test(`${endpoint.operation_id}: 400 for each of ${read_only.length} fields of its answer that it does not take`, () =>
      changingNothing(async () => {
        const example = endpoint.example as Record<string, unknown>
        for (const field of [...read_only, 'deleted_at', 'organization_id', 'is_test', 'constructor', 'toString']) {
          const is_given_back = readOnlyFields(endpoint).has(field)
          const value = Object.hasOwn(example, field) && !is_given_back ? example[field] : 'x'
          const answer = await request(endpoint, { body: { ...bodyOf(endpoint, own), [field]: value } })
          const code = is_given_back ? 'parameter_read_only' : 'parameter_unknown'
          assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, code, field])
        }
      }))
  }
})
