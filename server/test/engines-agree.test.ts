// The same requests to a service on SQLite and to one on PostgreSQL get the same answers, and leave the same rows.
//
//   QUOIN_TEST_SEED=…      repeats a run
//   QUOIN_TEST_REQUESTS=…  makes it longer or shorter
//
// Random values (ids, tokens, secrets, versions) must be in the same places, and always for the same thing (support/pairing.ts). The second
// service starts with the content of the first, moved by an export: so rows of the same moment, ordered by their ids, are the same on both.
// Later rows are at least a millisecond apart, because ids of one moment are in no order.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { endpoints } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { exportLines } from '../src/operate/transfer/export.ts'
import { ENGINE } from './support/engine.ts'
import {
  bodyOf,
  makeCustomers,
  makeKey,
  makeScene,
  paramsOf,
  pathOf,
  type Scene,
  type Scope,
  unknownId,
} from './support/fixtures.ts'
import {
  anyMutation,
  arbitraryOf,
  HOSTILE_TEXTS,
  hostileBodies,
  mutate,
  queryVariantsOf,
  variantsOf,
} from './support/generate.ts'
import { schemasOf } from './support/judge.ts'
import { Pairing } from './support/pairing.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestTenant } from './support/test-app.ts'

const REQUESTS = Number(process.env['QUOIN_TEST_REQUESTS'] ?? 5_000)
const SEED = Number(process.env['QUOIN_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** It starts both engines itself, so it runs once. */
const skip = ENGINE === 'postgres' ? 'it ran with the tests on SQLite' : false

/** Enough for marks (decisions/013), which lists have above 4,096 rows. */
const CUSTOMERS = 4_600
const SCENES = 6
const SCENE_LIVES = 80
/** After so many differences the two have parted. */
const MOST_DIFFERENCES = 5

let sqlite: TestApp
let postgres: TestApp
let stranger: TestTenant
/** A key that reaches one company, which requests may leave out then. */
let narrow_key: string
const pairing = new Pairing()
const scenes: Scene[] = []
const differences: string[] = []
const statuses = new Map<number, number>()
let sent = 0
let replays = 0

before(async () => {
  if (skip) return
  sqlite = await startTestApp({ engine: 'sqlite' })
  stranger = await sqlite.addTenant('JPY')
  narrow_key = (await makeKey(sqlite, sqlite.tenant, 'admin', [sqlite.tenant.company_id])).key
  await makeCustomers(sqlite, CUSTOMERS, WORDS)
  const own = ownScope()
  for (let index = 0; index < SCENES - 1; index++) scenes.push(await makeScene(sqlite, own, WORDS[index]))
  scenes.push(await makeScene(sqlite, { key: stranger.keys.admin, company: stranger.company_id }, 'Stranger'))
  await sqlite.flush()
  postgres = await startTestApp({ engine: 'postgres', copy_of: sqlite })
})
after(() => Promise.all([sqlite?.close(), postgres?.close()]))

const ownScope = (): Scope => ({ key: sqlite.tenant.keys.admin, company: sqlite.tenant.company_id })

/** Names to search for: cases, accents, scripts, wildcards, and letters that change their length or form when folded. */
const WORDS =
  String.raw`Müller MULLER mueller Straße STRASSE Łódź İstanbul ılık Ångström ΣΊΣΥΦΟΣ σισυφος ﬁxture Ǆungla 請求書 فاتورة हिन्दी 💰 👩‍👩‍👧 100% a_b c\d
  'q' "dq" %% __ \% \_ é é ẞ ŉ K Å 北京 O'Neil -- ; NULL null 0 1e3 Zoë zoe ZOË`.split(/\s+/)

// ── requests to both ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Request {
  name: string
  method: string
  url: string
  key: string | null
  /** A text or bytes, sent unchanged. */
  payload?: string | Buffer
  headers?: Record<string, string>
}

/** Sends the same request to both, collects differences of the answers, and returns that of SQLite. */
async function send(request: Request): Promise<TestAnswer> {
  const { method, url, key, payload, headers = {} } = request
  const [a, b] = await Promise.all([
    sqlite.call(method, url, callOf(key, payload, headers)),
    postgres.call(method, pairing.translate(url), callOf(key, translated(payload), translatedHeaders(headers))),
  ]).catch((error: Error) => {
    error.message = `${describeRequest(request)}\n${error.message}`
    throw error
  })
  sent++
  statuses.set(a.status, (statuses.get(a.status) ?? 0) + 1)
  if (a.headers['idempotent-replayed']) replays++
  const difference = differenceOf(a, b)
  if (difference !== undefined) {
    differences.push(`${describeRequest(request)}\n${difference}`)
    if (differences.length >= MOST_DIFFERENCES) assert.fail(differences.join('\n\n'))
  }
  return a
}

function callOf(key: string | null, payload: string | Buffer | undefined, headers: Record<string, string>) {
  return { key, company: null, headers, ...(payload === undefined ? {} : { body: payload }) }
}

function translated(payload: string | Buffer | undefined): string | Buffer | undefined {
  if (!Buffer.isBuffer(payload)) return payload && pairing.translate(payload)
  return Buffer.from(pairing.translate(payload.toString('latin1')), 'latin1')
}

function translatedHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, pairing.translate(value)]))
}

/** Headers that say nothing of the answer. */
const OF_TRANSPORT = ['date', 'connection', 'keep-alive']

/** When a key was last used is written some time after that, together with other uses. */
const timeless = (text: string) => text.replaceAll(/(?<="last_used_at":")[^"]*/g, '')

function differenceOf(a: TestAnswer, b: TestAnswer): string | undefined {
  if (a.status !== b.status)
    return `${a.status} ${a.text.slice(0, 300)}\n  is on the other side\n${b.status} ${b.text.slice(0, 300)}`
  const of_body = pairing.differenceOf(timeless(a.text), timeless(b.text))
  if (of_body !== undefined) return of_body
  for (const name of new Set([...Object.keys(a.headers), ...Object.keys(b.headers)])) {
    if (OF_TRANSPORT.includes(name)) continue
    const [one, other] = [String(a.headers[name]), String(b.headers[name])]
    const fault = name === 'etag' ? pairing.pair(one, other) : pairing.differenceOf(one, other)
    if (fault !== undefined) return `${name}: ${fault}`
  }
  return undefined
}

function describeRequest({ name, method, url, key, payload, headers = {} }: Request): string {
  const shown = Buffer.isBuffer(payload) ? payload.toString('latin1') : (payload ?? '')
  const whose = Object.entries(sqlite.tenant.keys).find(([, one]) => one === key)?.[0] ?? 'another'
  const how = `${JSON.stringify(headers)} ${shown.slice(0, 600)}`
  return `request ${sent} of seed ${SEED}, ${name}: ${method} ${url.slice(0, 400)} with ${whose} key ${how}`
}

/** Both services, for helpers that take a test's service. */
function both(): TestApp {
  return {
    ...sqlite,
    async failEmail(company_id, id) {
      await Promise.all([sqlite.failEmail(company_id, id), postgres.failEmail(company_id, pairing.translate(id))])
    },
    call(method, path, { key = sqlite.tenant.keys.admin, company, query = {}, body, headers } = {}) {
      const search = new URLSearchParams({ ...query, ...(company ? { company_id: company } : {}) })
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
      tick()
      return send({ name: 'scene', method, url: `${path}?${search}`, key, ...payload, ...(headers ? { headers } : {}) })
    },
  }
}

// ── what is asked ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

let state = SEED | 0
/** From 0 to 1, the same for the same seed. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
const isChance = (share: number) => random() < share

/** Lets time pass on both: a little, and now and then so much that days end. */
function tick(ms = isChance(0.005) ? 1 + Math.floor(random() * 8 * 86_400_000) : 1 + Math.floor(random() * 400)): void {
  sqlite.pass(ms)
  postgres.pass(ms)
}

/** Values drawn once for the whole run: making one at a time costs more than the request. */
function drawerOf<T>(arbitrary: fc.Arbitrary<T>, count: number): () => T {
  let values: T[] | undefined
  return () => oneOf((values ??= fc.sample(arbitrary, { seed: SEED, numRuns: count })))
}

const PLACES = Array.from({ length: SCENES }, (_, index) => {
  const kinds = ['webhook_endpoint', 'user', 'customer', 'paid_invoice', 'payment', 'invoice', 'quote', 'project', 'task']
  return Object.fromEntries([...kinds, 'time_entry', 'event'].map((kind) => [kind, `@${index}:${kind}`])) as unknown as Scene
})
const bodies = new Map(
  endpoints.flatMap((endpoint) => {
    const { body } = schemasOf(endpoint)
    return body ? [[endpoint, drawerOf(arbitraryOf(body, PLACES), 150)] as const] : []
  }),
)
const queries = new Map(
  endpoints.map((endpoint) => {
    const { properties = {} } = schemasOf(endpoint).query
    const parts = Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, PLACES)] as const)
    return [endpoint, drawerOf(fc.record(Object.fromEntries(parts), { requiredKeys: [] }), 100)] as const
  }),
)
const mutation = drawerOf(anyMutation, 300)

/** The places of the scenes in a drawn value as ids. */
function withIds<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    const place = typeof part === 'string' ? /^@(\d):(\w+)$/.exec(part) : null
    return place ? scenes[Number(place[1])]![place[2] as keyof Scene] : part
  })
}

const own_scene = () => scenes[Math.floor(random() * (SCENES - 1))]!
const foreign_scene = () => scenes.at(-1)!
const any_scene = () => (isChance(0.04) ? foreign_scene() : own_scene())

const readers = endpoints.filter(({ method }) => method === 'GET')
const lists = readers.filter(({ operation_id }) => operation_id.startsWith('list'))
const singles = readers.filter(({ has_etag }) => has_etag)
const writers = endpoints.filter(({ body }) => body)
const deleters = endpoints.filter(({ method }) => method === 'DELETE')

/** Each kind of request and how often it comes. */
const KINDS: readonly [weight: number, make: () => Request][] = [
  [36, arbitraryWrite],
  [8, oddField],
  [24, filteredList],
  [6, oddQuery],
  [7, () => requestOf(oneOf(singles), any_scene(), {}, 'get')],
  [3, () => requestOf(oneOf(deleters), any_scene(), {}, 'delete')],
  [4, again],
  [4, ofVersion],
  [2, hostileBody],
  [2, oddPath],
  [4, cursors],
]

function nextRequest(): Request {
  let at = random() * KINDS.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of KINDS) {
    at -= weight
    if (at < 0) return make()
  }
  return filteredList()
}

/** The versions that were shown, by the path of their object. */
const versions = new Map<string, string[]>()
/** Requests that may be sent again. */
const repeatable: Request[] = []

/** A request of an endpoint, mostly with permission, and sometimes with the headers that belong to it. */
function requestOf(endpoint: Endpoint, scene: Scene, query: Record<string, unknown>, what: string, payload?: string): Request {
  const path = isChance(0.02) ? unknownPath(endpoint, scene) : pathOf(endpoint, scene)
  const { tenant } = sqlite
  const company = oneOf([...Array(18).fill(tenant.company_id), tenant.sibling_id, stranger.company_id, 'com_x', null])
  const key = oneOf([
    ...Array(30).fill(tenant.keys.admin),
    tenant.keys.write,
    tenant.keys.read,
    narrow_key,
    narrow_key,
    stranger.keys.admin,
    'sk_x',
    null,
  ])
  const params = Object.entries(query).map(([name, value]) => [name, String(value).toWellFormed()] as const)
  if (company !== null && endpoint.company !== 'none') params.push(['company_id', company])
  const url = `${path}?${params.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')}`
  const headers: Record<string, string> = {}
  const shown = versions.get(path) ?? []
  const anyVersion = () => oneOf([shown.at(-1), shown.at(-1), shown[0], '*', '"x"', `W/${shown.at(-1)}`]) ?? '"none"'
  if (endpoint.method === 'GET' && isChance(0.3)) headers['if-none-match'] = anyVersion()
  if (endpoint.method !== 'GET' && shown.length > 0 && isChance(0.3)) headers['if-match'] = anyVersion()
  if (endpoint.method !== 'GET' && isChance(0.25)) headers['idempotency-key'] = `key-${Math.floor(random() * 150)}`
  if (endpoint.is_stream && isChance(0.5)) headers['last-event-id'] = oneOf([scene.event, '0', foreign_scene().event])
  const name = `${what} ${endpoint.operation_id}`
  return { name, method: endpoint.method, url, key, headers, ...(payload === undefined ? {} : { payload }) }
}

function unknownPath(endpoint: Endpoint, scene: Scene): string {
  const params = paramsOf(endpoint)
  const param = params[Math.floor(random() * params.length)]
  if (!param) return pathOf(endpoint, scene)
  const other = oneOf([unknownId(param.kind), foreign_scene()[param.kind], scene[param.kind].toUpperCase(), 'x', '%25', '0'])
  return pathOf(endpoint, scene, { [param.name]: other })
}

/** A body of the declared form, mutated now and then. */
function arbitraryWrite(): Request {
  const endpoint = oneOf(writers)
  let body = isChance(0.4) ? bodyOf(endpoint, own_scene()) : withIds(bodies.get(endpoint)!())
  if (isChance(0.2)) body = mutate(body, mutation()) as typeof body
  return requestOf(endpoint, any_scene(), {}, 'write', JSON.stringify(body) ?? 'null')
}

/** A good body with one field at or beyond its limits. */
function oddField(): Request {
  const endpoint = oneOf(writers.filter(({ body }) => Object.keys(body!.properties).length > 0))
  const scene = own_scene()
  const [name, schema] = oneOf(Object.entries(schemasOf(endpoint).body!.properties!))
  const { value } = oneOf(variantsOf(schema, scene, foreign_scene()))
  return requestOf(endpoint, scene, {}, `${name} of`, JSON.stringify({ ...bodyOf(endpoint, scene), [name]: value }))
}

const OFFSETS = [0, 0, 1, 3, 50, 99, 1_000, 4_095, 4_096, 4_097, 4_500, 4_599, 4_600, 10_000, Number.MAX_SAFE_INTEGER]

/** A list with any of its filters, at any place. */
function filteredList(): Request {
  const endpoint = oneOf(lists)
  const { properties = {} } = schemasOf(endpoint).query
  const query: Record<string, unknown> = withIds(queries.get(endpoint)!())
  for (const name of Object.keys(query)) if (isChance(0.4)) delete query[name]
  if ('search' in properties && isChance(0.7)) query['search'] = searchText()
  if ('offset' in properties) query['offset'] = oneOf(OFFSETS)
  if ('limit' in properties) query['limit'] = oneOf([1, 2, 10, 50, 100])
  if ('type' in properties && isChance(0.7))
    query['type'] = oneOf(['*', 'invoice.*', 'task.*', 'invoice.created', 'customer.updated'])
  for (const name of ['created[gte]', 'created[lte]', 'from', 'to'])
    if (name in query) query[name] = isChance(0.5) ? sqlite.now_ms() / 1000 - random() * 1e5 : anyDay()
  delete query['starting_after']
  delete query['ending_before']
  return requestOf(endpoint, any_scene(), query, 'list')
}

const anyDay = () => new Date(sqlite.now_ms() - (random() - 0.3) * 60 * 86_400_000).toISOString().slice(0, 10)

/** A word, part of one, in another case or form, or two of them. */
function searchText(): string {
  const word = isChance(0.1) ? oneOf(HOSTILE_TEXTS) : oneOf(WORDS)
  const start = Math.floor(random() * word.length)
  return oneOf([
    word,
    word.toUpperCase(),
    word.toLowerCase(),
    word.normalize('NFD'),
    word.normalize('NFKC'),
    word.slice(start, start + 2),
    word.slice(start, start + 1),
    `${word} ${oneOf(WORDS)}`,
    ` ${word} `,
    'example',
    '@',
  ])
}

/** One parameter, possibly with an invalid text. */
function oddQuery(): Request {
  const endpoint = oneOf(readers.filter(({ query }) => Object.keys(query.properties).length > 0))
  const scene = own_scene()
  const [name, schema] = oneOf(Object.entries(schemasOf(endpoint).query.properties!))
  return requestOf(endpoint, scene, { [name]: oneOf(queryVariantsOf(name, schema, scene, foreign_scene())) }, `${name} of`)
}

/** An earlier request once more, as a client does that heard no answer; or another one under its Idempotency-Key. */
function again(): Request {
  const earlier = repeatable.length > 0 ? oneOf(repeatable.slice(-20)) : arbitraryWrite()
  if (isChance(0.5)) return { ...earlier, name: `again, ${earlier.name}` }
  return { ...earlier, name: `another, ${earlier.name}`, payload: '{"name":"Another"}' }
}

/** A request about an object that was shown before, if it still is as it was then. */
function ofVersion(): Request {
  const endpoint = oneOf(endpoints.filter(({ has_etag, method }) => has_etag && method !== 'POST'))
  const scene = scenes.slice(0, -1).find((one) => versions.has(pathOf(endpoint, one))) ?? own_scene()
  const path = pathOf(endpoint, scene)
  const version = oneOf(versions.get(path) ?? ['"none"'])
  const body = bodyOf(endpoint, scene)
  return {
    name: `version of ${endpoint.operation_id}`,
    method: endpoint.method,
    url: `${path}?company_id=${sqlite.tenant.company_id}`,
    key: sqlite.tenant.keys.admin,
    headers: { [endpoint.method === 'GET' ? 'if-none-match' : 'if-match']: version },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  }
}

function hostileBody(): Request {
  const endpoint = oneOf(writers)
  const scene = own_scene()
  const { label, body } = oneOf(hostileBodies(JSON.stringify(bodyOf(endpoint, scene))))
  return { ...requestOf(endpoint, scene, {}, label), payload: body }
}

function oddPath(): Request {
  const endpoint = oneOf(endpoints)
  const path = pathOf(endpoint, own_scene())
  const company = `company_id=${sqlite.tenant.company_id}`
  const method = oneOf(['GET', 'PUT', 'OPTIONS', 'POST', 'PATCH', 'DELETE'])
  if (method !== 'GET') return { name: 'odd method', method, url: `${path}?${company}`, key: sqlite.tenant.keys.admin }
  const ends = ['/', '//', '/x', '%3F', '%00', '%zz', '%2f'].map((one) => `${one}?${company}`)
  const end = oneOf([...ends, '?company_id=1&company_id=2', `?${company}&%ff=1`, `?${company}&limit=%ED%A0%80`])
  return { name: 'odd path', method, url: path + end, key: sqlite.tenant.keys.admin }
}

/** Events and deliveries, from a place in their order on. */
function cursors(): Request {
  const endpoint = oneOf(lists.filter(({ query }) => 'starting_after' in query.properties))
  const scene = own_scene()
  const is_events = endpoint.operation_id === 'listEvents'
  const place = oneOf([...(is_events ? events : deliveries), scene.event, unknownId('event'), 'x', ''])
  const query: Record<string, unknown> = { limit: oneOf([1, 2, 10, 100]), [oneOf(['starting_after', 'ending_before'])]: place }
  if (is_events && isChance(0.5)) query['type'] = oneOf(['invoice.*', 'task.*', 'customer.created'])
  if (is_events && isChance(0.2)) query['resource_id'] = scene[oneOf(['invoice', 'project', 'paid_invoice'] as const)]
  if (!is_events && isChance(0.3)) query['status'] = oneOf(['pending', 'delivered', 'failed', 'cancelled'])
  return requestOf(endpoint, scene, query, 'cursor')
}

/** Ids that cursors may be. */
const events: string[] = []
const deliveries: string[] = []

/** Objects that later requests can refer to. */
function remember(request: Request, answer: TestAnswer): void {
  const [path] = request.url.split('?')
  const { etag } = answer.headers
  if (typeof etag === 'string') versions.set(path!, [...(versions.get(path!) ?? []), etag].slice(-5))
  if (answer.status < 300 && request.method !== 'GET' && request.headers?.['idempotency-key']) repeatable.push(request)
  for (const event of answer.data?.events ?? []) if (isChance(0.05)) events.push(event.id)
  for (const delivery of answer.data?.deliveries ?? []) deliveries.push(delivery.id)
}

// ── the run ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

describe('SQLite and PostgreSQL', { skip }, () => {
  test(`give the same answers to ${REQUESTS} generated requests`, async (context) => {
    context.diagnostic(`seed ${SEED}`)
    const app = both()
    for (let count = 1; sent < REQUESTS; count++) {
      if (count % SCENE_LIVES === 0) {
        // In time everything in a scene is paid, converted or deleted.
        scenes[(count / SCENE_LIVES) % (SCENES - 1)] = await makeScene(app, ownScope(), oneOf(WORDS.slice(0, 8)))
        if (isChance(0.3)) {
          tick(86_400_000)
          await Promise.all([sqlite.sweep(), postgres.sweep()])
        }
      }
      tick()
      const request = nextRequest()
      remember(request, await send(request))
    }
    context.diagnostic(`${sent} requests, by status ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)
    assert.deepEqual(differences, [])
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status >= 500),
      [],
    )
    // A run of a few requests to find a fault need not meet everything.
    if (REQUESTS < 5_000) return
    assert.ok(replays > 0)
    for (const status of [200, 201, 304, 400, 401, 403, 404, 409, 412, 422])
      assert.ok(statuses.has(status), `${status} was never answered`)
  })

  test('show the same in all lists, to their ends', async () => {
    const app = both()
    for (const endpoint of lists) {
      for (const path of new Set(scenes.slice(0, -1).map((scene) => pathOf(endpoint, scene))))
        for (const company of [sqlite.tenant.company_id, sqlite.tenant.sibling_id]) await readAll(app, endpoint, path, company)
    }
    assert.deepEqual(differences, [])
  })

  test('hold the same rows in every table', async () => {
    assert.deepEqual([await sqlite.flush(), await postgres.flush()], [true, true])
    const [a, b] = [await contentOf(sqlite), await contentOf(postgres)]
    assert.deepEqual(
      Object.entries(a).map(([table, rows]) => `${table} ${rows.length}`),
      Object.entries(b).map(([table, rows]) => `${table} ${rows.length}`),
    )
    for (const [table, rows] of Object.entries(a)) {
      for (const [index, row] of rows.entries()) {
        const difference = pairing.differenceOf(row, b[table]![index]!)
        if (difference !== undefined) assert.fail(`${table}, row ${index}, seed ${SEED}: ${difference}`)
      }
    }
  })
})

async function readAll(app: TestApp, endpoint: Endpoint, path: string, company: string): Promise<void> {
  const scope = { company: endpoint.company === 'none' ? null : company }
  const { properties } = endpoint.query
  let next: Record<string, string> | undefined = {}
  for (let page = 0; next && page < 100; page++) {
    const query: Record<string, string> = { ...('limit' in properties ? { limit: '100' } : {}), ...next }
    const { status, data } = await app.call('GET', path, { ...scope, query })
    if (status !== 200 || !data.pagination) return
    const { total, offset, next_cursor } = data.pagination
    if (next_cursor !== undefined) next = next_cursor === null ? undefined : { starting_after: next_cursor }
    else next = offset + 100 < total ? { offset: String(offset + 100) } : undefined
  }
}

/** Columns that are random as a whole, or measured. */
const NOT_COMPARED = ['secrets', 'token_hash', 'fingerprint', 'hash', 'duration_ms', 'sequence']
const RANDOM_COLUMNS = ['public_token', 'slug']

/** The rows of each table of an export as text. The audit log stores reads in the order of writing; here they are sorted by time. */
async function contentOf(app: TestApp): Promise<Record<string, string[]>> {
  let text = ''
  await exportLines(app.database, null, async (part) => {
    text += part
  })
  const content: Record<string, string[]> = {}
  let columns: string[] = []
  let rows: string[] = []
  for (const line of text.trimEnd().split('\n')) {
    const parsed = JSON.parse(line)
    if (parsed.table) {
      columns = Object.keys(parsed.columns)
      rows = content[parsed.table] = []
    } else if (Array.isArray(parsed)) {
      const is_audit = columns.includes('hash')
      const shown = columns.map((column, index) => {
        const value = parsed[index]
        if (NOT_COMPARED.includes(column) && (is_audit || column !== 'sequence')) return null
        if (RANDOM_COLUMNS.includes(column)) return `"${column}":"${value}"`
        // An answer that shows a secret is kept sealed.
        return column === 'body' && /^v\d\./.test(value) ? null : value
      })
      rows.push(shown.map(String).join(' | '))
    }
  }
  const at = (row: string) => / \| (\d{4}-[^ ]+Z) \| /.exec(row)?.[1] ?? ''
  content['audit_log']?.sort((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0))
  return content
}

test('the comparison finds what is different', () => {
  const [one, two, three] = ['inv_01kv5bjh80aaaaaaaaaaaaaaaa', 'inv_01kv5bjh80bbbbbbbbbbbbbbbb', 'inv_01kv5bjh80cccccccccccccccc']
  const compared = new Pairing()
  assert.equal(compared.differenceOf(`[{"id":"${one}"},{"id":"${two}"}]`, `[{"id":"${three}"},{"id":"${one}"}]`), undefined)
  assert.equal(compared.translate(`/v1/invoices/${one}?x=${two.toUpperCase()}`), `/v1/invoices/${three}?x=${one.toUpperCase()}`)
  for (const [a, b] of [
    [`{"id":"${two}"}`, `{"id":"${three}"}`],
    [`["${two}","${one}"]`, `["${three}","${one}"]`],
    [`{"id":"${one}","total":1}`, `{"id":"${three}","total":2}`],
    ['{"id":"inv_01kv5bjh80dddddddddddddddd"}', '{"id":"inv_01kv5bjh81dddddddddddddddd"}'],
    ['{"slug":"miller-123456"}', '{"slug":"muller-654321"}'],
    [`["${one}"]`, `["${three}","${one}"]`],
  ] as const)
    assert.notEqual(compared.differenceOf(a, b), undefined, `${a} ${b}`)
})
