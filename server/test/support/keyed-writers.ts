// Writers that never give up: each write is sent under its Idempotency-Key until it is answered, and remembered as it was acknowledged.
import assert from 'node:assert/strict'
import type { Client, HttpAnswer } from './server-process.ts'

/** No request may take longer where one PostgreSQL, or the way to it, has failed. */
const LONGEST_REQUEST_MS = 10_000
const LONGEST_PAUSE_MS = 200

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

/** The acknowledged writes, and how the writers fared. */
export class Ledger {
  /** No request may take longer. */
  readonly limit_ms: number

  constructor(limit_ms = LONGEST_REQUEST_MS) {
    this.limit_ms = limit_ms
  }

  /** Invoices by id, as last acknowledged. */
  readonly living = new Map<string, { notes: string; invoice_number: string }>()
  readonly deleted = new Set<string>()
  acknowledged = 0
  /** Answers with 503, and writes without an answer: they are sent again. */
  refused = 0
  cut_off = 0
  /** Requests that were sent again after a refusal and turned out to have been done. */
  replayed = 0
  longest_ms = 0
}

/** Sends one request; gives undefined when the connection ended before its answer. Fails for any answer that a client should never get. */
export async function send(
  ledger: Ledger,
  call: () => Promise<HttpAnswer>,
  is_expected: (answer: HttpAnswer) => boolean,
): Promise<HttpAnswer | undefined> {
  const begun = performance.now()
  let timer: NodeJS.Timeout | undefined
  const hangs = new Promise<'hangs'>((resolve) => {
    timer = setTimeout(() => resolve('hangs'), ledger.limit_ms)
  })
  const answer = await Promise.race([call().catch(() => undefined), hangs])
  clearTimeout(timer)
  assert.notEqual(answer, 'hangs', `a request took more than ${ledger.limit_ms} ms`)
  ledger.longest_ms = Math.max(ledger.longest_ms, performance.now() - begun)
  if (answer === undefined || answer === 'hangs') {
    ledger.cut_off++
    return undefined
  }
  if (answer.status === 503) {
    ledger.refused++
    assert.equal(answer.headers['retry-after'] !== undefined && answer.body.code, 'unavailable')
    return undefined
  }
  assert.ok(is_expected(answer), `${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/**
 * One writer: creates, changes and deletes invoices until `isOver`, each write until it is acknowledged. `clientOf` gives the server to try,
 * another one each time where there are several.
 */
export async function writeInvoices(
  ledger: Ledger,
  clientOf: (attempt: number) => Client,
  place: { q: string; customer_id: string; name: string },
  isOver: () => boolean,
): Promise<void> {
  const own: string[] = []
  let attempts = 0
  /** Repeats a write until it is answered. */
  const until = async (method: string, path: string, body: Json, key: string): Promise<HttpAnswer> => {
    // A delete takes no key: if the object is gone after a refusal, the delete removed it.
    const is_delete = method === 'DELETE'
    for (let tries = 0; ; tries++) {
      const client = clientOf(attempts++)
      const answer = await send(
        ledger,
        () => client.call(method, path, body, is_delete ? {} : { 'idempotency-key': key }),
        ({ status, body: { code } }) =>
          status === 200 || status === 201 || (tries > 0 && (status === 404 ? is_delete : code === 'idempotency_key_in_use')),
      )
      if (answer?.headers['idempotent-replayed'] !== undefined) ledger.replayed++
      if (answer && answer.status !== 409) {
        ledger.acknowledged++
        return answer
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS))
    }
  }
  for (let count = 0; !isOver(); count++) {
    const notes = `${place.name}-${count}`
    const dice = Math.random()
    const target = own[Math.floor(Math.random() * own.length)]
    if (target === undefined || dice < 0.6) {
      const items = [{ name: 'x', quantity: 3, unit_price: 1.1 }]
      const body = { customer_id: place.customer_id, notes, issue_date: '2026-03-03', items }
      const { data } = (await until('POST', `/v1/invoices?${place.q}`, body, notes)).body
      own.push(data.id)
      ledger.living.set(data.id, { notes, invoice_number: data.invoice_number })
    } else if (dice < 0.9) {
      const { data } = (await until('PATCH', `/v1/invoices/${target}?${place.q}`, { notes }, notes)).body
      ledger.living.set(target, { notes, invoice_number: data.invoice_number })
    } else {
      await until('DELETE', `/v1/invoices/${target}?${place.q}`, undefined, notes)
      own.splice(own.indexOf(target), 1)
      ledger.living.delete(target)
      ledger.deleted.add(target)
    }
  }
}

/** Compares the service with the ledger: objects, numbers without a hole, totals, and events with changes one to one. Gives all events. */
export async function verifyLedger(client: Client, ledger: Ledger, company_id: string): Promise<Json[]> {
  const invoices = await client.all(`/v1/invoices?company_id=${company_id}`, 'invoices')
  const { total } = (await client.call('GET', `/v1/invoices?company_id=${company_id}&limit=1`)).body.data.pagination
  assert.equal(total, ledger.living.size, 'what the list counts is what there is')
  const listed = new Set(invoices.map(({ id }) => id))
  const unlisted = [...ledger.living.keys()].filter((id) => !listed.has(id))
  // A row that is lost, one that a list passes over, and a list that still moved are different faults: a failure has to say which it was.
  const found = await Promise.all(unlisted.map((id) => client.call('GET', `/v1/invoices/${id}?company_id=${company_id}`)))
  const again =
    unlisted.length === 0 ? [] : (await client.all(`/v1/invoices?company_id=${company_id}`, 'invoices')).map(({ id }) => id)
  assert.deepEqual(
    unlisted.map(
      (id, index) => `${id}: ${found[index]!.status} by itself, at ${again.indexOf(id)} of ${again.length} in a second walk`,
    ),
    [],
    `in no page of a walk over ${invoices.length} rows, of which ${invoices.length - listed.size} came twice`,
  )
  assert.deepEqual(
    new Map(invoices.map((invoice) => [invoice.id, { notes: invoice.notes, invoice_number: invoice.invoice_number }])),
    new Map([...ledger.living].sort(([a], [b]) => (a < b ? 1 : -1))),
  )
  for (const invoice of invoices) assert.deepEqual([invoice.subtotal, invoice.total, invoice.amount_due], [3.3, 3.3, 3.3])
  const events = await client.events(company_id)
  const created = events.filter((event) => event.type === 'invoice.created')
  assert.deepEqual(
    created.map((event) => event.data.invoice_number),
    created.map((_, index) => `INV-2026-${String(index + 1).padStart(6, '0')}`),
    'numbers come in the order of events, have no hole, and none is there twice',
  )
  assert.equal(created.length, ledger.living.size + ledger.deleted.size)
  // Each acknowledged write is one event: a repeated write was done once.
  assert.equal(events.filter((event) => event.resource_type === 'invoice').length, ledger.acknowledged)
  const last = new Map(events.filter((event) => event.resource_type === 'invoice').map((event) => [event.resource_id, event]))
  for (const [id, { notes }] of ledger.living) assert.equal(last.get(id)?.data.notes, notes)
  for (const id of ledger.deleted) assert.equal(last.get(id)?.type, 'invoice.deleted')
  return events
}
