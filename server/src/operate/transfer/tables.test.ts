// The list of tables against the schema that the migrations make: none can be forgotten, in none a column, and parents come first.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { migrationsFor } from '../../sql/migrate.ts'
import { LEFT_OUT, TRANSFER_TABLES } from './tables.ts'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE migrations (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)')
for (const { sql } of migrationsFor('sqlite')) database.exec(sql)
after(() => database.close())

const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[]
const names = TRANSFER_TABLES.map(({ name }) => name as string)

describe('the tables of an export', () => {
  test('are all tables of the schema but those that are left out with a reason', () => {
    const schema = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map(({ name }) => name)
    assert.deepEqual([...names, ...Object.keys(LEFT_OUT)].sort(), schema.sort())
    assert.ok(Object.values(LEFT_OUT).every((reason) => reason.length > 10))
  })

  for (const { name, columns, key, owner, parent, cleared } of TRANSFER_TABLES) {
    const info = all(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`)
    const { sql } = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name) as { sql: string }

    test(`${name}: every column, with its type`, () => {
      const expected = info.map((column) => {
        const is_boolean = sql.includes(`${column['name']} IN (0, 1)`)
        const type = is_boolean
          ? 'boolean'
          : { TEXT: 'text', INTEGER: 'integer', BIGINT: 'integer', REAL: 'real' }[column['type'] as string]
        return [column['name'], `${type}${column['notnull'] === 1 ? '' : '?'}`]
      })
      assert.deepEqual({ ...columns }, Object.fromEntries(expected))
    })

    test(`${name}: its key, and what it says of its columns`, () => {
      const primary = info.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a['pk']) - Number(b['pk']))
      assert.deepEqual(
        key,
        primary.map((column) => column['name']),
      )
      if (owner.of !== 'database') assert.ok(owner.column in columns)
      for (const column of cleared ?? []) assert.match(columns[column]!, /\?$/)
      if (parent) assert.match(columns[parent.column]!, /\?$/)
      // The rows of a group follow each other: what they have in common comes first in the key.
      assert.deepEqual(parent?.within ?? [], key.slice(0, parent?.within.length ?? 0))
    })

    test(`${name}: refers to tables before it, or to itself by way of its parent`, () => {
      for (const reference of all(`SELECT "table", "from" FROM pragma_foreign_key_list('${name}')`)) {
        const to = reference['table'] as string
        if (to === name) assert.ok([parent!.column, ...parent!.within].includes(reference['from'] as string))
        else assert.ok(names.indexOf(to) >= 0 && names.indexOf(to) < names.indexOf(name), `${name} comes before ${to}`)
      }
    })
  }
})
