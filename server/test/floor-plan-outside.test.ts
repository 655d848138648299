// What stands around the server, and what each of it may import: the SDK, the command line, the dashboard and its features, scripts, measurements.
// And what holds for all files that are written by hand: none has more than 400 lines.
import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import {
  BUSINESS,
  floorOf,
  type Import,
  importsOf,
  isOfTests,
  PRIVATE_TO_BUSINESS_ROOM,
  type Sources,
  sourcesIn,
  withoutComments,
} from './support/floor-plan.ts'

/** A part of the repository, what else it may import of files, and which packages; the rest of what it says is a reason. */
interface Part {
  files: RegExp
  imports: readonly RegExp[]
  packages: RegExp
  why: string
}

const SERVER_TESTS = /^server\/test\/support\//
const PARTS: readonly Part[] = [
  {
    files: /^sdk\/src\/webhooks\.ts$/,
    imports: [/^sdk\/src\//],
    packages: /^node:crypto$/,
    why: 'verifies signatures, which no browser does',
  },
  {
    files: /^sdk\/src\//,
    imports: [/^sdk\/src\//],
    packages: /^openapi-fetch$/,
    why: 'runs without the server, also in browsers',
  },
  { files: /^sdk\/scripts\//, imports: [], packages: /^(node:|openapi-typescript$)/, why: 'reads openapi.json, writes types' },
  {
    files: /^dashboard\/src\//,
    imports: [
      /^dashboard\/src\//,
      /^sdk\/src\//,
      /^server\/src\/kernel\//,
      /^server\/src\/billing\/documents\/(tax|totals)\.ts$/,
      /^server\/src\/billing\/e-invoices\/mailed-formats\.ts$/,
      /^server\/src\/billing\/recurring-invoices\/(dates|placeholders)\.ts$/,
      /^server\/src\/http\/page-paths\.ts$/,
    ],
    packages: /^(react|react-dom|@tanstack|lucide-react|cmdk|radix-ui|pdfjs-dist)(\/|-|$)/,
    why: 'runs in browsers: of the server it has only what is pure, so that both compute alike',
  },
  {
    files: /^dashboard\/scripts\//,
    imports: [/^dashboard\/scripts\//, /^scripts\/chromium\.ts$/, SERVER_TESTS],
    packages: /^(node:|playwright-core$)/,
    why: 'pictures and measures of the pages of a real server',
  },
  {
    files: /^dashboard\/vite\.config\.ts$/,
    imports: [],
    packages: /^(node:url|vite|@vitejs\/.*|@tailwindcss\/vite)$/,
    why: 'the build',
  },
  { files: /^dashboard\/public\//, imports: [], packages: /^$/, why: 'runs before anything else of a page' },
  {
    files: /^cli\/src\/keys\.ts$/,
    imports: [/^cli\/src\//, /^server\/src\/(?!app\.ts)/],
    packages: /^commander$/,
    why: 'keys may have scopes, which follow from the endpoints',
  },
  {
    files: /^cli\/src\//,
    imports: [/^cli\/src\//, /^sdk\/src\//, /^server\/src\/(?!(app|endpoints)\.ts)/],
    packages: /^(node:|commander$|@clack\/prompts$)/,
    why: 'works on the database by the rooms of the server, or on a running server by the SDK',
  },
  { files: /^cli\/bin\//, imports: [/^cli\/bin\//], packages: /^node:/, why: 'finds the runtime before anything else runs' },
  {
    files: /^scripts\/pack-libraries\.mjs$/,
    imports: [/^cli\/bin\/packed-libraries\.js$/],
    packages: /^(node:|vite$)/,
    why: 'a build, of what the command loads',
  },
  { files: /^scripts\/.*\.mjs$/, imports: [/^scripts\/.*\.mjs$/], packages: /^node:/, why: 'run before anything is installed' },
  {
    files: /^scripts\/package\/.*\.ts$/,
    imports: [/^scripts\/package\//, /^server\/src\/billing\/printing\/fonts\.ts$/],
    packages: /^(node:|vite$)/,
    why: 'bundle the program, with the typefaces that it names',
  },
  {
    files: /^scripts\/cluster\.ts$/,
    imports: [/^scripts\//, SERVER_TESTS],
    packages: /^(node:|pg$)/,
    why: 'starts a cluster of PostgreSQL, and asks it who leads',
  },
  {
    files: /^scripts\/openapi\.ts$/,
    imports: [/^server\/src\/(endpoints|http\/openapi|operate\/version)\.ts$/],
    packages: /^node:/,
    why: 'writes openapi.json from the endpoints',
  },
  { files: /^scripts\//, imports: [/^scripts\//, SERVER_TESTS], packages: /^node:/, why: 'run tests and what they need' },
  { files: /^docs\//, imports: [], packages: /^node:/, why: 'examples to copy' },
  {
    files: /^bench\//,
    imports: [/^bench\//, /^server\/src\//, SERVER_TESTS],
    packages: /^(node:|pg$)/,
    why: 'measures all of the server, and fills its tables',
  },
]

/** What features of the dashboard have of each other, and why. */
const FEATURES: Record<string, Record<string, string>> = {
  customers: { documents: 'the page of a customer lists its documents' },
  documents: {
    customers: 'a customer can be made while a document is written',
    'e-invoices': 'the mail of a document may carry one',
  },
  home: {
    documents: 'the first day says what is missing to send mails, as the dialog that sends does',
    invoices: 'reminders have the same words as on the page of an invoice',
  },
  mails: { documents: 'a mail is about a document, and retried as on its page' },
  invoices: {
    documents: 'invoices and quotes are kinds of documents',
    'e-invoices': 'an invoice is given out as one, and its page says what is to be mended before',
    'credit-notes': 'an invoice is corrected by one, and its page lists them',
  },
  'credit-notes': { documents: 'the third kind of document', 'e-invoices': 'one is given out as an e-invoice, too' },
  'e-invoices': { documents: 'the tax of a file is called as that of a document' },
  quotes: { documents: 'the same' },
  'recurring-invoices': { documents: 'its form is that of the invoices that it makes' },
  projects: {
    documents: 'a project is for a customer, who is picked as for a document',
    tasks: 'the page of a project has its tasks',
    'time-entries': 'and its time',
  },
  tasks: { projects: 'a task is of a project and has a person, both of whom are picked and filtered by' },
  'time-entries': { projects: 'the same' },
  settings: { documents: 'its form keeps what was typed, as that of a document', 'sign-in': 'a passkey is added as one is used' },
}
/** Where features are put together. */
const HUNG_IN: Record<string, RegExp> = {
  'app/router.tsx': /-page\.tsx$/,
  'app/shell.tsx': /^time-entries\/running-timer\.tsx$/,
  'main.tsx': /^sign-in\//,
}

const MOST_LINES = 400
/** Files that a program writes. */
const GENERATED = ['sdk/src/api.ts']

describe('what stands around the server', () => {
  const sources = sourcesIn('')

  test('imports only what it may', () => {
    for (const { files } of PARTS)
      assert.ok(
        [...sources.keys()].some((path) => files.test(path)),
        `${files} is no part any more`,
      )
    assert.deepEqual(violations(sources), [])
  })

  test('no feature of the dashboard is listed with one that it does not need', () => {
    const listed = Object.entries(FEATURES).flatMap(([one, others]) => Object.keys(others).map((other) => `${one}: ${other}`))
    const needed = new Set<string>()
    for (const [path, text] of sources)
      for (const { name } of importsOf(path, text)) needed.add(`${featureOf(path)}: ${featureOf(name)}`)
    assert.deepEqual(
      listed.filter((one) => !needed.has(one)),
      [],
    )
  })

  test(`no file that is written by hand has more than ${MOST_LINES} lines`, () => assert.deepEqual(tooLong(sources), []))
})

describe('the checker of what stands around the server', () => {
  const refused: [path: string, text: string, violation: string][] = [
    ['sdk/src/client.ts', `import '../../server/src/kernel/ids.ts'`, 'sdk/src/client.ts imports server/src/kernel/ids.ts'],
    ['sdk/src/client.ts', `import { readFileSync } from 'node:fs'`, 'sdk/src/client.ts imports node:fs'],
    [
      'dashboard/src/ui/list.tsx',
      `import { x } from '../../../server/src/billing/invoices/service.ts'`,
      'dashboard/src/ui/list.tsx imports server/src/billing/invoices/service.ts',
    ],
    ['dashboard/src/app/api.ts', `import 'node:crypto'`, 'dashboard/src/app/api.ts imports node:crypto'],
    [
      'dashboard/src/jobs/jobs-page.tsx',
      `import { InvoicePage } from '../invoices/invoice-page.tsx'`,
      'dashboard/src/jobs/jobs-page.tsx imports dashboard/src/invoices/invoice-page.tsx, of another feature',
    ],
    [
      'dashboard/src/ui/list.tsx',
      `import { worth } from '../projects/worth.ts'`,
      'dashboard/src/ui/list.tsx imports dashboard/src/projects/worth.ts, of another feature',
    ],
    [
      'dashboard/src/app/router.tsx',
      `import { worth } from '../projects/worth.ts'`,
      'dashboard/src/app/router.tsx imports dashboard/src/projects/worth.ts, of another feature',
    ],
    ['cli/src/keys.ts', `import { createApp } from '../../server/src/app.ts'`, 'cli/src/keys.ts imports server/src/app.ts'],
    [
      'cli/src/demo/fill.ts',
      `import { insertTask } from '../../../server/src/work/tasks/repository.ts'`,
      'cli/src/demo/fill.ts imports server/src/work/tasks/repository.ts, which is private to its room',
    ],
    ['cli/src/keys.ts', `db.selectFrom('api_keys')`, 'cli/src/keys.ts has SQL, which belongs in the room of its table'],
    ['cli/bin/quoin.js', `import { Command } from 'commander'`, 'cli/bin/quoin.js imports commander'],
    ['scripts/install.mjs', `import { x } from './scratch.ts'`, 'scripts/install.mjs imports scripts/scratch.ts'],
    ['scripts/test.ts', `import { x } from '../bench/seed.ts'`, 'scripts/test.ts imports bench/seed.ts'],
    ['bench/seed.ts', `import { x } from '../cli/src/demo.ts'`, 'bench/seed.ts imports cli/src/demo.ts'],
    ['tools/x.ts', '', 'tools/x.ts is in no part of the repository'],
  ]
  for (const [path, text, violation] of refused) {
    test(`refuses ${violation}`, () => assert.deepEqual(violations(new Map([[path, text]])), [violation]))
  }

  test('accepts what is listed', () => {
    const accepted: Record<string, string> = {
      'sdk/src/webhooks.ts': `import { createHmac } from 'node:crypto'`,
      'dashboard/src/invoices/invoice-page.tsx': `import { Paper } from '../documents/paper.tsx'\nimport { Status } from '../ui/badge.tsx'`,
      'dashboard/src/app/router.tsx': `import { JobsPage } from '../jobs/jobs-page.tsx'`,
      'dashboard/src/documents/live-totals.ts': `import { computeTotals } from '../../../server/src/billing/documents/totals.ts'`,
      'cli/src/demo/fill.ts': `import { createTask } from '../../../server/src/work/tasks/service.ts'`,
      'bench/seed.ts': `import { startPostgres } from '../server/test/support/postgres.ts'\nsql\`INSERT INTO events\``,
    }
    assert.deepEqual(violations(new Map(Object.entries(accepted))), [])
  })

  test('refuses a file of 401 lines, unless it is a test or generated', () => {
    const long = '\n'.repeat(MOST_LINES + 1)
    assert.deepEqual(tooLong(new Map([['cli/src/a.ts', long]])), ['cli/src/a.ts has 401 lines'])
    assert.deepEqual(
      tooLong(new Map(['cli/src/a.test.ts', 'server/test/support/a.ts', ...GENERATED].map((path) => [path, long]))),
      [],
    )
    assert.deepEqual(tooLong(new Map([['cli/src/a.ts', '\n'.repeat(MOST_LINES)]])), [])
  })
})

/** One sentence for each breach. The server itself has a plan of its own (floor-plan.test.ts), tests may import what they like. */
function violations(sources: Sources): string[] {
  const found: string[] = []
  for (const [path, text] of sources) {
    if (isOfTests(path) || path.startsWith('server/')) continue
    const part = PARTS.find(({ files }) => files.test(path))
    if (!part) {
      if (!path.endsWith('.css')) found.push(`${path} is in no part of the repository`)
      continue
    }
    for (const one of importsOf(path, text)) {
      const reason = whyNot(part, path, one)
      if (reason !== undefined) found.push(`${path} imports ${one.name}${reason}`)
    }
    if (!path.startsWith('bench/') && /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(withoutComments(text)))
      found.push(`${path} has SQL, which belongs in the room of its table`)
  }
  return found
}

function whyNot(part: Part, path: string, { name, is_package }: Import): string | undefined {
  if (is_package) return part.packages.test(name) ? undefined : ''
  if (!part.imports.some((one) => one.test(name)) && !/\.css$|^package\.json$/.test(name)) return ''
  const server_path = name.replace(/^server\/src\//, '')
  if (path.startsWith('cli/') && BUSINESS.includes(floorOf(server_path)) && PRIVATE_TO_BUSINESS_ROOM.test(posix.basename(name)))
    return ', which is private to its room'
  const [own, other] = [featureOf(path), featureOf(name)]
  if (own === undefined || other === undefined || other === own || other === 'app' || other === 'ui') return undefined
  const [of_dashboard, imported] = [path, name].map((one) => one.replace('dashboard/src/', ''))
  if (FEATURES[own]?.[other] || HUNG_IN[of_dashboard!]?.test(imported!)) return undefined
  return ', of another feature'
}

/** The folder of dashboard/src that a file is in; undefined for what is elsewhere. */
const featureOf = (path: string): string | undefined => /^dashboard\/src\/([^/]+)/.exec(path)?.[1]

function tooLong(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => !isOfTests(path) && !GENERATED.includes(path))
    .map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}
