// Files that are called pure are: neither they nor what they call meets the outside, a clock or chance. Called pure are the kernel, a room's noun
// file (`invoice.ts`), what a room says of itself (`events.ts`, `schema.ts`, `table.ts`, `texts.ts`), and each file that says so in a comment.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { floorOf, importsOf, isOfTests, type Sources, sourcesIn, withoutComments } from './support/floor-plan.ts'

/** The sources of time and randomness: a file that imports them shows it by the names. */
const SOURCES: Record<string, string> = {
  'kernel/clock.ts': "the machine's clock",
  'kernel/ids.ts': 'new identifiers and tokens',
  'kernel/crypto.ts': 'hashes of passwords, each with a salt of its own',
  'kernel/vault.ts': 'what is sealed, each time with another initialization vector',
}
/** Called after their room, and not pure. */
const NOT_PURE: Record<string, string> = {
  'access/sessions/session.ts': 'looks up at each request who has signed in',
}
const IMPURE_NAMES = /\b(systemClock|newId|random(Token|Digits)|hashPassword|createVault)\b/

const OUTSIDE =
  /^(node:(fs|http|https|http2|net|tls|dgram|dns|sqlite|child_process|worker_threads|cluster|readline|timers)(\/.*)?|fastify|pg|pino|better-auth.*)$/
/** What of node:net knows addresses, and opens nothing. */
const ONLY_READS_ADDRESSES = /^\{\s*(\s*(BlockList|SocketAddress|isIP|isIPv4|isIPv6)\s*,?)+\}$/

const IMPURE_CODE =
  /\bDate\.now\(|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\(|\bMath\.random\b|\brandom(Bytes|UUID|Int|FillSync)\b/

describe('the files that are called pure', () => {
  const sources = sourcesIn('server/src')

  test('neither they nor what they call meets the outside, a clock or chance', () => {
    const pure = [...sources].filter(([path, text]) => isCalledPure(path, text)).map(([path]) => path)
    for (const path of ['kernel/money.ts', 'billing/invoices/invoice.ts', 'billing/documents/totals.ts', 'work/tasks/events.ts'])
      assert.ok(pure.includes(path), `${path} is not looked at`)
    assert.deepEqual(impurities(sources), [])
  })
})

describe('the checker of pure files', () => {
  const noun = 'billing/invoices/invoice.ts'
  const refused: Record<string, [files: Record<string, string>, violation: string]> = {
    'a clock in a noun file': [{ [noun]: 'const now = Date.now()' }, `${noun} is called pure, and has Date.now(`],
    'the date of today': [{ [noun]: 'const now = new Date()' }, `${noun} is called pure, and has new Date()`],
    'chance in events': [{ 'work/tasks/events.ts': 'Math.random()' }, 'work/tasks/events.ts is called pure, and has Math.random'],
    'chance in the kernel': [
      { 'kernel/slug.ts': `import { randomBytes } from 'node:crypto'` },
      'kernel/slug.ts is called pure, and has randomBytes',
    ],
    'a new id in a noun file': [
      { [noun]: `import { type InvoiceId, newId } from '../../kernel/ids.ts'` },
      `${noun} is called pure, and imports newId from kernel/ids.ts`,
    ],
    'a file in a file that says that it is pure': [
      { 'home/search/rank.ts': `// Pure: order.\nimport { readFileSync } from 'node:fs'` },
      'home/search/rank.ts is called pure, and imports node:fs',
    ],
    'the server in a schema': [
      { 'billing/quotes/schema.ts': `import Fastify from 'fastify'` },
      'billing/quotes/schema.ts is called pure, and imports fastify',
    ],
    'the outside by way of another file': [
      {
        [noun]: `import { readRate } from './rates.ts'`,
        'billing/invoices/rates.ts': `import { load } from './load.ts'`,
        'billing/invoices/load.ts': `import { connect } from 'node:net'`,
      },
      `${noun} is called pure, and imports node:net by way of billing/invoices/load.ts`,
    ],
    'a clock by way of another file': [
      { 'kernel/dates.ts': `import { today } from '../sql/today.ts'`, 'sql/today.ts': 'export const today = Temporal.Now' },
      'kernel/dates.ts is called pure, and has Temporal.Now by way of sql/today.ts',
    ],
  }
  for (const [name, [files, violation]] of Object.entries(refused)) {
    test(`refuses ${name}`, () => assert.deepEqual(impurities(new Map(Object.entries(files))), [violation]))
  }

  const accepted: Record<string, Record<string, string>> = {
    'times and ids that are passed': { [noun]: `import type { InvoiceId } from '../../kernel/ids.ts'\nnew Date(now_ms)` },
    'types of what is not pure': {
      [noun]: `import type { Database } from './load.ts'`,
      'billing/invoices/load.ts': `import 'node:net'`,
    },
    'a service with a clock': { 'billing/invoices/service.ts': 'performance.now()' },
    'a comment about the clock': { [noun]: '// never Date.now()' },
    'the source of chance': { 'kernel/ids.ts': 'randomBytes(8)', 'kernel/slug.ts': `import { newId } from './ids.ts'` },
  }
  for (const [name, files] of Object.entries(accepted)) {
    test(`accepts ${name}`, () => assert.deepEqual(impurities(new Map(Object.entries(files))), []))
  }
})

function isCalledPure(path: string, text: string): boolean {
  if (isOfTests(path)) return false
  if (path in NOT_PURE) return false
  if (floorOf(path) === 'kernel') return !(path in SOURCES)
  const [room, file] = path.split('/').slice(-2)
  if (file === `${singular(room!)}.ts` || /^(events|schema|table|([a-z]+-)?texts)\.ts$/.test(file!)) return true
  return /(\/\/|\*)[^\n]*(?<![\w,] )\bPure[.:]/.test(text)
}

/** invoices: invoice, companies: company. */
const singular = (room: string) => room.replace(/ies$/, 'y').replace(/s$/, '')

/** One sentence for each way in which a file that is called pure is not. */
function impurities(sources: Sources): string[] {
  const found: string[] = []
  for (const [path, text] of sources) {
    if (!isCalledPure(path, text)) continue
    for (const reached of reachedFrom(path, sources)) {
      const by_way = reached === path ? '' : ` by way of ${reached}`
      for (const what of whatIsImpure(reached, sources.get(reached)!)) found.push(`${path} is called pure, and ${what}${by_way}`)
    }
  }
  return found
}

/** A file, and all that is run when it is imported; the sources of time and chance are not gone into. */
function reachedFrom(path: string, sources: Sources): Set<string> {
  const reached = new Set([path])
  for (const file of reached) {
    for (const { name, is_package, is_type } of importsOf(file, sources.get(file)!))
      if (!is_package && !is_type && sources.has(name) && !(name in SOURCES)) reached.add(name)
  }
  return reached
}

function whatIsImpure(path: string, text: string): string[] {
  const found: string[] = []
  for (const { name, is_package, is_type, names } of importsOf(path, text)) {
    if (is_type) continue
    if (is_package && OUTSIDE.test(name) && !ONLY_READS_ADDRESSES.test(names)) found.push(`imports ${name}`)
    const chance = name in SOURCES && floorOf(path) !== 'kernel' && IMPURE_NAMES.exec(names)?.[0]
    if (chance) found.push(`imports ${chance} from ${name}`)
  }
  const code = IMPURE_CODE.exec(withoutComments(text))?.[0]
  if (code) found.push(`has ${code}`)
  return found
}
