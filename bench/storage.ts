// Bytes on disk of invoices, events and audit rows, on either engine: `node bench/storage.ts [requests]`. The figures are in docs/scaling.md.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../server/src/sql/database.ts'
import { run } from '../server/test/support/postgres.ts'
import { startTestApp, type TestApp } from '../server/test/support/test-app.ts'

const REQUESTS = Number(process.argv[2] ?? 10_000)
/** Requests under way at once. */
const AT_ONCE = 32
const CUSTOMERS = 200
const ITEMS = ['Consulting', 'Design review', 'Hosting, monthly', 'Support hours', 'Workshop on site'].map((name, index) => ({
  name,
  quantity: index + 1.5,
  unit_price: 80 + index * 7.25,
}))

type Sizes = Map<string, number>

/** Bytes of each table, with its indexes. */
async function sizesOf(app: TestApp): Promise<Sizes> {
  const { data_dir, database_url } = app.settings
  if (database_url !== undefined) {
    await run(database_url, 'CHECKPOINT')
    const { rows } = await run(
      database_url,
      "SELECT regexp_replace(relname, '_0$', '') AS name, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
  }
  const database = new DatabaseSync(join(data_dir, 'quoin.db'))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const rows = database
    .prepare('SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) GROUP BY 1')
    .all() as { name: string; bytes: number }[]
  database.close()
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** The growth of each table, in bytes per request. */
async function growth(app: TestApp, request: (index: number) => Promise<unknown>): Promise<Sizes> {
  await app.flush()
  const before = await sizesOf(app)
  for (let start = 0; start < REQUESTS; start += AT_ONCE) {
    app.pass(1_000)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, REQUESTS - start) }, (_, index) => request(start + index)))
  }
  await app.flush()
  const after = await sizesOf(app)
  return new Map([...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / REQUESTS]))
}

async function measure(engine: Engine): Promise<void> {
  const app = await startTestApp({ engine })
  const ok = async (method: string, path: string, call = {}) => {
    const answer = await app.call(method, path, call)
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.data
  }
  const customers: string[] = []
  for (let index = 0; index < CUSTOMERS; index++)
    customers.push((await ok('POST', '/v1/customers', { body: { name: `Customer ${index} GmbH` } })).id)
  const ids: string[] = []
  const phases: [string, (index: number) => Promise<unknown>][] = [
    [
      'create an invoice of 5 lines',
      async (index) => {
        const body = { customer_id: customers[index % CUSTOMERS], items: ITEMS, tax_rate: 19 }
        ids[index] = (await ok('POST', '/v1/invoices', { body })).id
      },
    ],
    ['send it (2 events)', (index) => ok('PATCH', `/v1/invoices/${ids[index]}`, { body: { status: 'sent' } })],
    ['read it', (index) => ok('GET', `/v1/invoices/${ids[index]}`)],
    [
      'create a customer with an Idempotency-Key',
      (index) =>
        ok('POST', '/v1/customers', { body: { name: `Buyer ${index} Ltd` }, headers: { 'idempotency-key': `key-${index}` } }),
    ],
  ]
  for (const [name, request] of phases) {
    const grown = [...(await growth(app, request))].filter(([, bytes]) => bytes >= 1).sort(([, a], [, b]) => b - a)
    const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0)
    console.log(
      `${engine}: ${name}: ${Math.round(total)} bytes: ${grown.map(([table, bytes]) => `${table} ${Math.round(bytes)}`).join(', ')}`,
    )
  }
  await app.close()
}

await measure('sqlite')
await measure('postgres')
process.exit(0)
