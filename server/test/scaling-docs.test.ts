// docs/scaling.md: its statements for Citus know every table, apply to the schema, and leave one that follows the rules of Citus and that the
// service works on. The functions of Citus are replaced by stubs; Citus itself is not used.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { TRANSFER_TABLES } from '../src/operate/transfer/tables.ts'
import { ENGINE } from './support/engine.ts'
import { deleteScene, makeScene } from './support/fixtures.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const page = readFileSync(join(dirname(dirname(import.meta.dirname)), 'docs/scaling.md'), 'utf8')
const script = /### Citus[\s\S]*?```sql\n([\s\S]*?)```/.exec(page)![1]!
const distributed = new Map(
  [...script.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)].map(([, table, column]) => [table!, column!]),
)
const reference = [...script.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, table]) => table!)
const local = /-- Local tables of the coordinator: (.*)\./.exec(script)![1]!.split(', ')

describe('the statements for Citus', () => {
  test('distribute every table that belongs to companies by its company, beside the companies', () => {
    const owned = TRANSFER_TABLES.filter(({ owner }) => owner.of === 'company').map(({ name }) => [name, 'company_id'])
    assert.ok(owned.length > 15)
    assert.deepEqual([...distributed].sort(), [['companies', 'id'], ...owned].sort())
    const apart = [...script.matchAll(/create_distributed_table\(.*/g)].filter(
      ([line]) => !line.includes("colocate_with => 'companies'"),
    )
    assert.deepEqual(apart.map(String), ["create_distributed_table('companies', 'id');"])
  })
})

describe('the schema after these statements', { skip: ENGINE === 'sqlite' && 'Citus is of PostgreSQL' }, () => {
  let app: TestApp
  let client: pg.Client

  before(async () => {
    app = await startTestApp()
    client = new pg.Client({ connectionString: app.settings.database_url! })
    await client.connect()
    await client.query(`
      CREATE FUNCTION create_reference_table(text) RETURNS void LANGUAGE sql AS '';
      CREATE FUNCTION create_distributed_table(text, text, colocate_with text DEFAULT 'default') RETURNS void LANGUAGE sql AS ''`)
    await runScript()
  })
  after(async () => {
    await client.end()
    await app.close()
  })

  /** Like psql: `\gexec` runs the results of a query. */
  async function runScript(): Promise<void> {
    const statements = script.replace(/^--.*\n/gm, '').split(/;\n|(?<=\\gexec)\n/)
    for (const statement of statements
      .map((one) => one.trim())
      .filter((one) => one !== '' && !one.startsWith('CREATE EXTENSION'))) {
      const [sql, gexec] = statement.split('\\gexec')
      const { rows } = await client.query(sql!)
      if (gexec !== undefined) for (const row of rows) await client.query(row.format)
    }
  }

  test('has no table that is of none of the three kinds', async () => {
    const { rows } = await client.query(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace",
    )
    assert.deepEqual(rows.map(({ name }) => name).sort(), [...distributed.keys(), ...reference, ...local].sort())
  })

  test('has the company in every unique index of a distributed table', async () => {
    const { rows } = await client.query(`
      SELECT indrelid::regclass::text AS name, indexrelid::regclass::text AS index, array_agg(attname::text) AS columns
      FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indisunique GROUP BY 1, 2`)
    const of_distributed = rows.filter(({ name }) => distributed.has(name))
    assert.ok(of_distributed.length >= distributed.size)
    assert.deepEqual(
      of_distributed.filter(({ name, columns }) => !columns.includes(distributed.get(name))),
      [],
    )
  })

  test('has foreign keys only where Citus can hold them, and all that it had', async () => {
    const { rows } = await client.query(`
      SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`)
    assert.ok(rows.length > 30)
    const wrong = rows.filter(({ name, target, definition }) => {
      if (local.includes(name) && local.includes(target)) return false
      if (reference.includes(target)) return local.includes(name)
      if (!distributed.has(name) || !distributed.has(target)) return true
      // Both sides of the key begin with the company, which is `id` in `companies`.
      const [, own, others] = /FOREIGN KEY \((\w+).*?REFERENCES \w+\((\w+)/.exec(definition)!
      return own !== distributed.get(name) || others !== distributed.get(target)
    })
    assert.deepEqual(wrong, [])
  })

  test('has triggers on local tables only', async () => {
    const { rows } = await client.query(
      'SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE NOT tgisinternal AND tgrelid NOT IN (SELECT inhrelid FROM pg_inherits)',
    )
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !local.includes(name)),
      [],
    )
  })

  test('is one that the service works on', async () => {
    const scope = { key: app.tenant.keys.admin, company: app.tenant.company_id }
    const scene = await makeScene(app, scope)
    assert.equal((await app.call('POST', `/v1/quotes/${scene.quote}/convert`)).status, 201)
    await deleteScene(app, scope, await makeScene(app, scope))
    await app.sweep()
    assert.ok(await app.flush())
  })
})
