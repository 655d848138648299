// One object of every kind, and for each endpoint its path and a valid body made of them, for tests that call all endpoints.
import assert from 'node:assert/strict'
import { readRestrictions, type WantedRestrictions } from '../../src/access/api-keys/restrictions.ts'
import { createApiKey } from '../../src/access/api-keys/service.ts'
import { findCompanyRow, saveCompany } from '../../src/access/companies/repository.ts'
import { draftCustomer } from '../../src/billing/customers/customer.ts'
import { insertCustomer } from '../../src/billing/customers/repository.ts'
import { writeUbl } from '../../src/billing/e-invoices/ubl.ts'
import { endpoints, known_scopes } from '../../src/endpoints.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { type CompanyId, ID_KINDS, type IdKind, idPrefix, newId } from '../../src/kernel/ids.ts'
import type { Level, TestApp, TestTenant } from './test-app.ts'
import { validInvoice } from './valid-e-invoice.ts'

/** The kinds of object that a path or a field of `/v1` can name. */
export type Kind = Exclude<IdKind, 'organization' | 'delivery' | 'job' | 'request'>

/** What stands before a parameter in a path says what kind of object it names: `time-entries` a time entry. */
function kindOfSegment(segment: string): Kind | undefined {
  const kind = segment.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')
  return ID_KINDS.find((one) => one === kind) as Kind | undefined
}

/**
 * The ids of one object of each kind in one company. Nothing names the customer and nothing is paid on the invoice, so that both can be
 * deleted; the payment is on another invoice, `paid_invoice`. `issued_quote` is no draft, as the other quote is; of `credited_invoice`, whose only line is `line_item`, half is credited. Task and time entry are in the project, whose time can be billed.
 */
export type Scene = Readonly<Record<Kind | 'paid_invoice' | 'credited_invoice' | 'issued_quote', string>>

/** The caller. */
export interface Scope {
  key: string
  company: string
}

/** Makes a scene through the API. `mark` is in every text of it, so that a test can look for it where it must not be. */
export async function makeScene(app: TestApp, scope: Scope, mark = 'Scene'): Promise<Scene> {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await app.call('POST', path, { ...scope, body })
    assert.equal(answer.status, 201, `${path}: ${answer.text}`)
    return answer.data.id
  }
  const user = (await app.call('GET', '/v1/users', { ...scope, query: { limit: '1' } })).data.users[0].id
  const client = await make('/v1/customers', {
    name: `${mark} client`,
    contact_email: `client@${withoutBlanks(mark)}.example`,
    country: 'DE',
  })
  const contact_email = `customer@${withoutBlanks(mark)}.example`
  const customer = await make('/v1/customers', { name: `${mark} customer`, notes: mark, contact_email })
  const items = [{ name: `${mark} line`, unit_price: 1000, quantity: 2 }]
  // With what an electronic invoice needs, once the company says who it is.
  const paid_invoice = await make('/v1/invoices', { customer_id: client, notes: mark, items, tax_category: 'zero' })
  const payment = await make(`/v1/invoices/${paid_invoice}/payments`, { amount: 5, reference: mark })
  const invoice = await make('/v1/invoices', { customer_id: client, notes: mark, items })
  const email = await makeFailedEmail(app, scope, paid_invoice, mark)
  const bank_transaction = await makeBankTransaction(app, scope, mark)
  const of_credit = await makeCreditNote(app, scope, { customer_id: client, items }, mark)
  const quote = await make('/v1/quotes', { customer_id: client, notes: mark, items })
  const issued_quote = await make('/v1/quotes', { customer_id: client, notes: mark, items })
  await app.call('PATCH', `/v1/quotes/${issued_quote}`, { ...scope, body: { status: 'sent' } })
  const recurring = { customer_id: client, frequency: 'monthly', start_date: '2026-01-31', notes: mark, items }
  const recurring_invoice = await make('/v1/recurring-invoices', recurring)
  const project = await make('/v1/projects', { title: `${mark} project`, customer_id: client, hourly_rate: 90 })
  const task = await make(`/v1/projects/${project}/tasks`, { title: `${mark} task` })
  const time = { start_time: '2026-02-10T08:00:00Z', duration_minutes: 60, description: mark }
  const time_entry = await make(`/v1/projects/${project}/time-entries`, { ...time, task_id: task })
  const event = (await app.call('GET', '/v1/events', { ...scope, query: { resource_id: invoice } })).data.events[0].id
  await makeRoomForEndpoint(app, scope)
  const webhook_endpoint = await make('/v1/webhook-endpoints', { url: 'https://hooks.example.com/', description: mark })
  const company = scope.company
  const of_invoices = { paid_invoice, payment, ...of_credit, invoice, email, bank_transaction }
  const of_documents = { customer, ...of_invoices, quote, issued_quote, recurring_invoice }
  const made = { company, webhook_endpoint, user, ...of_documents, project, task, time_entry, event }
  return makeOthers(made, make, mark)
}

type OfCredit = 'credited_invoice' | 'line_item' | 'credit_note' | 'refund'

/** Makes an invoice that is paid, of whose only line 1 is credited, and a refund of that. */
async function makeCreditNote(app: TestApp, scope: Scope, body: object, mark: string): Promise<Record<OfCredit, string>> {
  const make = async (path: string, made: object) => {
    const answer = await app.call('POST', path, { ...scope, body: made })
    assert.equal(answer.status, 201, `${path}: ${answer.text}`)
    return answer.data
  }
  const { id: invoice_id, items } = await make('/v1/invoices', body)
  await app.call('PATCH', `/v1/invoices/${invoice_id}`, { ...scope, body: { status: 'paid' } })
  const credited = [{ item_id: items[0].id, quantity: 1 }]
  const credit_note = (await make('/v1/credit-notes', { invoice_id, items: credited, reason: mark })).id
  const refund = (await make(`/v1/credit-notes/${credit_note}/refunds`, { amount: 5, reference: mark })).id
  return { credited_invoice: invoice_id, line_item: items[0].id, credit_note, refund }
}

/** Makes a mail about an invoice that the mail server has refused: one that can be retried. */
export async function makeFailedEmail(app: TestApp, scope: Scope, invoice: string, mark: string): Promise<string> {
  const body = { to: ['ada@mail.example'], message: mark }
  const answer = await app.call('POST', `/v1/invoices/${invoice}/send`, { ...scope, body })
  assert.equal(answer.status, 202, answer.text)
  await app.failEmail(scope.company, answer.data.id)
  return answer.data.id
}

let statements = 0

/** Imports a transfer of 1 that names no invoice. */
export async function makeBankTransaction(app: TestApp, scope: Scope, mark: string): Promise<string> {
  const content = `date,amount,text\n2026-06-15,1.00,${mark} transfer ${++statements}\n`
  const body = { format: 'csv', content, mapping: { date: 'date', amount: 'amount', text: 'text' } }
  const answer = await app.call('POST', '/v1/bank-statements', { ...scope, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data.transactions[0].id
}

/** The endpoints that make an object of a kind of its own: those at whose path objects of the kind are got. */
function creating(): { endpoint: Endpoint; kind: Kind }[] {
  return endpoints.flatMap((endpoint) => {
    const kind = kindOfSegment(endpoint.path.split('/').at(-1)!)
    return endpoint.method === 'POST' && endpoint.status === 201 && kind ? [{ endpoint, kind }] : []
  })
}

/** Makes one object of each kind that a scene does not have, from the example of the reference, with the mark in its texts. */
export async function makeOthers(
  known: Partial<Scene>,
  make: (path: string, body: object) => Promise<string>,
  mark: string,
): Promise<Scene> {
  const scene: Record<string, string> = { ...known }
  for (const { endpoint, kind } of creating()) {
    if (scene[kind] !== undefined) continue
    const { properties = {} } = endpoint.body as {
      properties?: Record<string, { type?: string; enum?: unknown; format?: string }>
    }
    const isText = (name: string) => properties[name]?.type === 'string' && !properties[name].enum && !properties[name].format
    const body = Object.entries(bodyOf(endpoint, scene as Scene) ?? {}).map(([name, value]) => [
      name,
      isText(name) && !name.endsWith('_id') ? `${mark} ${value}` : value,
    ])
    scene[kind] = await make(pathOf(endpoint, scene as Scene), Object.fromEntries(body))
  }
  return scene as Scene
}

/** A text in the form that an address can have. */
const withoutBlanks = (text: string) => text.replace(/[\p{White_Space}\p{Cc}]/gu, '')

/** A company has at most 16 webhook endpoints: the oldest goes when there are many scenes in one company. */
async function makeRoomForEndpoint(app: TestApp, scope: Scope): Promise<void> {
  const { webhook_endpoints } = (await app.call('GET', '/v1/webhook-endpoints', scope)).data
  if (webhook_endpoints.length < 14) return
  const answer = await app.call('DELETE', `/v1/webhook-endpoints/${webhook_endpoints.at(-1).id}`, scope)
  assert.equal(answer.status, 200, answer.text)
}

/** Deletes every object of a scene that can be deleted, children before their parents; gives the kinds that were. */
export async function deleteScene(app: TestApp, scope: Scope, scene: Scene): Promise<Kind[]> {
  const deleting = endpoints.filter((endpoint) => endpoint.method === 'DELETE').sort((a, b) => depth(b) - depth(a))
  const kinds: Kind[] = []
  for (const endpoint of deleting) {
    const answer = await app.call('DELETE', pathOf(endpoint, scene), scope)
    assert.equal(answer.status, 200, `${endpoint.operation_id}: ${answer.text}`)
    kinds.push(paramsOf(endpoint).at(-1)!.kind)
  }
  assert.equal((await app.call('DELETE', `/v1/invoices/${scene.paid_invoice}`, scope)).status, 200)
  assert.equal((await app.call('DELETE', `/v1/quotes/${scene.issued_quote}`, scope)).status, 200)
  return kinds
}

function depth(endpoint: Endpoint): number {
  return endpoint.path.split('/').length
}

/** The parameters of an endpoint's path and the kinds of object that they name. Fails for a kind that has no fixture yet. */
export function paramsOf(endpoint: Endpoint): { name: string; kind: Kind }[] {
  const segments = endpoint.path.split('/')
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return []
    const kind = kindOfSegment(segments[index - 1]!)
    assert.ok(kind, `${endpoint.method} ${endpoint.path}: support/fixtures.ts has no fixture for ${segment}`)
    return [{ name: segment.slice(1), kind }]
  })
}

/** The ids of a scene for the parameters of an endpoint's path. */
export function idsOf(endpoint: Endpoint, scene: Scene): Record<string, string> {
  const params = paramsOf(endpoint)
  const is_of_issued = /\/payments|\/reissue$|\/xml$/.test(endpoint.path)
  const issued: Partial<Record<Kind, string>> = is_of_issued ? { invoice: scene.paid_invoice, quote: scene.issued_quote } : {}
  const own = ({ kind }: { kind: Kind }) => issued[kind] ?? scene[kind]
  return Object.fromEntries(params.map((param) => [param.name, own(param)]))
}

/** An endpoint's path with the ids of a scene; `other` replaces some of them, by the names of their parameters. */
export function pathOf(endpoint: Endpoint, scene: Scene, other: Readonly<Record<string, string>> = {}): string {
  const ids = { ...idsOf(endpoint, scene), ...other }
  return endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => ids[name]!)
}

/** A valid body: the example of the reference, with the ids of a scene instead of the example's. Undefined if there is none. */
export function bodyOf(endpoint: Endpoint, scene: Scene): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined
  const example = endpoint.body_example ?? ((endpoint.body.required as readonly string[] | undefined)?.length ? undefined : {})
  assert.ok(example, `${endpoint.operation_id} has no body_example`)
  // Only an issued invoice can be credited.
  const own = endpoint.path.includes('/v1/credit-notes') ? { ...scene, invoice: scene.credited_invoice } : scene
  return JSON.parse(JSON.stringify(example), (_, value) => (typeof value === 'string' ? ownId(value, own) : value))
}

/** What electronic invoices and booking batches need of a company. */
export const ISSUER = {
  country: 'DE',
  legal_vat: 'DE123456789',
  datev: { consultant_number: 1001, client_number: 1 },
}

/** Says that the clock of the tenant's sandbox is where it was asked to be. */
export async function endAdvance(app: TestApp): Promise<void> {
  const { company_id } = app.tenant
  await app.database.write(async (tx) => {
    const company = await findCompanyRow(tx, company_id)
    saveCompany(tx, { ...company!, sandbox_advances_to: null })
  }, company_id)
}

/** A file for an endpoint that takes one, with its headers. Undefined for others. */
export function fileOf({ upload, operation_id }: Endpoint): { body: string; headers: Record<string, string> } | undefined {
  if (!upload || upload.types.length === 0) return undefined
  const body = operation_id === 'importBankStatement' ? CAMT : writeUbl(validInvoice('core'))
  return { body, headers: { 'content-type': upload.types[0]! } }
}

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-06-15</Dt></BookgDt>
<NtryDtls><TxDtls><RmtInf><Ustrd>Thank you</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`

/** The query parameters that an endpoint needs beside company_id, each with its first value. */
export function neededQuery({ query }: Endpoint): string {
  const properties = query.properties as Record<string, { enum?: readonly string[]; default?: unknown }>
  const choices = ((query.required ?? []) as string[]).flatMap((name) => {
    const { enum: values, default: usual } = properties[name]!
    return values && usual === undefined ? [`${name}=${values[0]}`] : []
  })
  return choices.join('&')
}

function ownId(text: string, scene: Scene): string {
  if (!/^[a-z]+_[0-9a-z]{26}$/.test(text)) return text
  return scene[kindOfId(text)]
}

/** The kind of object that an id names. Fails for one that has no fixture. */
export function kindOfId(id: string): Kind {
  const kind = ID_KINDS.find((one) => id.startsWith(`${idPrefix(one)}_`)) as Kind | undefined
  assert.ok(kind, `${id} is the id of nothing`)
  return kind
}

/** A well-formed id of a kind that names nothing. */
export function unknownId(kind: Kind): string {
  return `${idPrefix(kind)}_0000000000000000000000000x`.slice(0, idPrefix(kind).length + 27)
}

/** Customers made at the same moment, so that only their ids differ. */
const OF_ONE_MOMENT = 7

/** Makes many customers, straight into the table: their names and mail addresses are of `words`. */
export async function makeCustomers(app: TestApp, count: number, words: readonly string[]): Promise<void> {
  const { company_id } = app.tenant
  const first_ms = app.now_ms() - count
  for (let start = 0; start < count; start += 200) {
    await app.database.write(async (tx) => {
      for (let index = start; index < Math.min(start + 200, count); index++) {
        const made_ms = first_ms + index - (index % OF_ONE_MOMENT)
        const made = { company_id, slug: `seeded-${index}`, currency: 'USD', now: new Date(made_ms).toISOString() }
        const name = `${words[index % words.length]} ${words[(index * 7) % words.length]}`
        const input = { name, contact_email: `${index}@${words[(index * 3) % words.length]}.example` }
        await insertCustomer(tx, draftCustomer(input, { ...made, id: newId('customer', made_ms) }))
      }
    }, company_id)
  }
}

/** Makes an API key. `companies` are those that it reaches; `restricted` what it may at most, besides. */
export async function makeKey(
  app: TestApp,
  tenant: TestTenant,
  level: Level,
  companies: readonly CompanyId[] | 'all' = 'all',
  restricted: WantedRestrictions = {},
): Promise<{ id: string; key: string }> {
  const { organization_id, user_id } = tenant
  const now_ms = app.now_ms()
  const restrictions = readRestrictions(restricted, { level, known: known_scopes, now_ms })
  const wanted = { organization_id, user_id, name: `${level} key`, level, companies, restrictions }
  return app.database.write((tx) => createApiKey(tx, wanted, now_ms))
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table are looked into freely
type Row = any

const queries = new Map<string, { sql: string; returns_rows: true }>()

/** The rows of a query, on a snapshot of committed data. */
export async function select(app: TestApp, sql: string): Promise<Row[]> {
  // The same object for the same text: connections keep what they prepared by it.
  const query = queries.get(sql) ?? { sql, returns_rows: true }
  queries.set(sql, query)
  return (await app.database.read((tx) => tx.execute(query, []))).rows
}

/** What every request writes, even a refused one: the audit log, and when and from where a key was used. */
const NOT_CONTENT = ['audit_log', 'api_key_addresses', 'audit_heads', 'idempotency_keys', 'session_answers']

/** The rows of all tables as text, except for what every request writes: equal before and after whatever changes nothing. */
export async function dump(app: TestApp): Promise<string> {
  const tables = await tablesOf(app)
  const lines: string[] = []
  if (app.database.engine === 'postgres') {
    // One statement: tests ask hundreds of times, and each statement is a way to the server and back.
    for (const { line } of await select(app, tables.map(linesOnPostgres).join(' UNION ALL '))) lines.push(line)
  } else {
    for (const name of tables) {
      for (const row of await select(app, `SELECT * FROM ${name}`)) {
        if (name === 'api_keys') row.last_used_at = null
        lines.push(`${name} ${JSON.stringify(row)}`)
      }
    }
  }
  // Rows have no order of their own.
  return lines.sort().join('\n')
}

/**
 * What the rows of all tables are, to be compared with what they were: the rows themselves on SQLite, a sum for each table on PostgreSQL,
 * which need not send them. Two that are equal say that no row has changed.
 */
export async function fingerprint(app: TestApp): Promise<string> {
  if (app.database.engine !== 'postgres') return dump(app)
  const tables = await tablesOf(app)
  return (await select(app, tables.map(sumOnPostgres).join(' UNION ALL '))).map(({ line }) => line).join('\n')
}

const sumOnPostgres = (name: string) =>
  `SELECT '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(${contentOnPostgres(name)}::text, 0)::numeric), 0) AS line FROM ${name}`

const contentOnPostgres = (name: string) => (name === 'api_keys' ? "(to_jsonb(api_keys) - 'last_used_at')" : name)

const linesOnPostgres = (name: string) =>
  `SELECT '${name} ' || (to_jsonb(${name})${name === 'api_keys' ? " - 'last_used_at'" : ''})::text AS line FROM ${name}`

const tables_of = new WeakMap<TestApp, string[]>()

async function tablesOf(app: TestApp): Promise<string[]> {
  let tables = tables_of.get(app)
  if (!tables) {
    const rows = await select(
      app,
      app.database.engine === 'sqlite'
        ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        : "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1",
    )
    tables = rows.map(({ name }) => name as string).filter((name) => !NOT_CONTENT.includes(name))
    tables_of.set(app, tables)
  }
  return tables
}
