// Which room may name which table in its SQL: its own, those that tools keep for all rooms, and what is listed here with the reason.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { floorOf, importsOf, isOfTests, type Sources, sourcesIn, TOOLS, withoutComments } from './support/floor-plan.ts'

/** Tables of other rooms that a room's SQL names, and why. They are only read: a row is changed by its own room. */
const OTHERS: Record<string, Record<string, string>> = {
  engines: {
    companies: 'a transaction locks the row of its company',
    event_heads: 'and marks itself there without a new value, so that replicas can tell whether they have it',
  },
  http: {
    users: 'two answers for pages of one member wait for each other by the row of the member',
    api_keys: 'the same for a key, where a request names no company',
  },
  'access/users': { credentials: 'a one-time link stands on the passwords of its member and its maker' },
  'access/companies': {
    api_keys: 'the companies that a key reaches, in one statement',
    api_key_companies: 'the same',
  },
  'access/api-keys': {
    companies: 'a key is looked up together with the company asked for',
    users: 'keys are shown with who made them',
  },
  'access/audit-log': {
    api_keys: 'entries are shown with the names of their keys',
    users: 'and with those of their members',
  },
  'access/sessions': {
    companies: 'a session is looked up together with the company asked for',
    organizations: 'and with the organization',
    users: 'and with the member, whose role it has',
  },
  'record/webhooks': { event_heads: 'the companies that have news are found by how far events and endpoints have come' },
  'billing/documents': {
    customers: 'the rows of documents are read together with their customers',
    companies: 'a public page finds its document by the token alone, with whose it is',
  },
  'billing/invoices': {
    payments: 'what came in on all invoices of a company, in one statement',
    customers: 'with the names of their customers',
  },
  'billing/credit-notes': {
    invoices: 'credit notes are shown with the number of their invoice, and what is to be paid back of it',
  },
  'billing/reminders': { customers: 'whether reminders of a customer are paused, and where they would go' },
  'billing/bank': { invoices: 'what is to be paid back of a credit note is read of its invoice' },
  'billing/statements': {
    invoices: 'statements have no table of their own',
    payments: 'the same',
    credit_notes: 'the same',
    refunds: 'the same',
  },
  'billing/recurring-invoices': {
    customers: 'recurring invoices are shown with their customers, and with what their invoices inherit of them',
  },
  'work/projects': {
    companies: 'projects are read together with the currency of the company',
    customers: 'and with the names of their customers',
  },
  'work/tasks': { projects: 'the lists of all tasks of a company show their projects' },
  'work/time-entries': {
    projects: 'the lists of all time of a company show their projects',
    tasks: 'and their tasks',
  },
}

/** The one change of a row by another room, which leaves all its values as they are. */
const MARKED = { room: 'engines', table: 'event_heads' }

/** Rooms that take definitions of other rooms' tables. */
const ALL_DEFINITIONS: Record<string, string> = { 'operate/transfer': 'an export has all tables' }

describe('the tables that rooms read', () => {
  const sources = sourcesIn('server/src')

  test('are their own, those of tools, and what is listed', () => {
    assert.ok(tablesOf(sources).size > 40)
    assert.deepEqual(violations(sources), [])
  })

  test('the list has nothing that no statement needs', () => {
    const named = namedTables(sources).map(({ room, table }) => `${room}: ${table}`)
    const listed = Object.entries(OTHERS).flatMap(([room, tables]) => Object.keys(tables).map((table) => `${room}: ${table}`))
    assert.deepEqual(
      listed.filter((one) => !named.includes(one)),
      [],
    )
  })
})

describe('the checker of tables', () => {
  const definitions = {
    'billing/invoices/table.ts': `export const invoices = defineTable('invoices', {})`,
    'billing/customers/table.ts': `export const customers = defineTable('customers', {})`,
    'figures/table.ts': `export const list_counts = defineTable('list_counts', {})`,
  }
  const check = (path: string, text: string) => violations(new Map(Object.entries({ ...definitions, [path]: text })))
  const refused = [
    `db.selectFrom('invoices')`,
    `db.selectFrom('invoices as document')`,
    'db.insertInto(\n  "invoices")',
    `db.updateTable('invoices').set({})`,
    `db.deleteFrom('invoices')`,
    `rows.innerJoin('invoices', 'a', 'b')`,
    `rows.leftJoin('invoices as i', (join) => join)`,
    `sql.table('invoices')`,
    'sql`SELECT 1 FROM invoices`',
    'sql`SELECT 1 FROM a JOIN "invoices" ON true`',
    'sql`UPDATE invoices SET a = 1`',
  ]
  for (const text of refused) {
    test(`refuses ${text} in another room`, () => {
      assert.deepEqual(check('work/tasks/repository.ts', text), [
        'work/tasks/repository.ts names invoices, a table of billing/invoices',
      ])
      assert.deepEqual(check('billing/invoices/repository.ts', text), [])
    })
  }
  test('refuses to change a row of another room, also where it may read it', () =>
    assert.deepEqual(check('billing/documents/store.ts', `db.updateTable('customers')`), [
      'billing/documents/store.ts changes customers, a table of billing/customers',
    ]))
  test('refuses the definition of another room', () =>
    assert.deepEqual(
      check('work/tasks/repository.ts', `import { invoices } from '../../billing/invoices/table.ts'\nupdateRow(invoices)`),
      ['work/tasks/repository.ts names invoices, a table of billing/invoices'],
    ))
  test('accepts the type of another room, a tool, what is listed, and words that are no statement', () => {
    assert.deepEqual(check('work/tasks/service.ts', `import type { InvoicesTable } from '../../billing/invoices/table.ts'`), [])
    assert.deepEqual(check('work/tasks/repository.ts', `db.selectFrom('list_counts')`), [])
    assert.deepEqual(check('billing/documents/query.ts', `db.selectFrom('customers')`), [])
    assert.deepEqual(check('home/search/service.ts', `const kinds = ['invoices'] // from invoices`), [])
  })
})

function violations(sources: Sources): string[] {
  return namedTables(sources)
    .filter(({ room, owner }) => !TOOLS.includes(owner) && !ALL_DEFINITIONS[room])
    .filter(({ room, table, is_changed }) => !(room === MARKED.room && table === MARKED.table && is_changed))
    .filter(({ room, table, is_changed }) => is_changed || !OTHERS[room]?.[table])
    .map(
      ({ path, table, owner }) => `${path} ${OTHERS[floorOf(path)]?.[table] ? 'changes' : 'names'} ${table}, a table of ${owner}`,
    )
}

/** The room of each table, by its name. */
function tablesOf(sources: Sources): Map<string, string> {
  const tables = new Map<string, string>()
  for (const [path, text] of sources)
    for (const [, name] of text.matchAll(/\bdefineTable\('(\w+)'/g)) tables.set(name!, floorOf(path))
  return tables
}

const BUILT =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin\w*|using|sql\.table)(?:<[^(]*>)?\(\s*['"`](\w+)(?: as \w+)?['"`]/g
const WRITTEN = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+"?(\w+)"?/g

const CHANGED =
  /\b(?:insertInto|updateTable|deleteFrom)(?:<[^(]*>)?\(\s*['"`](\w+)|\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)/g

interface Named {
  path: string
  room: string
  table: string
  owner: string
  is_changed: boolean
}

/** The tables of other rooms that files name in statements, or whose definitions they take. */
function namedTables(sources: Sources): Named[] {
  const owners = tablesOf(sources)
  const found: Named[] = []
  for (const [path, text] of sources) {
    if (isOfTests(path)) continue
    const code = withoutComments(text)
    const names = [...code.matchAll(BUILT), ...code.matchAll(WRITTEN)].map(([, name]) => name!)
    for (const one of importsOf(path, text))
      if (!one.is_type && /\/table\.ts$/.test(one.name)) names.push(...one.names.split(/[{},\s]+/))
    const changed = new Set([...code.matchAll(CHANGED)].map(([, built, written]) => built ?? written))
    const room = floorOf(path)
    for (const table of new Set(names)) {
      const owner = owners.get(table)
      if (owner && owner !== room) found.push({ path, room, table, owner, is_changed: changed.has(table) })
    }
  }
  return found
}
