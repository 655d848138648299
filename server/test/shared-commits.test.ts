// Transactions that share a commit gather and write together: everything is there, in order, and nothing of refused ones.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { takeCount } from '../src/billing/documents/numbering.ts'
import { invoiceCreated } from '../src/billing/invoices/events.ts'
import { invoiceFigures } from '../src/billing/invoices/kept-figures.ts'
import { invoiceStore } from '../src/billing/invoices/repository.ts'
import { createInvoiceIn, loadInvoice } from '../src/billing/invoices/service.ts'
import { quoteStore } from '../src/billing/quotes/repository.ts'
import { type Context, createContext } from '../src/http/context.ts'
import { notFound } from '../src/kernel/errors.ts'
import type { InvoiceId } from '../src/kernel/ids.ts'
import { headOf } from '../src/record/events/outbox.ts'
import { recordEvents } from '../src/record/events/record.ts'
import type { Gathering, WriteTx } from '../src/sql/database.ts'
import { needs_sqlite } from './support/engine.ts'
import { select } from './support/fixtures.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let customer_id: string
/** The statements that the service ran since it was last emptied, and whether each is known to change nothing. */
const statements: { sql: string; is_select: boolean }[] = []

before(async () => {
  app = await startTestApp({ onStatement: ({ sql, is_select = false }) => void statements.push({ sql, is_select }) })
})
after(() => app.close())
beforeEach(async () => {
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Customer' } })).data.id
})

const invoiceOf = (customer = customer_id) => ({ customer_id: customer, items: [{ name: 'Work', unit_price: 5 }] })
const create = (customer = customer_id) => app.call('POST', '/v1/invoices', { body: invoiceOf(customer) })

function context(): Context {
  const { organization_id, company_id, user_id } = app.tenant
  return createContext({ database: app.database, now_ms: app.now_ms(), organization_id, company_id, user_id })
}

/** Transactions that fail after they made an invoice. Those that touched the database are undone with a savepoint, the others in memory. */
const FAILING: Record<string, (tx: WriteTx, context: Context) => Promise<unknown>> = {
  'has gathered only': (tx, context) => createInvoiceIn(tx, context, invoiceOf()),
  'has changed something': async (tx, context) => {
    await tx.execute({ sql: "UPDATE customers SET notes = 'lost'", returns_rows: false }, [])
    await createInvoiceIn(tx, context, invoiceOf())
  },
  'has read what it gathered': async (tx, context) => {
    const { id } = await createInvoiceIn(tx, context, invoiceOf())
    await loadInvoice(tx, context.company_id, id)
  },
}

/** Where the numbers, the counts of the list and the events are; each must agree with the invoices that there are. */
async function state() {
  const { company_id } = app.tenant
  const of = `WHERE company_id = '${company_id}'`
  const invoices = await select(app, `SELECT id, invoice_number FROM invoices ${of} ORDER BY invoice_number`)
  const events = await select(app, `SELECT resource_id, type FROM events ${of} ORDER BY id`)
  const [counter] = await select(app, `SELECT last_number FROM number_counters ${of} AND kind = 'invoice'`)
  const [head] = await select(app, `SELECT sequence FROM event_heads ${of}`)
  const [count] = await select(app, `SELECT count FROM list_counts ${of} AND list = 'invoices' AND filter = ''`)
  const [items] = await select(app, `SELECT count(*) AS count FROM invoice_items ${of}`)
  const [lost] = await select(app, `SELECT count(*) AS count FROM customers ${of} AND notes = 'lost'`)
  return { invoices, events, counter, head, count, items, lost }
}

async function assertAgrees(): Promise<number> {
  const { invoices, events, counter, head, count, items, lost } = await state()
  const number = invoices.length
  assert.deepEqual(
    invoices.map(({ invoice_number }) => invoice_number),
    Array.from({ length: number }, (_, index) => `INV-2026-${String(index + 1).padStart(6, '0')}`),
  )
  assert.deepEqual(
    events.filter(({ type }) => type === 'invoice.created').map(({ resource_id }) => resource_id),
    invoices.map(({ id }) => id),
  )
  const found = [counter.last_number, head.sequence, count.count, items.count, lost.count]
  assert.deepEqual(found, [number, events.length, number, number, 0])
  return number
}

describe('transactions that share a commit', () => {
  for (const [how, fail] of Object.entries(FAILING)) {
    test(`lose nothing, and keep nothing of one in their middle that ${how} and is refused`, async () => {
      await create()
      const number = await assertAgrees()
      const failing = () =>
        context().transaction(async (tx) => {
          await fail(tx, context())
          throw notFound()
        })
      const outcomes = await Promise.allSettled([
        create(),
        create(),
        failing(),
        create('cus_unknown'),
        create(),
        failing(),
        create(),
      ])
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.status : outcome.reason.status)),
        [201, 201, 404, 400, 201, 404, 201],
      )
      assert.equal(await assertAgrees(), number + 4)
    })
  }

  test('lose nothing to one whose gathered rows can not be written', async () => {
    const first = (await create()).data
    const number = await assertAgrees()
    const twice = () =>
      context().transaction(async (tx) => {
        const record = await loadInvoice(tx, app.tenant.company_id, first.id)
        await invoiceStore.insert(tx, record)
        await recordEvents(tx, context(), invoiceCreated(first))
        return {}
      })
    const outcomes = await Promise.allSettled([create(), twice(), create()])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.equal(await assertAgrees(), number + 2)
  })

  test('gain nothing from one that was refused while it still waited for something', async () => {
    await create()
    const number = await assertAgrees()
    const { company_id } = app.tenant
    const late = () =>
      context().transaction(async (tx) => {
        const taken = Promise.resolve()
          .then(() => Promise.resolve())
          .then(() => takeCount(tx, company_id, 'invoice', '2026-06-15'))
        taken.catch(() => {})
        await Promise.all([taken, Promise.reject(notFound())])
        return { status: 200 }
      })
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.allSettled([late(), create('cus_unknown'), create(), late(), create()])
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.status : outcome.reason.status)),
        [404, 400, 201, 404, 201],
      )
    }
    assert.equal(await assertAgrees(), number + 10)
  })

  test('see what those before them gathered, wherever they look', async () => {
    const { company_id } = app.tenant
    let made: InvoiceId | undefined
    const seen = await Promise.all([
      context().transaction((tx) =>
        createInvoiceIn(tx, context(), invoiceOf()).then((invoice) => {
          made = invoice.id as InvoiceId
          return { counted: 0, head: 0, id: invoice.id }
        }),
      ),
      context().transaction(async (tx) => ({
        counted: await invoiceFigures.count(tx, company_id, '', {}),
        head: await headOf(tx, company_id),
        id: (await loadInvoice(tx, company_id, made!)).id,
      })),
    ])
    const { count, head } = await state()
    assert.deepEqual(seen[1], { counted: count.count, head: head.sequence, id: made })
    await assertAgrees()
  })

  test('write what they do alike once: 20 creates of one commit', async (context_of_test) => {
    await create()
    const before = (await state()).count.count
    statements.length = 0
    // A group ends after some milliseconds. Time stands still here, so that on a busy machine too they are one group.
    const at_ms = performance.now()
    const clock = context_of_test.mock.method(performance, 'now', () => at_ms)
    await Promise.all(
      Array.from({ length: 20 }, () => context().transaction((tx) => createInvoiceIn(tx, context(), invoiceOf()))),
    )
    clock.mock.restore()
    // The log rows of earlier requests, and when their key was used, may be written meanwhile.
    const own = statements.filter(({ sql }) => !/"(audit_\w+|api_keys)"/.test(sql))
    const changes = own.filter(({ is_select }) => !is_select)
    const reads = own.filter(({ is_select }) => is_select)
    // The rows of 20 invoices, their lines and their events are two statements each, 16 rows and 4; counts, sums, number, end of the events: one
    // each.
    assert.ok(changes.length <= 10, changes.map(({ sql }) => sql.slice(0, 60)).join('\n'))
    // The company and the customer of each; the ends of numbers and events once.
    assert.ok(reads.length <= 20 * 2 + 2, reads.map(({ sql }) => sql.slice(0, 60)).join('\n'))
    assert.equal((await state()).count.count, before + 20)
  })
})

describe('what is gathered', { skip: needs_sqlite }, () => {
  test('is written before any statement on a table with rows that refer to it', async () => {
    const invoice = (await create()).data
    const quote = (await app.call('POST', '/v1/quotes', { body: { customer_id, valid_until: '2027-01-01' } })).data
    const gatherings = new Map<Gathering<unknown>, unknown[]>()
    const scope = { company_id: app.tenant.company_id, now: '2026-06-15T10:00:00.000Z' }
    const record = { ...scope, items: [], created_at: scope.now }
    const written = new Set<string>()
    const tx = {
      engine: 'sqlite',
      execute: async () => ({ rows: [{ sequence: 1, last_number: 1, created_at: scope.now, timelines: null }], affected: 0 }),
      post: ({ tables }: { tables: string[] }) => void tables.map((table) => written.add(table)),
      gather: (gathering: Gathering<unknown>, item: unknown) =>
        gatherings.set(gathering, [...(gatherings.get(gathering) ?? []), item]),
      gathered: () => [],
      notify() {},
    } as unknown as WriteTx
    // biome-ignore lint/suspicious/noExplicitAny: the content of the rows does not matter here
    const rowOf = (shown: any) => ({ ...shown, ...record }) as any
    const columns = async (table: string) =>
      Object.fromEntries((await select(app, `PRAGMA table_info(${table})`)).map(({ name }) => [name, '']))
    await invoiceStore.insert(tx, rowOf({ ...(await columns('invoices')), ...invoice }))
    await quoteStore.insert(tx, rowOf({ ...(await columns('quotes')), ...quote }))
    await recordEvents(tx, scope, invoiceCreated(invoice))
    await takeCount(tx, scope.company_id, 'invoice', '2026-01-01')
    assert.ok(gatherings.size >= 5)
    for (const [{ tables, write }, items] of gatherings) {
      written.clear()
      await write(tx, items, () => {})
      for (const table of written) {
        const referring = await select(
          app,
          `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE f."table" = '${table}'`,
        )
        for (const { name } of [{ name: table }, ...referring])
          assert.ok((tables as readonly string[]).includes(name), `${table}: ${name}`)
      }
    }
  })
})
