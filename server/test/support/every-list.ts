// Rows for every list, and every combination of the filters that it can be asked with. A new filter needs no word here but its values.
import assert from 'node:assert/strict'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { makeBankTransaction, makeFailedEmail, makeOthers, type Scene } from './fixtures.ts'
import type { TestApp } from './test-app.ts'

export type Query = Readonly<Record<string, string>>
export type ListScene = Scene & { delivery: string }

const DAY = '2026-06-15'

/**
 * Two rows at least in every list under every filter, so that a second page is looked for too. Each row has all the values that the
 * filters are asked with.
 */
export async function makeRows(app: TestApp): Promise<ListScene> {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await app.call('POST', path, { body })
    assert.ok(answer.status === 201 || answer.status === 200, `${path}: ${answer.text}`)
    return answer.data.id
  }
  const twice = async (path: string, body: object) => {
    const first = await make(path, body)
    await make(path, body)
    return first
  }
  const { user_id, company_id: company } = app.tenant
  const customer = await twice('/v1/customers', { name: 'Plan' })
  await make('/v1/customers', { name: 'Plan', external_id: 'plan' })
  const items = [{ name: 'Line', unit_price: 1000, quantity: 2 }]
  const invoice = await twice('/v1/invoices', { customer_id: customer, items })
  const paid_invoice = await make('/v1/invoices', { customer_id: customer, items })
  const payment = await twice(`/v1/invoices/${paid_invoice}/payments`, { amount: 1 })
  const credited = {
    customer_id: customer,
    items: [
      { name: 'One', unit_price: 1 },
      { name: 'Two', unit_price: 1 },
    ],
  }
  const { id: credited_invoice, items: lines } = (await app.call('POST', '/v1/invoices', { body: credited })).data
  await app.call('PATCH', `/v1/invoices/${credited_invoice}`, { body: { status: 'paid' } })
  const creditOf = (item_id: string) =>
    make('/v1/credit-notes', { invoice_id: credited_invoice, items: [{ item_id, quantity: 1 }] })
  const credit_note = await creditOf(lines[0].id)
  await creditOf(lines[1].id)
  const refund = await twice(`/v1/credit-notes/${credit_note}/refunds`, { amount: 0.5 })
  const quote = await twice('/v1/quotes', { customer_id: customer, items })
  await make('/v1/invoices', { customer_id: customer, items, external_id: 'plan' })
  await make('/v1/quotes', { customer_id: customer, items, external_id: 'plan' })
  const recurring = { customer_id: customer, frequency: 'monthly', start_date: '2026-05-15', items }
  const recurring_invoice = await twice('/v1/recurring-invoices', recurring)
  const project = await twice('/v1/projects', { title: 'Plan', customer_id: customer })
  const tasks = `/v1/projects/${project}/tasks`
  const task = await twice(tasks, { title: 'Plan', assigned_to: user_id })
  await twice(tasks, { title: 'Plan', assigned_to: user_id, parent_task_id: task })
  const time = { task_id: task, start_time: `${DAY}T08:00:00Z`, duration_minutes: 60 }
  const time_entry = await twice(`/v1/projects/${project}/time-entries`, time)
  await make(`/v1/projects/${project}/time-entries`, { task_id: task, start_time: `${DAY}T09:00:00Z` })
  const webhook_endpoint = await twice('/v1/webhook-endpoints', { url: 'https://hooks.example.com/' })
  const { events } = (await app.call('GET', '/v1/events', { query: { resource_id: invoice } })).data
  const event = events[0].id
  const delivery = await make(`/v1/events/${event}/resend`, { webhook_endpoint_id: webhook_endpoint })
  const scope = { key: app.tenant.keys.admin, company: app.tenant.company_id }
  const email = await makeFailedEmail(app, scope, paid_invoice, 'Plan')
  await makeFailedEmail(app, scope, paid_invoice, 'Plan')
  const bank_transaction = await makeBankTransaction(app, scope, 'Plan')
  await makeBankTransaction(app, scope, 'Plan')
  const of_invoices = {
    bank_transaction,
    paid_invoice,
    payment,
    credited_invoice,
    line_item: lines[0].id,
    credit_note,
    refund,
    invoice,
    email,
  }
  const of_documents = { company, customer, ...of_invoices, quote, recurring_invoice }
  const made = { ...of_documents, project, task, time_entry, webhook_endpoint, event, user: user_id }
  return { ...(await makeOthers(made, twice, 'Plan')), delivery }
}

/** The values that each filter is asked with, by its name or by that of its list and its own. */
function valuesOf(endpoint: Endpoint, param: string, scene: ListScene): readonly string[] {
  const { operation_id } = endpoint
  const values: Record<string, readonly string[]> = {
    'listInvoices.status': ['draft', 'draft,sent'],
    'listQuotes.status': ['draft', 'draft,sent'],
    'listRecurringInvoices.status': ['active'],
    'issued[gte]': ['2000-01-01'],
    'issued[lte]': ['2100-01-01'],
    'due[gte]': ['2000-01-01'],
    'due[lte]': ['2100-01-01'],
    'listProjects.status': ['draft', 'draft,review'],
    'listTasks.status': ['backlog', 'backlog,todo'],
    'listCompanyTasks.status': ['backlog,todo'],
    project_id: [scene.project],
    is_running: ['false', 'true'],
    'listWebhookDeliveries.status': ['pending', 'delivered', 'failed', 'cancelled'],
    'listWebhookDeliveries.starting_after': [scene.delivery],
    'listWebhookDeliveries.ending_before': [scene.delivery],
    'listEvents.starting_after': [scene.event],
    'listJobs.starting_after': ['job_01kb3m8q5s7f0h3k6n9q2t5v8x'],
    'listJobs.of': ['company', 'installation'],
    'listJobs.state': ['failed'],
    'listJobs.kind': ['invoices.overdue'],
    'listEvents.ending_before': [scene.event],
    'listApiKeys.starting_after': [scene.api_key],
    'listApiKeys.ending_before': [scene.api_key],
    'listEmails.status': ['failed'],
    'listEmails.starting_after': [scene.email],
    'listEmails.ending_before': [scene.email],
    'paid[gte]': ['2000-01-01'],
    'paid[lte]': ['2100-01-01'],
    'listReceivedPayments.starting_after': [scene.payment],
    'listReceivedPayments.ending_before': [scene.payment],
    'listBankTransactions.status': ['unmatched'],
    'listBankTransactions.starting_after': [scene.bank_transaction],
    'listBankTransactions.ending_before': [scene.bank_transaction],
    'booked[gte]': [DAY],
    'booked[lte]': [DAY],
    priority: ['medium'],
    customer_id: [scene.customer],
    invoice_id: [scene.credited_invoice],
    is_archived: ['false'],
    external_id: ['plan'],
    search: ['la'],
    assigned_to: [scene.user],
    parent_task_id: [scene.task, 'null'],
    task_id: [scene.task],
    user_id: [scene.user],
    is_billable: ['true'],
    invoiced: ['false'],
    from: [DAY],
    to: [DAY],
    type: ['invoice.created', 'invoice.*', '*'],
    'created[gte]': [DAY],
    'created[lte]': [DAY],
    'listEmails.resource_id': [scene.paid_invoice],
    resource_id: [scene.invoice],
    event_id: [scene.event],
  }
  const found = values[`${operation_id}.${param}`] ?? values[param]
  assert.ok(found, `${operation_id} has a filter ${param} that this test has no values for`)
  return found
}

/** The orders that a list can be asked for. */
const sortsOf = ({ query }: Endpoint): readonly string[] =>
  (query.properties as Record<string, { enum?: string[] }>)['sort']?.enum ?? []

/** A list that has more filters than this is asked with three of them at once at most. */
const MANY_FILTERS = 6
/** Filters beside which an order is asked for at most. */
const FILTERS_OF_ORDERS = 2

/** What says where a page of an offset list is. Other lists have their cursors among the filters. */
const PLACES = ['limit', 'offset', 'starting_after', 'ending_before', 'sort']

export const isOffsetList = ({ method, query }: Endpoint) => method === 'GET' && 'offset' in query.properties

/**
 * The combinations of the filters of a list, each absent or with one of its values; and its orders with few of them. Pages of an offset list
 * are not among them (`pagesAt`).
 */
export function combinations(endpoint: Endpoint, scene: ListScene): Query[] {
  const places = isOffsetList(endpoint) ? PLACES : ['limit', 'sort']
  const filters = Object.keys(endpoint.query.properties).filter((param) => !places.includes(param))
  const most = filters.length > MANY_FILTERS ? 3 : filters.length
  let queries: Query[] = [{}]
  for (const param of filters) {
    const values = valuesOf(endpoint, param, scene)
    queries = queries.flatMap((query) =>
      Object.keys(query).length === most ? [query] : [query, ...values.map((value) => ({ ...query, [param]: value }))],
    )
  }
  const few = queries.filter((query) => Object.keys(query).length <= FILTERS_OF_ORDERS)
  queries.push(...sortsOf(endpoint).flatMap((sort) => few.map((query) => ({ ...query, sort }))))
  return queries.filter((query) => query['starting_after'] === undefined || query['ending_before'] === undefined)
}

/** Pages of an offset list at its cursors, directly after and before a row; none where the filters are those of one object. */
export const pagesAt = (rows: readonly { id: string }[], query: Query): Query[] =>
  rows.length === 0 || query['external_id'] !== undefined
    ? []
    : [
        { limit: '1', starting_after: rows[0]!.id },
        { limit: '1', ending_before: rows.at(-1)!.id },
      ]
