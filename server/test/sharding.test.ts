// Every statement of a request names one company, so that a database that keeps each company on one shard runs it there alone. Exceptions
// are listed here, each with its reason. What they cost on such a database: docs/scaling.md.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { pino } from 'pino'
import { dashboardEndpoints, endpoints } from '../src/endpoints.ts'
import { lastFinishedJob, listPendingKinds } from '../src/jobs/counts.ts'
import { enqueue, removeOldJobs } from '../src/jobs/queue.ts'
import { createJobRunner } from '../src/jobs/runner.ts'
import { readBacklog } from '../src/operate/metrics/backlog.ts'
import { TRANSFER_TABLES } from '../src/operate/transfer/tables.ts'
import { createEventFeed } from '../src/record/events/feed.ts'
import type { Engine, Prepared } from '../src/sql/database.ts'
import { fromPage, signedIn } from './support/dashboard.ts'
import { combinations, isOffsetList, makeRows, pagesAt, type Query } from './support/every-list.ts'
import { bodyOf, deleteScene, fileOf, ISSUER, makeCustomers, makeKey, makeScene, pathOf, type Scene } from './support/fixtures.ts'
import { arbitraryOf } from './support/generate.ts'
import { schemasOf } from './support/judge.ts'
import { rebuildFigures, wipeFigures } from './support/kept-figures.ts'
import { documentOf, visit } from './support/public-pages.ts'
import { ScriptedSender } from './support/scripted-sender.ts'
import { type CompanyColumn, tableUses } from './support/sharding.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

/** The part of the service that ran a statement: a request, or background work. */
type Part = 'request' | 'background'

interface Entry {
  /** A text that no other statement has. */
  text: string
  by: Part
  why: string
  /** Where only one engine runs it. */
  engine?: Engine
}

/** Statements without exactly one company, who runs them, and why. */
const NOT_OF_ONE_COMPANY: readonly Entry[] = [
  {
    text: 'from "api_keys" left join "companies"',
    by: 'request',
    why: 'the key of a request, looked up by its hash before it is known whose it is, with the company asked for',
  },
  {
    text: 'from "companies" inner join "api_keys"',
    by: 'request',
    why: 'the companies that a key reaches: the list of them, and the only one of a request that names none',
  },
  {
    text: 'update "api_keys" set "last_used_at"',
    by: 'request',
    why: 'keys are of an organization; written behind the answers, for many at once',
  },
  {
    text: '"api_key_addresses"',
    by: 'request',
    why: 'the addresses that used the keys of an organization; written behind the answers, as the times of use are',
  },
  {
    text: 'select "api_keys".*, "users"."name" as "maker_name"',
    by: 'request',
    why: 'API keys are of an organization',
  },
  {
    text: 'from "api_key_companies" where "api_key_id" = $',
    by: 'request',
    why: 'the companies that a key reaches',
  },
  {
    text: '"api_key_companies" inner join "api_keys"',
    by: 'request',
    why: 'the same for all keys of an organization',
  },
  {
    text: 'select * from "companies" where "organization_id" = $ order by "created_at"',
    by: 'request',
    why: 'the companies that a new key may reach',
  },
  {
    text: 'insert into "api_keys"',
    by: 'request',
    why: 'API keys are of an organization',
  },
  {
    text: 'select "id" from "api_keys" where "id" = $',
    by: 'request',
    why: 'a key that is changed is locked',
  },
  {
    text: 'update "api_keys" set "name" = $',
    by: 'request',
    why: 'API keys are of an organization',
  },
  {
    text: 'update "api_keys" set "is_active" = $',
    by: 'request',
    why: 'the same',
  },
  {
    text: 'from "session_answers" where "company_id" = $',
    by: 'request',
    why: 'what a key does in its organization is kept for its Idempotency-Key without a company',
  },
  {
    text: 'insert into "session_answers"',
    by: 'request',
    why: 'the same',
  },
  {
    text: 'from "sessions" inner join "users"',
    by: 'request',
    why: 'the session of a request of the dashboard, looked up by its token before it is known whose it is, with the company asked for',
  },
  {
    text: 'select "id" from "companies" where "organization_id" = $ order by "id"',
    by: 'request',
    why: 'another slug of a company is free in its organization: all of its companies are locked',
  },
  {
    text: 'select "id", "slug" from "companies" where "organization_id" = $',
    by: 'request',
    why: 'the slugs that are taken there',
  },
  { text: 'select * from "users" where "organization_id" = $ and "id"', by: 'request', why: 'users are of an organization' },
  {
    text: 'select * from "users" where "organization_id" = $ and "removed_at" is null order by "created_at" desc',
    by: 'request',
    why: 'users are of an organization',
  },
  {
    text: 'select * from "users" where "organization_id" = $ and "removed_at" is null and ("created_at", "id")',
    by: 'request',
    why: 'users are of an organization',
  },
  { text: 'as "place_id" from "users" where "organization_id" = $', by: 'request', why: 'users are of an organization' },
  { text: 'select count(*) as "count" from "users"', by: 'request', why: 'users are of an organization' },
  {
    text: '"document"."public_token" = $',
    by: 'request',
    why: 'the document of a public page, looked up by the token in its address before it is known whose it is',
  },
  {
    text: 'insert into "audit_log"',
    by: 'request',
    why: 'one chain for each organization, in the transaction of the change: what joins all companies of an organization together',
  },
  { text: 'select "sequence", "hash" from "audit_heads"', by: 'request', why: 'the end of that chain' },
  { text: 'insert into "audit_heads"', by: 'request', why: 'the begin of that chain' },
  { text: 'update "audit_heads"', by: 'request', why: 'the end of that chain' },
  {
    text: 'select "company_id", "kept_from" from "event_heads"',
    by: 'background',
    why: 'goes through all companies, to remove what is old of each',
  },
  {
    text: 'from "event_heads" where "company_id" in',
    by: 'background',
    why: 'asks for all companies with an open stream at once, twice a second',
  },
  { text: 'delete from "sessions"', by: 'background', why: 'sessions that have ended, whosever they were' },
  { text: 'delete from "verifications"', by: 'background', why: 'sign-ins that were begun and not finished' },
  { text: 'delete from "sign_in_failures"', by: 'background', why: 'guesses at a sign-in that are long ago' },
  { text: 'from "webhook_clock"', by: 'background', why: 'one row of the database, read when the dispatcher starts' },
  { text: 'insert into "webhook_clock"', by: 'background', why: 'one row of the database, written now and then' },
  {
    text: 'select distinct "endpoint"."company_id"',
    by: 'background',
    why: 'the companies that the dispatcher has work for, when it starts',
  },
  { text: 'min("due_at_ms")', by: 'background', why: 'the endpoints that the dispatcher has work for, when it starts' },
  {
    text: 'update "webhook_deliveries" set "lease" = $, "due_at_ms" = $ where "due_at_ms" is not null',
    by: 'background',
    why: 'all that was under way when the only process ended',
    engine: 'sqlite',
  },
  {
    text: 'select "id", "time_zone", "clock_ahead_ms", "reminders" from "companies"',
    by: 'background',
    why: 'the companies that remind their customers, one after the other',
  },
  {
    text: 'select "id" from "companies" where "id" > $',
    by: 'background',
    why: 'the companies whose kept figures are checked, one after the other',
  },
  {
    text: 'from "companies" where "clock_ahead_ms" is not null',
    by: 'background',
    why: 'the sandboxes, each of which a sweep looks at by its own clock',
  },
  { text: 'from "webhook_endpoints"', by: 'background', why: 'the hourly cleaning goes through the endpoints of all companies' },
  {
    text: 'from "jobs" where "kind" = $ and "state" = \'pending\' order by "due_at_ms"',
    by: 'background',
    why: 'when the next job of a kind is due, of any company',
  },
  {
    text: 'from "jobs" where "kind" = $ and "state" = \'pending\' and "due_at_ms" <= $',
    by: 'background',
    why: 'the jobs that are due, of any company',
  },
  {
    text: 'from "jobs" where "kind" = $ and "state" = \'pending\' and "company_id" > $',
    by: 'background',
    why: 'the next company that has jobs, where there are many',
  },
  {
    text: 'select "kind" from "jobs" where "state" = \'failed\' and "finished_at" is not null limit',
    by: 'background',
    why: 'metrics: how many jobs have failed, counted up to a bound',
  },
  {
    text: 'select "company_id" from "webhook_deliveries" where "due_at_ms" is not null limit',
    by: 'background',
    why: 'metrics: how many deliveries are pending, counted up to a bound',
  },
  { text: 'select "kind" from "jobs" where "kind" > $', by: 'background', why: 'quoin doctor: the kinds that have pending jobs' },
  {
    text: 'select "finished_at" from "jobs" where "state" = $',
    by: 'background',
    why: 'quoin doctor: when a job last succeeded',
  },
  {
    text: 'from "jobs" where "state" = \'running\'',
    by: 'background',
    why: 'what runs in any process, to see whether it still does',
  },
  {
    text: 'from "jobs" where "state" = \'pending\' and "due_from_ms" > $',
    by: 'background',
    why: 'whether the clock was set back under what waits',
  },
  {
    text: 'update "jobs" set "due_at_ms" = $, "due_from_ms" = $ where "state" = \'pending\' and "due_from_ms" > $',
    by: 'background',
    why: 'all that waits, after the clock was set back',
  },
  {
    text: 'from "jobs" where "state" = \'done\' and "finished_at" < $',
    by: 'background',
    why: 'the hourly removal of jobs that are over',
  },
  {
    text: 'from "jobs" where "state" = \'failed\' and "finished_at" < $',
    by: 'background',
    why: 'the same for those that failed',
  },
  {
    text: '"document"."due_date" as "day", (select',
    by: 'background',
    why: 'the search each quarter of an hour for what has become overdue in any company',
  },
  {
    text: '"document"."valid_until" as "day", (select',
    by: 'background',
    why: 'the search each quarter of an hour for what has expired in any company',
  },
  {
    text: '"plan"."next_date" as "day", (select',
    by: 'background',
    why: 'the search each quarter of an hour for the recurring invoices that are due in any company',
  },
  {
    text: 'select "time_zone" from "companies"',
    by: 'background',
    why: 'the time zones that companies have: the day of which is over anywhere',
  },
  {
    text: 'from "idempotency_keys" where "created_at" <= $',
    by: 'background',
    why: 'the hourly search for answers older than a day',
  },
  {
    text: 'delete from "session_answers"',
    by: 'background',
    why: 'the hourly removal of such answers',
  },
  {
    text: 'from "session_answers" where "created_at" <= $',
    by: 'background',
    why: 'the same for answers to pages of the dashboard',
  },
]

const isEntry = (entry: Entry, sql: string) => sql.replace(/\?|\$\d+/g, '$').includes(entry.text)

/** All tables that companies have rows in, and the column that says whose they are. */
const companyColumn: CompanyColumn = (table) => {
  if (table === 'companies') return 'id'
  return TRANSFER_TABLES.some(({ name, owner }) => name === table && owner.of === 'company') ? 'company_id' : undefined
}

/** The problem of a statement; undefined if it names one company. */
function faultOf(sql: string, values: readonly unknown[]): string | undefined {
  const uses = tableUses(sql, companyColumn)
  if (uses.length === 0) return 'names no table'
  const companies = new Set<unknown>()
  for (const { table, company } of uses) {
    if (companyColumn(table) === undefined) return `${table} is no table of companies`
    if (!company) return `nothing says which company's ${table}`
    for (const place of company) companies.add(values[place])
  }
  return companies.size === 1 ? undefined : `is about ${companies.size} companies`
}

let app: TestApp
const sender = new ScriptedSender()
/** Undefined while the test prepares data other than by requests. */
let part: Part | undefined
/** The statements that were run, with the first fault that each had, by the parts of the service that ran them. */
const statements = new Map<string, { fault: string | undefined; by: Set<Part> }>()

/** Statements on what is in no segment are held to the same as those on the whole table. */
const FIRST_SEGMENT = /"(events|audit_log)_0"/g

function note({ sql: text }: Prepared, values: readonly unknown[]): void {
  if (!part) return
  const sql = text.replace(FIRST_SEGMENT, '"$1"')
  const known = statements.get(sql)
  if (known) known.by.add(part)
  // Another company's values can't compensate for wrong ones.
  if (known?.fault !== undefined) return
  const fault = faultOf(sql, values)
  if (known) known.fault = fault
  else statements.set(sql, { fault, by: new Set([part]) })
}

const scope = () => ({ key: app.tenant.keys.admin, company: app.tenant.company_id })

const answered = new Map<string, Set<number>>()

async function call(operation_id: string, method: string, path: string, more: Parameters<TestApp['call']>[2] = {}) {
  const answer = await app.call(method, path, more)
  const statuses = answered.get(operation_id) ?? new Set()
  answered.set(operation_id, statuses.add(answer.status))
  return answer
}

before(async () => {
  app = await startTestApp({ sender, is_sandbox: true, event_retention_days: 1, onStatement: note })
  await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { body: ISSUER })
  // Enough for a list to have marks (decisions/013).
  const narrow_key = (await makeKey(app, app.tenant, 'read', [app.tenant.company_id])).key
  const { cookie } = await signedIn(app, 'read_only')
  const newcomer = await app.addTenant()
  part = 'request'
  // The first of its organization: the chain of the other one began with the sign-in.
  await app.call('GET', '/v1/companies', { key: newcomer.keys.read, company: null })
  // Enough for a list to have marks (decisions/013).
  await makeCustomers(app, 4_200, ['Shard'])
  await callLists(narrow_key)
  await callDashboard(cookie)
  for (let round = 0; round < 3; round++) await callAll(await makeScene(app, scope()))
  await callArbitrarily()
  await openPages()
  await makeSteps()
  await deleteEverything()
  await app.flush()
  part = 'background'
  await runBackground()
})
after(() => app.close())

/** Every list with every combination of its filters, on its first page and on others. */
async function callLists(narrow_key: string): Promise<void> {
  const scene = await makeRows(app)
  for (const endpoint of endpoints.filter(({ method, operation_id }) => method === 'GET' && operation_id.startsWith('list'))) {
    const further: Query[] = [
      { limit: '1', offset: '1' },
      { limit: '1', offset: '4150' },
    ]
    const ask = (query: Query) => {
      const company = endpoint.company === 'none' ? { company: null } : {}
      return call(endpoint.operation_id, 'GET', pathOf(endpoint, scene), { query, ...company })
    }
    for (const filters of combinations(endpoint, scene)) {
      const { data } = await ask(filters)
      if (!isOffsetList(endpoint)) continue
      const [rows] = Object.values(data) as { id: string }[][]
      // A statement at a cursor has the filters of one by offset: few of them show what is added.
      const at_cursors = Object.keys(filters).length <= 2 ? pagesAt(rows!, filters) : []
      for (const page of [...further, ...at_cursors]) await ask({ ...filters, ...page })
    }
    await call(endpoint.operation_id, 'GET', pathOf(endpoint, scene), { company: null, key: narrow_key })
  }
}

let keys = 0

/** Every endpoint that takes nothing away, with a good body, with an Idempotency-Key, and with it again. */
async function callAll(scene: Scene): Promise<void> {
  for (const endpoint of endpoints.filter(({ method }) => method !== 'DELETE')) {
    const company = endpoint.company === 'none' ? { company: null } : {}
    const file = fileOf(endpoint)
    const body = endpoint.body ? { body: bodyOf(endpoint, scene) } : file ? { body: file.body } : {}
    const { etag } = (await app.call('GET', pathOf(endpoint, scene))).headers
    const versions: Record<string, string>[] = endpoint.method === 'PATCH' ? [{}, { 'if-match': String(etag) }] : [{}]
    for (const version of versions) {
      const headers = {
        ...(endpoint.body ? {} : file?.headers),
        ...version,
        ...(endpoint.body ? { 'idempotency-key': `key ${++keys}` } : {}),
      }
      for (let again = 0; again < 2; again++)
        await call(endpoint.operation_id, endpoint.method, pathOf(endpoint, scene), { ...company, ...body, headers })
    }
  }
}

/** Bodies of the declared form: the stored columns of a change depend on its fields. */
async function callArbitrarily(): Promise<void> {
  for (const endpoint of endpoints.filter(({ body }) => body)) {
    const scene = await makeScene(app, scope())
    for (const body of fc.sample(arbitraryOf(schemasOf(endpoint).body!, [scene]), { seed: 1, numRuns: 40 }))
      await call(endpoint.operation_id, endpoint.method, pathOf(endpoint, scene), { body })
  }
}

/** What people outside do with documents that they have the links of. */
async function openPages(): Promise<void> {
  const scene = await makeScene(app, scope())
  for (const [path, page] of [
    [`/v1/invoices/${scene.invoice}`, 'i'],
    [`/v1/quotes/${scene.quote}`, 'q'],
  ] as const) {
    const { public_token } = (await app.call('PATCH', path, { body: { status: 'sent' } })).data
    const { body } = await visit(app, `/${page}/${public_token}`)
    const form = { answer: 'accept', name: 'Ada', document: documentOf(body) ?? '' }
    await visit(app, `/${page}/${public_token}/pdf`)
    await visit(app, `/${page}/${public_token}`, { form })
  }
}

/** The steps in the life of documents and of work. */
async function makeSteps(): Promise<void> {
  const scene = await makeScene(app, scope())
  const project = `/v1/projects/${scene.project}`
  const steps: [method: string, path: string, body?: object][] = [
    ...['sent', 'partial', 'paid', 'sent', 'cancelled'].map(
      (status) => ['PATCH', `/v1/invoices/${scene.invoice}`, { status }] as const,
    ),
    ['PATCH', `/v1/invoices/${scene.paid_invoice}`, { items: [{ name: 'Other', unit_price: 3 }] }],
    ...['sent', 'viewed'].map((status) => ['PATCH', `/v1/quotes/${scene.quote}`, { status }] as const),
    ['POST', `/v1/quotes/${scene.quote}/convert`],
    ['POST', '/v1/credit-notes', { invoice_id: scene.credited_invoice }],
    ['POST', `${project}/tasks`, { title: 'Child', parent_task_id: scene.task }],
    ['POST', `${project}/time-entries`, { start_time: '2026-06-15T08:00:00Z', is_running: true }],
    ['POST', `${project}/time-entries`, { start_time: '2026-06-15T09:00:00Z', is_running: true }],
    ['POST', `${project}/invoice`, {}],
    ['PATCH', project, { hourly_rate: 120, customer_id: scene.customer, status: 'completed', is_archived: true }],
    ['GET', '/v1/invoices', undefined],
  ].map(([method, path, body]) => [method, path, body] as [string, string, object?])
  for (const [method, path, body] of steps) await app.call(method, path, body === undefined ? {} : { body })
  const { tasks } = (await app.call('GET', `${project}/tasks`)).data
  for (const task of tasks) {
    const depends_on = tasks.filter((other: { id: string }) => other.id !== task.id).map(({ id }: { id: string }) => id)
    await app.call('PATCH', `${project}/tasks/${task.id}`, { body: { depends_on, parent_task_id: null, status: 'completed' } })
  }
}

/** Requests of the dashboard only. */
async function callDashboard(cookie: string): Promise<void> {
  const scene = await makeScene(app, scope())
  const of_company = dashboardEndpoints.filter(
    ({ method, company, level }) => method === 'GET' && company === 'required' && level !== 'admin',
  )
  for (const endpoint of of_company) {
    const queries = endpoint.operation_id.startsWith('list')
      ? combinations(endpoint, { ...scene, delivery: '' })
      : [{ q: 'Scene' }]
    for (const query of queries) {
      const id = endpoint.path.includes('/invoices/')
        ? scene.invoice
        : endpoint.path.includes('/customers/')
          ? scene.customer
          : app.tenant.company_id
      const path = endpoint.path.replace(':id', id)
      const takes = 'q' in endpoint.query.properties || !('q' in query) ? query : {}
      const answer = await fromPage(app, cookie, 'GET', path, { query: takes, company: app.tenant.company_id })
      assert.equal(answer.status, 200, answer.text)
    }
  }
}

async function deleteEverything(): Promise<void> {
  const scene = await makeScene(app, scope())
  await deleteScene(app, scope(), scene)
}

/** Deliveries that arrive, fail, are refused for good and are sent again; then the hourly work; then the start of another process. */
async function runBackground(): Promise<void> {
  sender.answer = ({ url }) => (url.includes('gone') ? 410 : url.includes('broken') ? 500 : 200)
  for (const host of ['good', 'gone', 'broken']) {
    const { webhook_endpoints } = (await app.call('GET', '/v1/webhook-endpoints')).data
    if (webhook_endpoints.length > 12) await app.call('DELETE', `/v1/webhook-endpoints/${webhook_endpoints.at(-1).id}`)
    await app.call('POST', '/v1/webhook-endpoints', { body: { url: `https://${host}.example.com/` } })
  }
  await app.dispatcher.start()
  await makeScene(app, scope())
  for (const days of [0, 1, 2, 3]) {
    app.pass(days * 86_400_000)
    await app.dispatcher.idle()
  }
  const feed = createEventFeed(app.database)
  feed.follow(app.tenant.company_id, () => {})
  await sleep(1_000)
  feed.stop()
  await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { body: { reminders: [{ days: 7 }] } })
  app.pass(60 * 86_400_000)
  await app.sweep()
  await runJobs()
  // By another one: its statements are not those of the service.
  const other = await startTestApp({ beside: app })
  await wipeFigures(other)
  await other.close()
  await rebuildFigures(app)
  await app.flush()
}

/** More jobs than are looked at in one go, of one company; and a wait from before the clock was set back. */
async function runJobs(): Promise<void> {
  const { company_id } = app.tenant
  for (let count = 0; count < 12; count++) {
    const wanted = { kind: removeOldJobs, company_id, payload: null }
    await app.database.write((tx) => enqueue(tx, wanted, app.now_ms()), company_id)
  }
  const log = pino({ level: 'silent' })
  const runner = createJobRunner({ database: app.database, clock: app, log, kinds: [removeOldJobs], timing: { beat_ms: 1 } })
  runner.start()
  await runner.idle()
  app.pass(-86_400_000)
  const asked = 'update "jobs" set "due_at_ms" = '
  for (
    let round = 0;
    round < 1_000 && ![...statements.keys()].some((sql) => sql.includes(asked) && sql.includes('due_from_ms" >'));
    round++
  ) {
    await runner.idle()
    await sleep(2)
  }
  await runner.stop()
  await readBacklog({ database: app.database, clock: app, kinds: [removeOldJobs] })
  await app.database.read((tx) => Promise.all([listPendingKinds(tx), lastFinishedJob(tx)]))
}

describe('a statement', () => {
  test('stays with one company, unless it is written out why it does not', () => {
    const faults = [...statements].flatMap(([sql, { fault, by }]) => {
      if (fault === undefined) return []
      const entries = NOT_OF_ONE_COMPANY.filter((entry) => isEntry(entry, sql))
      const parts = [...by].filter((one) => !entries.some((entry) => mayRun(entry.by, one)))
      return parts.map((one) => `${one}: ${fault}: ${sql}`)
    })
    assert.deepEqual(faults, [])
  })

  test('that is written out is run, and does not stay with one company', () => {
    const idle = NOT_OF_ONE_COMPANY.filter((entry) => {
      if (entry.engine !== undefined && entry.engine !== app.database.engine) return false
      return ![...statements].some(([sql, { fault, by }]) => fault !== undefined && by.has(entry.by) && isEntry(entry, sql))
    })
    assert.deepEqual(idle, [])
  })

  test('was run for every endpoint, by an answer that is no refusal', () => {
    const missing = endpoints.filter(({ operation_id, method }) => {
      return method !== 'DELETE' && ![...(answered.get(operation_id) ?? [])].some((status) => status < 300)
    })
    assert.deepEqual(
      missing.map(({ operation_id }) => operation_id),
      [],
    )
    assert.ok(statements.size > 150, `${statements.size} statements`)
  })
})

/** Background work may do whatever requests may do. */
const mayRun = (allowed: Part, by: Part) => allowed === by || allowed === 'request'

describe('the test of the statements', () => {
  const own = ['com_a', 'com_a', 'com_a', 'com_a']
  const two = ['com_a', 'com_b', 'com_a', 'com_a']

  for (const [sql, values] of [
    ['select * from "invoices" where "company_id" = $1 and ("status" = $2 or "status" = $3)', own],
    ['select * from invoices where company_id = ?', own],
    ['insert into "events" ("id", "company_id") values (?, ?), (?, ?)', ['1', 'com_a', '2', 'com_a']],
    ['insert into "events" ("company_id", "id") values ($1, $2) on conflict ("company_id") do update set "id" = $3', own],
    [
      'select * from "invoices" inner join "customers" on "customers"."company_id" = "invoices"."company_id" where "invoices"."company_id" = $1',
      own,
    ],
    [
      'select * from "tasks" as "a" where "a"."company_id" = $1 and exists (select 1 from "projects" where "projects"."company_id" = "a"."company_id")',
      own,
    ],
    [
      'select * from "companies" left join "customers" on "customers"."company_id" = "companies"."id" where "companies"."id" = $1',
      own,
    ],
    [
      'select * from (select * from "events" where "company_id" = ? union all select * from "events" where "company_id" = ?) as "found"',
      own,
    ],
    [
      'select * from "tasks" as "a" cross join lateral (select * from "tasks" as "b" where b.company_id = $1 offset 0) as "b" where "a"."company_id" = $2',
      own,
    ],
  ] as const)
    test(`is content with ${sql}`, () => assert.equal(faultOf(sql, values), undefined))

  for (const [sql, values] of [
    ['select * from "invoices" where "id" = $1', own],
    ['select * from "invoices" where "company_id" = $1 or "id" = $2', own],
    ['select * from "invoices" where ("company_id" = $1 or "id" = $2)', own],
    ['select * from "invoices" where "company_id" > $1', own],
    ['select * from "invoices" where "company_id" in ($1, $2)', own],
    ['update "invoices" set "company_id" = $1', own],
    ['delete from "invoices"', own],
    ['insert into "events" ("id") values (?)', own],
    ['insert into "events" ("company_id", "id") values (?, ?), (?, ?)', ['com_a', '1', 'com_b', '2']],
    [
      'select * from "invoices" inner join "customers" on "customers"."id" = "invoices"."customer_id" where "invoices"."company_id" = $1',
      own,
    ],
    ['select * from "invoices", (select * from "customers" where "id" = $2) as "c" where "invoices"."company_id" = $1', own],
    [
      'select * from "tasks" where "company_id" = $1 and exists (select 1 from "projects" where "projects"."id" = "tasks"."project_id")',
      own,
    ],
    ['select * from "events" where "company_id" = ? union all select * from "events" where "company_id" = ?', two],
    ['select * from "users" where "organization_id" = $1', own],
    [
      'select * from "tasks" as "a" cross join lateral (select * from "tasks" as "b" where b.id = a.id offset 0) as "b" where "a"."company_id" = $1',
      own,
    ],
  ] as const)
    test(`finds fault with ${sql}`, () => assert.notEqual(faultOf(sql, values), undefined))

  test('finds a statement that was made for it', async () => {
    part = 'request'
    const sql = 'select count(*) as "count" from "invoices" where "status" = \'draft\''
    await app.database.read((tx) => tx.execute({ sql, returns_rows: true }, []))
    assert.equal(statements.get(sql)?.fault, "nothing says which company's invoices")
    assert.ok(!NOT_OF_ONE_COMPANY.some((entry) => isEntry(entry, sql)))
  })
})
