// Keeps the plan of the house (decisions/001-rooms-on-floors.md): who may import whom, and which words stay in which room.

import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import {
  BUSINESS,
  floorOf,
  importsOf,
  isOfTests,
  PRIVATE_TO_BUSINESS_ROOM,
  type Sources,
  sourcesIn,
  TOOLS,
  WINGS,
  withoutComments,
} from './support/floor-plan.ts'

const FLOORS = [
  ...TOOLS,
  ...Object.entries(WINGS).flatMap(([wing, rooms]) => rooms.map((room) => `${wing}/${room}`)),
  ...['endpoints.ts', 'app.ts', 'config-values.ts', 'config-limits.ts', 'config.ts', 'main.ts'],
]

/** What puts the rooms together. */
const TOP = ['endpoints.ts', 'app.ts']
const ONLY_FOR_APP = /(^|-)routes\.ts$/
/** A payment has no life of its own: each one changes its invoice in the same transaction, so the invoice's room writes its row. */
const OPEN_TO: Record<string, string[]> = { 'billing/payments/repository.ts': ['billing/invoices'] }

/** The kernel computes; whatever waits for a disk, a socket or another process lives higher up. */
const INPUT_AND_OUTPUT =
  /^(node:(fs|http|https|http2|net|tls|dgram|dns|sqlite|child_process|worker_threads|cluster)(\/.*)?|fastify|kysely|pg|pino)$/

/** What only one of the two engines understands, or what asks which one it is. */
const DIALECT_WORDS = [
  /\bPRAGMA\b/i,
  /\b(sqlite|pg)_[a-z]\w*/i,
  /\b(json_extract|json_each|json_group_array|json_object|json_patch|json_agg|json_build_object|jsonb|jsonb_\w+)\b/i,
  /\b(strftime|unixepoch|julianday|date_trunc|to_char|to_timestamp|group_concat|string_agg)\s*\(/i,
  /\bILIKE\b|(?<!\bdialect)\.forUpdate\(|\bFOR (NO KEY )?UPDATE\b|\bSKIP LOCKED\b|\bAUTOINCREMENT\b/,
  /\bBEGIN (IMMEDIATE|EXCLUSIVE)\b|\bINSERT OR (IGNORE|REPLACE)\b|\bCOLLATE NOCASE\b/i,
  /[!=]==? *['"](sqlite|postgres|postgresql)['"]/,
]

describe('the floor plan', () => {
  const sources = sourcesIn('server/src')

  test('every source file of the server keeps to it', () => {
    assert.ok(sources.size > 0, 'no source file found')
    assert.deepEqual(floorPlanViolations(sources), [])
  })
})

describe('the checker of the floor plan', () => {
  const accepted: Record<string, Record<string, string>> = {
    'a lower floor': { 'billing/invoices/service.ts': `import { findCompany } from '../../access/companies/service.ts'` },
    'its own folder': { 'billing/invoices/service.ts': `import { saveInvoice } from './repository.ts'` },
    'schema, noun, events and service of a room to the left': {
      'billing/quotes/service.ts': `import { A } from '../invoices/schema.ts'\nimport { b } from '../invoices/invoice.ts'
        import { c } from '../invoices/events.ts'\nimport { d } from '../invoices/service.ts'`,
    },
    'the rows of payments in invoices': {
      'billing/invoices/service.ts': `import { insertPayment } from '../payments/repository.ts'`,
    },
    'a word that only begins like one': { 'http/validate.ts': 'const jsonBytes = 1' },
    'a lock by way of the dialect': { 'billing/invoices/repository.ts': 'const lock = dialect.forUpdate(query)' },
    'app.ts taking everything': {
      'app.ts': `import { routes } from './billing/invoices/routes.ts'\nimport './record/webhooks/worker.ts'`,
    },
    'main.ts reading the configuration': { 'main.ts': `import { readConfig } from './config.ts'` },
    'decimals in money.ts': { 'kernel/money.ts': `import Big from 'big.js'` },
    'the environment in config.ts': { 'config.ts': 'export const port = process.env.QUOIN_PORT' },
    'dialect words in engines/': { 'engines/sqlite/database.ts': `db.exec('PRAGMA journal_mode = WAL')` },
    'words in comments': {
      'billing/invoices/service.ts': `// never import '../app.ts' or read process.env\n/* PRAGMA x */\nexport const a = 1`,
    },
    'a test beside the code': {
      'billing/invoices/routes.test.ts': `import { buildApp } from '../../app.ts'\nprocess.env.TZ = 'UTC'`,
    },
    'the version from package.json': { 'http/openapi.ts': `import manifest from '../../../package.json' with { type: 'json' }` },
  }
  for (const [name, files] of Object.entries(accepted)) {
    test(`accepts ${name}`, () => assert.deepEqual(floorPlanViolations(new Map(Object.entries(files))), []))
  }

  const refused: Record<string, [files: Record<string, string>, violation: string]> = {
    'a floor above': [
      { 'access/companies/service.ts': `import { countInvoices } from '../../billing/invoices/service.ts'` },
      'access/companies/service.ts imports billing/invoices/service.ts, which is above it',
    ],
    'a room to the right': [
      { 'billing/invoices/service.ts': `import type { Quote } from '../quotes/schema.ts'` },
      'billing/invoices/service.ts imports billing/quotes/schema.ts, which is above it',
    ],
    'an import over several lines': [
      { 'kernel/dates.ts': `import {\n  A,\n  type B,\n} from '../http/context.ts'` },
      'kernel/dates.ts imports http/context.ts, which is above it',
    ],
    'a dynamic import': [
      { 'http/server.ts': `const { app } = await import('../app.ts')` },
      'http/server.ts imports app.ts, which is above it',
    ],
    'a re-export': [
      { 'record/events/catalogue.ts': `export * from '../../billing/invoices/events.ts'` },
      'record/events/catalogue.ts imports billing/invoices/events.ts, which is above it',
    ],
    "another business room's repository": [
      { 'billing/quotes/service.ts': `import { findInvoice } from '../invoices/repository.ts'` },
      'billing/quotes/service.ts imports billing/invoices/repository.ts, which is private to its room',
    ],
    'the rows of payments from anywhere but invoices': [
      { 'billing/quotes/service.ts': `import { insertPayment } from '../payments/repository.ts'` },
      'billing/quotes/service.ts imports billing/payments/repository.ts, which is private to its room',
    ],
    "another room's routes": [
      { 'record/webhooks/service.ts': `import { routes } from '../events/routes.ts'` },
      'record/webhooks/service.ts imports record/events/routes.ts, which is private to its room',
    ],
    'config.ts from anywhere but main.ts': [
      { 'app.ts': `import { readConfig } from './config.ts'` },
      'app.ts imports config.ts, which is above it',
    ],
    'code outside of server/src': [
      { 'billing/invoices/service.ts': `import { factory } from '../../../test/support/factories.ts'` },
      'billing/invoices/service.ts imports ../test/support/factories.ts, which is outside of server/src',
    ],
    'a room that its wing does not have': [
      { 'billing/helpers/dates.ts': '' },
      'billing/helpers/dates.ts is in a folder that has no floor',
    ],
    'a folder without a floor': [{ 'helpers/dates.ts': '' }, 'helpers/dates.ts is in a folder that has no floor'],
    'a file without a room': [{ 'tools.ts': '' }, 'tools.ts is in a folder that has no floor'],
    'a decimal outside of money.ts': [
      { 'billing/documents/totals.ts': `import Big from 'big.js'` },
      'billing/documents/totals.ts imports big.js, which only kernel/money.ts may',
    ],
    'the environment outside of config.ts': [
      { 'http/server.ts': 'const port = process.env.PORT' },
      'http/server.ts reads process.env, which only config.ts may',
    ],
    'the environment by another name': [
      { 'http/server.ts': `import { env } from 'node:process'` },
      'http/server.ts reads process.env, which only config.ts may',
    ],
    'a file read in the kernel': [
      { 'kernel/currencies.ts': `import { readFile } from 'node:fs/promises'` },
      'kernel/currencies.ts imports node:fs/promises, and the kernel does no input or output',
    ],
    'a database in the kernel': [
      { 'kernel/ids.ts': `import { DatabaseSync } from 'node:sqlite'` },
      'kernel/ids.ts imports node:sqlite, and the kernel does no input or output',
    ],
    'a driver outside of sql/ and engines/': [
      { 'record/events/repository.ts': `import { DatabaseSync } from 'node:sqlite'` },
      'record/events/repository.ts imports node:sqlite, which only engines/ may',
    ],
    'a dialect word outside of sql/ and engines/': [
      { 'billing/customers/repository.ts': "sql`lower(name) ILIKE 'a%'`" },
      'billing/customers/repository.ts says "ILIKE", which belongs in sql/ or engines/',
    ],
    'a lock past the dialect': [
      { 'billing/invoices/repository.ts': 'const lock = query.forUpdate()' },
      'billing/invoices/repository.ts says ".forUpdate(", which belongs in sql/ or engines/',
    ],
    'a question for the engine outside of sql/ and engines/': [
      { 'billing/customers/repository.ts': `if (database.engine === 'sqlite') search()` },
      `billing/customers/repository.ts says "=== 'sqlite'", which belongs in sql/ or engines/`,
    ],
  }
  for (const [name, [files, violation]] of Object.entries(refused)) {
    test(`refuses ${name}`, () => assert.deepEqual(floorPlanViolations(new Map(Object.entries(files))), [violation]))
  }
})

/** One sentence for each breach; paths are relative to server/src. Tests beside the code may import what they like. */
function floorPlanViolations(sources: Sources): string[] {
  const violations: string[] = []
  for (const [path, text] of sources) {
    if (isOfTests(path)) continue
    if (!FLOORS.includes(floorOf(path))) {
      violations.push(`${path} is in a folder that has no floor`)
      continue
    }
    const code = withoutComments(text)
    for (const { name, is_package } of importsOf(path, text)) {
      const reason = is_package ? whyNotPackage(path, name) : whyNotFile(path, name)
      if (reason) violations.push(reason)
    }
    if (path !== 'config.ts' && (/\bprocess\s*\??\.\s*env\b/.test(code) || /\benv\b[^;]*from 'node:process'/.test(code))) {
      violations.push(`${path} reads process.env, which only config.ts may`)
    }
    if (!isOfDatabase(path) && path !== 'config.ts') {
      for (const word of DIALECT_WORDS) {
        const found = code.match(word)?.[0]
        if (found) violations.push(`${path} says "${found}", which belongs in sql/ or engines/`)
      }
    }
  }
  return violations
}

function whyNotFile(from: string, to: string): string | undefined {
  const [own, other] = [floorOf(from), floorOf(to)]
  if (to.startsWith('..')) return to.endsWith('.json') ? undefined : `${from} imports ${to}, which is outside of server/src`
  if (own === other) return undefined
  if (FLOORS.indexOf(other) > FLOORS.indexOf(own)) return `${from} imports ${to}, which is above it`
  const is_private = BUSINESS.includes(other) ? PRIVATE_TO_BUSINESS_ROOM : ONLY_FOR_APP
  if (OPEN_TO[to]?.includes(own)) return undefined
  if (!TOP.includes(own) && is_private.test(posix.basename(to))) return `${from} imports ${to}, which is private to its room`
  return undefined
}

function whyNotPackage(from: string, name: string): string | undefined {
  if (name === 'big.js' && from !== 'kernel/money.ts') return `${from} imports big.js, which only kernel/money.ts may`
  if (floorOf(from) === 'kernel' && INPUT_AND_OUTPUT.test(name)) {
    return `${from} imports ${name}, and the kernel does no input or output`
  }
  if (['node:sqlite', 'pg'].includes(name) && !isOfDatabase(from)) return `${from} imports ${name}, which only engines/ may`
  return undefined
}

const isOfDatabase = (path: string) => ['sql', 'engines'].includes(floorOf(path))
