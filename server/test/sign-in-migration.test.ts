// The migration that adds the sign-in, on a database with passwords.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { hashPassword, isPasswordOf } from '../src/kernel/crypto.ts'
import { migrationsFor } from '../src/sql/migrate.ts'

const database = new DatabaseSync(':memory:')
const migrations = migrationsFor('sqlite')
const run = (from: number, to: number) => {
  for (const { id, sql } of migrations) if (id >= from && id <= to) database.exec(sql)
}
const select = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[]

before(async () => {
  database.exec('CREATE TABLE migrations (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)')
  run(1, 4)
  const insert = database.prepare('INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (const organization of ['org_1', 'org_2', 'org_3']) {
    database.prepare('INSERT INTO organizations VALUES (?, ?, ?)').run(organization, 'O', '2026-01-01')
  }
  insert.run('org_1', 'usr_1', 'Ada', 'ada@example.com', await hashPassword('the older password'), 'owner', '2026-01-01')
  insert.run('org_2', 'usr_2', 'Ada', 'ada@example.com', await hashPassword('the newer password'), 'owner', '2026-02-01')
  insert.run('org_3', 'usr_3', 'Ada', 'ada@example.com', null, 'member', '2026-03-01')
  insert.run('org_3', 'usr_4', 'Grace', 'grace@example.com', null, 'owner', '2026-03-01')
  run(5, 5)
})
after(() => database.close())

describe('the migration of the sign-in', () => {
  test('makes a person of each address that had a password; the newest one counts', async () => {
    const [person, ...others] = select(
      'SELECT persons.email, credentials.password, credentials.account_id = persons.id AS is_own FROM persons JOIN credentials ON person_id = persons.id',
    )
    assert.deepEqual([others, person!['email'], person!['is_own']], [[], 'ada@example.com', 1])
    assert.ok(await isPasswordOf(person!['password'] as string, 'the newer password'))
  })

  test('lets them sign in as the member whose password it was, and as no other of that address', () => {
    const members = select('SELECT id FROM users WHERE person_id = (SELECT id FROM persons)')
    assert.deepEqual(
      members.map(({ id }) => id),
      ['usr_2'],
    )
    assert.equal(select('SELECT id FROM users WHERE password_hash IS NOT NULL').length, 0)
    assert.equal(select('SELECT id FROM users').length, 4)
  })
})
