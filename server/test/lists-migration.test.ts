// The migration that brings marks and counts by values, on a database that had rows before.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'

const INVOICES = 9_000

const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
const migration = (name: string) => readFileSync(new URL(`../migrations/${name}.sqlite.sql`, import.meta.url), 'utf8')
const select = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[]

/** Inserts rows, each of them from a number `n`, with blanks for the columns that are not named. */
function fill(table: string, count: number, columns: Record<string, string>): void {
  const info = select(`SELECT * FROM pragma_table_info('${table}')`)
  const values = info.map(
    ({ name, type, notnull }) => columns[String(name)] ?? (notnull === 0 ? 'NULL' : type === 'TEXT' ? "'' || n" : '0'),
  )
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO ${table} SELECT ${values.join(', ')} FROM numbers`)
}

before(() => {
  database.exec(migration('0001_initial'))
  database.exec(migration('0002_webhooks'))
  const common = { company_id: "'com_1'", id: "printf('%06d', n)", created_at: "printf('2026-%06d', n / 3)" }
  // Deleted ones are in no list.
  const deleted_at = "iif(n % 10 = 0, 'x', NULL)"
  fill('invoices', INVOICES, { ...common, customer_id: "'cus_1'", status: "iif(n % 3 = 0, 'sent', 'paid')", deleted_at })
  fill('projects', 30, {
    ...common,
    status: "iif(n % 2, 'draft', 'review')",
    priority: "'low'",
    is_archived: 'n % 3 = 0',
    deleted_at,
  })
  const parent = { parent_task_id: "iif(n % 4, NULL, 'tsk_1')", assigned_to: "iif(n % 5, NULL, 'usr_1')" }
  fill('tasks', 60, { ...common, project_id: "'pro_' || (n % 2)", status: "'todo'", priority: "'low'", ...parent, deleted_at })
  const flags = { is_billable: 'n % 2', invoiced: 'n % 3 = 0' }
  fill('time_entries', 60, { ...common, project_id: "'pro_1'", user_id: "'usr_' || (n % 3)", ...flags, deleted_at })
  for (const filter of ["'/'", "status || '/'", "'/' || customer_id", "status || '/' || customer_id"]) {
    database.exec(`
      INSERT INTO list_counts
      SELECT company_id, 'invoices', ${filter}, count(*) FROM invoices WHERE deleted_at IS NULL GROUP BY 1, 2, 3`)
  }
  database.exec(migration('0003_lists'))
})
after(() => database.close())

describe('the migration of lists', () => {
  test('makes marks for long lists, each with the rows from it down to the next', () => {
    const long = select('SELECT filter, count, marks FROM list_counts WHERE marks > 0 ORDER BY filter')
    assert.deepEqual(
      long.map(({ filter, marks }) => `${filter} ${marks}`),
      ['/ 4', '/cus_1 4', 'paid/ 3', 'paid/cus_1 3'],
    )
    for (const { filter, count } of long) {
      const [status] = String(filter).split('/')
      const marks = select(`SELECT * FROM list_marks WHERE filter = '${filter}' ORDER BY created_at DESC, id DESC`)
      assert.equal(marks[0]!['created_at'], '~')
      let sum = 0
      for (const [index, mark] of marks.entries()) {
        const next = marks[index + 1]
        const above = next ? `(created_at, id) > ('${next['created_at']}', '${next['id']}')` : 'true'
        const [rows] = select(`
          SELECT count(*) AS count FROM invoices
          WHERE deleted_at IS NULL AND status LIKE '${status || '%'}'
            AND (created_at, id) <= ('${mark['created_at']}', '${mark['id']}') AND ${above}`)
        assert.equal(rows!['count'], mark['count'])
        sum += Number(mark['count'])
      }
      assert.equal(sum, count)
    }
  })

  test('counts projects, tasks and time entries by what their lists are filtered by', () => {
    const counted = (list: string) =>
      Object.fromEntries(
        select(`SELECT filter, count FROM list_counts WHERE list = '${list}'`).map((row) => [row['filter'], row['count']]),
      )
    assert.deepEqual(counted('projects'), { '/draft/low/0': 10, '/draft/low/1': 5, '/review/low/0': 8, '/review/low/1': 4 })
    const sum = (counts: Record<string, unknown>) =>
      Object.values(counts).reduce((total: number, count) => total + Number(count), 0)
    assert.equal(sum(counted('tasks')), 54)
    assert.equal(counted('tasks')['pro_1/todo/low//root'], 24)
    assert.equal(sum(counted('time_entries')), 54)
    assert.equal(counted('time_entries')['pro_1/usr_0/1/1'], 10)
  })
})

test('the migration of cells names what documents are counted under as all other lists do', () => {
  const customer = 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2'
  const filters = ['/', 'paid/', `/${customer}`, `paid/${customer}`]
  for (const table of ['list_counts', 'list_marks']) {
    for (const filter of filters) fill(table, 1, { company_id: "'com_2'", list: "'quotes'", filter: `'${filter}'` })
  }
  const text = readFileSync(new URL('../migrations/0019_cells.sql', import.meta.url), 'utf8')
  database.exec(text)
  for (const table of ['list_counts', 'list_marks']) {
    const found = select(`SELECT filter FROM ${table} WHERE company_id = 'com_2' ORDER BY filter`).map(({ filter }) => filter)
    assert.deepEqual(found, ['', '/paid', customer, `${customer}/paid`])
  }
})
