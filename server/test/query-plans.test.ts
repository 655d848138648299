// No list reads a whole table or sorts it, whatever it is asked with, and each walks the index that is made for its filters: the statements
// that the service really runs are explained.
// The endpoints are walked, so a new list, or a new filter of an old one, is held to the same without a word here but its values.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/app.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { combinations, type ListScene, makeRows, type Query } from './support/every-list.ts'
import { pathOf } from './support/fixtures.ts'
import { type Plan, readPlan } from './support/query-plans.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

/** Plans that may have a costly step, by a part of the statement that only they have, and why. */
const JUSTIFIED: readonly { part: string; step: RegExp; why: string }[] = [
  {
    part: 'as "of_type_1"',
    step: /^(USE TEMP B-TREE FOR ORDER BY|Sort)$/,
    why: 'one page of each event type, each by its index, is put together',
  },
  {
    part: 'from "companies" inner join "api_keys"',
    step: /^Sort$/,
    why: 'PostgreSQL does not see that one key is of one organization; all of its companies are shown, and none is read in vain',
  },
  {
    part: 'select "company_id", "id" as "webhook_endpoint_id" from "webhook_endpoints"',
    step: /^(SCAN|Seq Scan on) webhook_endpoints/,
    why: 'the hourly cleaning goes through the endpoints of all companies, of which each has a few',
  },
]

/** The index that each list must walk, by what it is asked with: without its own, it would read through rows that do not match. */
const INDEX_OF: Record<string, (query: Query) => string> = {
  listCompanies: () => 'companies_newest_first',
  listUsers: () => 'users_newest_first',
  listCustomers: () => 'customers_newest_first',
  listInvoices: (query) => `invoices_${documentIndex(query)}`,
  listPayments: () => 'payments_newest_first',
  listQuotes: (query) => `quotes_${documentIndex(query)}`,
  listProjects: (query) => (query['customer_id'] ? 'projects_by_customer' : 'projects_newest_first'),
  listTasks: (query) => (query['parent_task_id'] ? 'tasks_by_parent' : 'tasks_by_position'),
  listTimeEntries: (query) => (query['task_id'] ? 'time_entries_by_task' : 'time_entries_newest_first'),
  listEvents(query) {
    if (query['resource_id']) return 'events_by_resource'
    return query['type'] && query['type'] !== '*' ? 'events_by_type' : 'key of events'
  },
  listEventTypes: () => 'key of company_modules',
  listWebhookEndpoints: () => 'webhook_endpoints_newest_first',
  // Most arrive, so those that did have no index: they are next to each other in the key.
  listWebhookDeliveries({ event_id, status }) {
    return event_id || !status || status === 'delivered' ? 'key of webhook_deliveries' : 'webhook_deliveries_not_delivered'
  },
}

function documentIndex({ status, customer_id }: Query): string {
  if (status && customer_id) return 'by_customer_and_status'
  return status ? 'by_status' : customer_id ? 'by_customer' : 'newest_first'
}

let app: TestApp
let scene: ListScene
/** The statements that were run since it was emptied last, with values of theirs. */
const recorded = new Map<string, readonly unknown[]>()
const plans = new Map<string, Plan>()

before(async () => {
  app = await startTestApp({ onStatement: ({ sql }, values) => void recorded.set(sql, values) })
  scene = await makeRows(app)
})
after(() => app.close())

/** The plans of the statements that `work` runs. */
async function plansOf(work: () => Promise<unknown>): Promise<{ sql: string; plan: Plan }[]> {
  recorded.clear()
  await work()
  const read = readPlan[app.database.engine]
  const found = []
  for (const [sql, values] of [...recorded]) {
    const plan = plans.get(sql) ?? (await app.database.read((tx) => read(tx, sql, values)))
    plans.set(sql, plan)
    found.push({ sql, plan })
  }
  return found
}

/** What is wrong with the plans: steps that are costly without being justified, and an index that none of them uses. */
function faultsOf(found: readonly { sql: string; plan: Plan }[], index: string | undefined): string[] {
  const isJustified = (sql: string, step: string) => JUSTIFIED.some((one) => sql.includes(one.part) && one.step.test(step))
  const faults = found.flatMap(({ sql, plan }) =>
    plan.costly.filter((step) => !isJustified(sql, step)).map((step) => `${step}: ${sql}`),
  )
  if (index !== undefined && found.every(({ plan }) => plan.indexes?.includes(index) === false))
    faults.push(`${index} is not used`)
  return faults
}

/** The faults of a list with every combination of its filters, on its first page and on a further one. */
async function faultsOfList(endpoint: Endpoint): Promise<string[]> {
  const has_offset = 'offset' in endpoint.query.properties
  const pages: Query[] = has_offset ? [{}, { limit: '1', offset: '1' }] : [{}]
  const faults = new Set<string>()
  for (const query of combinations(endpoint, scene).flatMap((filters) => pages.map((page) => ({ ...filters, ...page })))) {
    const found = await plansOf(async () => {
      const company = endpoint.company === 'none' ? { company: null } : {}
      const answer = await app.call('GET', pathOf(endpoint, scene), { query, ...company })
      assert.equal(answer.status, 200, answer.text)
      const [rows] = Object.values(answer.data) as unknown[][]
      // A page that is known to be empty may not be looked for at all.
      if (has_offset) assert.ok(rows!.length > 0, `${endpoint.operation_id} finds nothing with ${JSON.stringify(query)}`)
    })
    const index = INDEX_OF[endpoint.operation_id]
    assert.ok(index, `INDEX_OF does not say which index ${endpoint.operation_id} walks`)
    for (const fault of faultsOf(found, index(query))) faults.add(`${fault} (${JSON.stringify(query)})`)
  }
  return [...faults]
}

const lists = endpoints.filter(({ method, operation_id }) => method === 'GET' && operation_id.startsWith('list'))

describe('no list reads a whole table, sorts it, or walks an index that is not made for its filters', () => {
  for (const endpoint of lists) {
    test(endpoint.operation_id, async () => assert.deepEqual(await faultsOfList(endpoint), []))
  }

  test('what is done every hour', async () => {
    const found = await plansOf(() => app.sweep())
    for (const index of [
      'invoices_to_become_overdue',
      'quotes_to_expire',
      'idempotency_keys_by_age',
      'key of webhook_deliveries',
    ]) {
      assert.deepEqual(faultsOf(found, index), [])
    }
  })
})

describe('the test of the plans', () => {
  test('fails when an index is missing', async () => {
    const [listInvoices] = lists.filter(({ operation_id }) => operation_id === 'listInvoices')
    // One that the list could do without, reading more, and then the one that has its order.
    const dropped = [
      { index: 'invoices_by_status', fault: /^invoices_by_status is not used/, engine: 'sqlite' },
      { index: 'invoices_newest_first', fault: /^(USE TEMP B-TREE FOR ORDER BY|Sort)/ },
    ].filter(({ engine = app.database.engine }) => engine === app.database.engine)
    for (const { index, fault } of dropped) {
      await app.database.write((tx) => tx.execute({ sql: `DROP INDEX ${index}`, returns_rows: false }, []))
      plans.clear()
      const faults = await faultsOfList(listInvoices!)
      assert.ok(
        faults.some((one) => fault.test(one)),
        `${index}: ${faults.join('\n')}`,
      )
    }
  })
})
