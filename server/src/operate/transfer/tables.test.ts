// The list of tables against the schema that the migrations make: none can be forgotten, and parents come first. Their columns are held to it in
// server/test/definitions.test.ts.
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
    test(`${name}: what it says of its columns`, () => {
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
