// No list reads a whole table or sorts it, whatever it is asked with, and each walks the index that is made for its filters: the statements
// that the service really runs are explained.
// The endpoints are walked, so a new list, or a new filter of an old one, is held to the same without a word here but its values.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dashboardEndpoints, endpoints } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { fromPage, signedIn } from './support/dashboard.ts'
import { combinations, isOffsetList, type ListScene, makeRows, pagesAt, type Query } from './support/every-list.ts'
import { pathOf } from './support/fixtures.ts'
import { differencesIn } from './support/kept-figures.ts'
import { type Plan, readPlan } from './support/query-plans.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

/** Plans that may have a costly step, by a part of the statement that only they have, and why. */
const JUSTIFIED: readonly { part: string | RegExp; step: RegExp; why: string }[] = [
  {
    part: /order by coalesce\((.+), \1\) (asc|desc)/,
    step: /^(USE TEMP B-TREE FOR .*ORDER BY|Sort|Incremental Sort)$/,
    why: 'another order of what few rows match, by a filter or a search: FEW_ENOUGH_TO_SORT of sql/list-order.ts',
  },
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
  {
    part: 'where "clock_ahead_ms" is not null',
    step: /^SCAN companies USING INDEX companies_sandboxes/,
    why: 'the index has sandboxes alone',
  },
  {
    part: 'as "slot_1"',
    step: /^(SCAN|Subquery Scan on) slot_\d+$/,
    why: 'what a look-up found: five rows at most, each look-up by its index',
  },
  { part: 'from "installation"', step: /^(SCAN|Seq Scan on) installation/, why: 'the table has one row at most' },
]

/**
 * The index that each list must walk, by what it is asked with: without its own, it would read through rows that do not match. A list that is not here
 * walks `notes_newest_first`, and `notes_by_customer` where it is asked with a `customer_id`.
 */
const INDEX_OF: Record<string, (query: Query) => string | undefined> = {
  listCustomers({ sort, external_id }) {
    if (external_id) return 'customers_by_external_id'
    return sort?.includes('name') ? 'customers_by_name' : 'customers_newest_first'
  },
  listInvoices: (query) => withTable('invoices', documentIndex(query)),
  listQuotes: (query) => withTable('quotes', documentIndex(query)),
  // A search looks through the list itself, or what another filter leaves of it: it has no index of its own.
  listCreditNotes({ customer_id, invoice_id }) {
    if (!invoice_id) return customer_id ? 'credit_notes_by_customer' : 'credit_notes_newest_first'
    return `credit_notes_by_${customer_id ? 'customer_and_' : ''}invoice_id`
  },
  listReceivedPayments: ({ customer_id }) => (customer_id ? undefined : 'payments_by_day'),
  listRecurringInvoices({ customer_id, status, sort = '' }) {
    if (customer_id)
      return sort.includes('next_date') ? undefined : `recurring_invoices_by_customer${status ? '_and_status' : ''}`
    if (sort.includes('next_date')) return `recurring_invoices_by_next_date${sort.startsWith('-') ? '_downwards' : ''}`
    return `recurring_invoices_${status ? 'by_status' : 'newest_first'}`
  },
  listApiKeys: () => 'api_keys_by_organization',
  listApiKeyAddresses: () => undefined,
  listInvoicesOfRecurringInvoice: () => 'invoices_by_recurring_invoice',
  listBankTransactions: ({ status }) => `bank_transactions_by_${status ? 'status' : 'booked_date'}`,
  listProjects({ customer_id, search, sort = '' }) {
    if (customer_id) return 'projects_by_customer'
    if (sort.includes('title')) return 'projects_by_title'
    if (!sort.includes('due_date')) return 'projects_newest_first'
    // Search results are sorted: any index will do.
    return search ? undefined : `projects_by_due_date${sort.startsWith('-') ? '_downwards' : ''}`
  },
  listTasks: (query) => (query['parent_task_id'] ? 'tasks_by_parent' : 'tasks_by_position'),
  listTimeEntries: (query) => (query['task_id'] ? 'time_entries_by_task' : 'time_entries_newest_first'),
  listEvents(query) {
    if (query['resource_id']) return 'events_by_resource'
    return query['type'] && query['type'] !== '*' ? 'events_by_type' : 'key of events'
  },
  listEventTypes: () => 'key of company_modules',
  listJobs({ state, kind }) {
    if (state) return kind ? undefined : 'jobs_by_state'
    return kind ? 'jobs_by_kind' : 'key of jobs'
  },
  listCompanyTasks({ project_id, search, sort = '' }) {
    // A project has few tasks, a search finds few: they are sorted.
    if (project_id || (search && /due_date|priority/.test(sort))) return undefined
    if (sort.includes('priority')) return 'tasks_by_priority'
    if (sort.includes('due_date')) return `tasks_by_due_date${sort.startsWith('-') ? '_downwards' : ''}`
    return 'tasks_newest_first'
  },
  listCompanyTimeEntries({ task_id, project_id, is_running }) {
    if (is_running === 'true') return task_id || project_id ? undefined : 'time_entries_running'
    if (task_id) return 'time_entries_by_task'
    return project_id ? undefined : 'time_entries_by_start'
  },
  listEmails({ resource_id, status }) {
    return resource_id ? 'emails_by_resource' : status ? 'emails_by_status' : 'key of emails'
  },
  // Most deliveries arrive, so arrived ones have no index: they are next to each other in the key.
  listWebhookDeliveries({ event_id, status }) {
    return event_id || !status || status === 'delivered' ? 'key of webhook_deliveries' : 'webhook_deliveries_not_delivered'
  },
}

const withTable = (table: string, index: string | undefined) => index && `${table}_${index}`

/** By the name of what the path ends with. */
const usualIndexOf =
  ({ path }: Endpoint) =>
  (query: Query): string => {
    const filter = Object.keys(query).find((param) => param.endsWith('_id'))
    return `${path.split('/').at(-1)!.replaceAll('-', '_')}_${filter ? `by_${filter.slice(0, -'_id'.length)}` : 'newest_first'}`
  }

const RARE = ['search', 'issued[gte]', 'issued[lte]', 'due[gte]', 'due[lte]']

function documentIndex(query: Query): string | undefined {
  const { status: statuses, customer_id, external_id, sort = '' } = query
  if (external_id) return 'by_external_id'
  // Several statuses are no index's.
  const status = statuses?.includes(',') ? undefined : statuses
  const is_rare = status !== statuses || RARE.some((param) => query[param] !== undefined)
  // Beside another filter its own index will do as well.
  if (is_rare) return status || customer_id || !(sort === '' || sort.includes('created_at')) ? undefined : 'to_filter'
  // Under a filter few match here, and are sorted.
  if (!status && !customer_id && !sort.includes('created_at') && sort !== '') return `by_${sort.replace('-', '')}`
  if (status && customer_id) return 'by_customer_and_status'
  return status ? 'by_status' : customer_id ? 'by_customer' : 'newest_first'
}

let app: TestApp
let scene: ListScene
let cookie: string
/** The statements that were run since it was emptied last, with values of theirs. */
const recorded = new Map<string, readonly unknown[]>()
const plans = new Map<string, Plan>()

before(async () => {
  app = await startTestApp({ onStatement: ({ sql }, values) => void recorded.set(sql, values) })
  scene = await makeRows(app)
  // Makes the invoices of recurring ones.
  await app.sweep()
  // The owner may see every list.
  cookie = (await signedIn(app, 'owner')).cookie
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

/** Problems of the plans: costly steps without a justification, and an expected index that is not used. */
function faultsOf(found: readonly { sql: string; plan: Plan }[], index: string | undefined): string[] {
  const has = (sql: string, part: string | RegExp) => (typeof part === 'string' ? sql.includes(part) : part.test(sql))
  const isJustified = (sql: string, step: string) => JUSTIFIED.some((one) => has(sql, one.part) && one.step.test(step))
  const faults = found.flatMap(({ sql, plan }) =>
    plan.costly.filter((step) => !isJustified(sql, step)).map((step) => `${step}: ${sql}`),
  )
  if (index !== undefined && found.every(({ plan }) => plan.indexes?.includes(index) === false))
    faults.push(`${index} is not used`)
  return faults
}

/** Asks a list by the door that it has. */
function ask(endpoint: Endpoint, query: Query) {
  const path = pathOf(endpoint, scene)
  if (endpoint.door === 'session') return fromPage(app, cookie, 'GET', path, { query, company: app.tenant.company_id })
  return app.call('GET', path, { query, ...(endpoint.company === 'none' ? { company: null } : {}) })
}

/** The faults of a list with every combination of its filters, on its first page, on a further one, and at cursors. */
async function faultsOfList(endpoint: Endpoint): Promise<string[]> {
  const has_offset = isOffsetList(endpoint)
  const faults = new Set<string>()
  const rowsAt = async (query: Query) => {
    let rows: { id: string }[] = []
    const found = await plansOf(async () => {
      const answer = await ask(endpoint, query)
      assert.equal(answer.status, 200, answer.text)
      rows = Object.values(answer.data)[0] as { id: string }[]
      // A page that is known to be empty may not be read at all. A user has one running timer, and one object an id in another system.
      if (has_offset && query['is_running'] !== 'true' && !query['external_id'])
        assert.ok(rows.length > 0, `${endpoint.operation_id} finds nothing with ${JSON.stringify(query)}`)
    })
    const index = (INDEX_OF[endpoint.operation_id] ?? usualIndexOf(endpoint))(query)
    for (const fault of faultsOf(found, index)) faults.add(`${fault} (${JSON.stringify(query)})`)
    return rows
  }
  for (const filters of combinations(endpoint, scene)) {
    const rows = await rowsAt(filters)
    if (!has_offset) continue
    for (const page of [{ limit: '1', offset: '1' }, ...pagesAt(rows, filters)]) await rowsAt({ ...filters, ...page })
  }
  return [...faults]
}

const isList = ({ method, operation_id }: Endpoint) => method === 'GET' && operation_id.startsWith('list')
const lists = [...endpoints.filter(isList), ...dashboardEndpoints.filter((one) => isList(one) && one.company === 'required')]

describe('no list reads a whole table, sorts it, or walks an index that is not made for its filters', () => {
  for (const endpoint of lists) {
    test(endpoint.operation_id, async () => assert.deepEqual(await faultsOfList(endpoint), []))
  }

  test('the events of a company whose clock was set back', async () => {
    const [listEvents] = lists.filter(({ operation_id }) => operation_id === 'listEvents')
    const now_ms = app.now_ms()
    for (const behind_ms of [0, 3_600_000, 7_200_000]) {
      app.setClock(new Date(now_ms - behind_ms).toISOString())
      // There are events of this type and about this resource already: each filter finds some.
      await app.call('PATCH', `/v1/invoices/${scene.invoice}`, { body: { notes: `${behind_ms} ms behind` } })
    }
    app.setClock(new Date(now_ms).toISOString())
    assert.deepEqual(await faultsOfList(listEvents!), [])
    assert.ok([...plans.keys()].some((sql) => sql.includes('"timeline" + 0')))
  })

  test('the home page', async () => {
    const [overview] = dashboardEndpoints.filter(({ operation_id }) => operation_id === 'getOverview')
    const found = await plansOf(() => ask(overview!, {}))
    for (const index of ['invoices_open', 'key of kept_sums', 'projects_with_budget']) {
      assert.deepEqual(faultsOf(found, index), [])
    }
  })

  test('the search of the dashboard', async () => {
    const [search] = dashboardEndpoints.filter(({ operation_id }) => operation_id === 'search')
    for (const q of ['plan', 'INV-2026', 'tsk', '7', 'inv-2026-7']) {
      const found = await plansOf(() => ask(search!, { q }))
      for (const index of ['customers_by_name', 'customers_newest_first', 'projects_by_title', 'tasks_newest_first']) {
        assert.deepEqual(faultsOf(found, index), [])
      }
    }
  })

  test('what is done every hour', async () => {
    await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { body: { reminders: [{ days: 7 }] } })
    const found = await plansOf(() => app.sweep())
    for (const index of [
      'invoices_to_become_overdue',
      'quotes_to_expire',
      'companies_with_reminders',
      'invoices_open',
      'idempotency_keys_by_age',
      'session_answers_by_age',
      'key of webhook_deliveries',
    ]) {
      assert.deepEqual(faultsOf(found, index), [])
    }
  })
})

test('the check of kept figures reads no whole table and sorts nothing', async () => {
  assert.deepEqual(faultsOf(await plansOf(() => differencesIn(app)), 'key of kept_sums'), [])
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
