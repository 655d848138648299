// `npm test`: runs every test, or those whose path is asked for, with Node's own test runner: all of them on SQLite, and those of the service,
// and some of its clients, on PostgreSQL too. Both are one queue of files: where one waits, another has the processor.
//
//   npm test                                    everything
//   npm test -- invoices                        test files with "invoices" in their path
//   npm test -- 'server/src/kernel/*.test.ts'   a glob
//   npm test -- --test-name-pattern "404"       any option of `node --test`
//   npm test -- --long                          the long runs too, on a million documents
//   npm test -- --engine postgres               on one engine only

import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { makeTemplate } from '../server/test/support/engine.ts'
import { startPostgres } from '../server/test/support/postgres.ts'
import { ensureChromium } from './chromium.ts'
import { ensureClusterPackages } from './cluster.ts'
import { ensurePdfTools } from './pdf-tools.ts'
import { ensurePooler, ensureProxies } from './proxies.ts'
import { makeScratch } from './scratch.ts'

const ROOT = dirname(import.meta.dirname)
const TEST_FILES = ['server', 'sdk/src', 'sdk/test', 'cli', 'bench', 'scripts', 'dashboard/src', 'dashboard/test'].map(
  (folder) => `${folder}/**/*.test.ts`,
)
const NAME_OF: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
/** How many test files run at once, beside one for each core. */
const MORE_THAN_CORES = 2
/** How much longer than others files take that start processes, for their size. */
const WEIGHT_OF_ALONE = 10
/** Ends a test file that hangs. */
const TIMEOUT_MS = 10 * 60_000
const LONG_TIMEOUT_MS = 120 * 60_000
const LONG_DOCUMENTS = 1_000_000
/** Options of `node --test` whose value may be the next argument. */
const OPTIONS_WITH_VALUE = [
  'concurrency',
  'isolation',
  'name-pattern',
  'reporter',
  'reporter-destination',
  'shard',
  'skip-pattern',
  'timeout',
].map((name) => `--test-${name}`)

/** The files that one process runs, on one engine. */
interface Queued {
  engine: string
  files: string[]
}

const { is_long, engines, options, patterns } = readArguments(process.argv.slice(2))
const all_files = globSync(TEST_FILES, { cwd: ROOT }).sort()
const files = patterns.length === 0 ? all_files : all_files.filter((file) => patterns.some((pattern) => isMatch(file, pattern)))

if (files.length === 0) {
  console.error(`no test file ${patterns.length === 0 ? 'found' : `matches ${patterns.join(' ')}`}`)
  process.exit(1)
}

/** What a test file has in it when it works on a database of the engine under test. */
const STARTS_SERVICE = /support\/(test-app|engine|server-process)\.ts'/
/**
 * Of the clients' tests those run on both engines in which the engine can make a difference: the commands on the database, what is followed
 * and what is repeated. The others are about the client, or about the file of SQLite.
 */
const OF_CLIENTS = [
  'cli/test/cli.test.ts',
  'cli/test/listen-faults.test.ts',
  'cli/test/upgrade-check.test.ts',
  'sdk/test/client.test.ts',
  'sdk/test/follow.test.ts',
]
/** Tests of the server in which it can't: what proxies and npm do with a process, how long a hash takes, and one that has its own PostgreSQL. */
const OF_NO_ENGINE = [
  'server/test/cluster.test.ts',
  'server/test/npm-start.test.ts',
  'server/test/package.test.ts',
  'server/test/proxies.test.ts',
  'server/src/access/sessions/sign-in-timing.test.ts',
]
const isOfService = (file: string) =>
  (file.startsWith('server/') ? !OF_NO_ENGINE.includes(file) : OF_CLIENTS.includes(file)) &&
  STARTS_SERVICE.test(readFileSync(join(ROOT, file), 'utf8'))

/**
 * What a test file has in it when it needs a process of its own: it starts others, or changes something that all files of a process share.
 * Time is that of the machine where it is measured.
 */
const NEEDS_PROCESS =
  /child_process|worker_threads|server-process|support\/(browser|quoin)|hashAtFullCost|process\.env\[[^\]]+\] \?*=[^=]|performance\.now = |mock\.(module|method|timers)/
/** Files that start processes from which on it is. */
const WORTH_BUNDLING = 20
/** Files that are tests of the whole, and take long: they run alone, so that no process has all of them. */
const OF_THE_WHOLE = /^[a-z]+\/test\//
const isAlone = (file: string) => OF_THE_WHOLE.test(file) || NEEDS_PROCESS.test(readFileSync(join(ROOT, file), 'utf8'))

if (files.some((file) => file.startsWith('dashboard/test/'))) ensureChromium()
if (files.includes('server/test/proxies.test.ts')) ensureProxies()
if (files.some((file) => file.endsWith('test/startup.test.ts'))) ensurePooler()
if (is_long && files.includes('server/test/cluster.test.ts')) ensureClusterPackages()
if (files.some((file) => file.startsWith('server/src/billing/printing/'))) ensurePdfTools()

/** Set once the run is to end: what has not begun by then does not begin. */
let ending: NodeJS.Signals | undefined
let child: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ending ??= signal
    // Ctrl-C on a terminal reaches the runner by itself as well; a second one does no harm to what is ending.
    child?.kill(signal)
  })
}
// For this process, which starts PostgreSQL, and all below it.
process.env['QUOIN_TEST_DISK'] ??= tmpdir()
const scratch = makeScratch()
process.env['TMPDIR'] = scratch.path
const chosen = engines.map((engine) => ({ engine, files: engine === 'postgres' ? files.filter(isOfService) : files }))
const on_postgres = chosen.find(({ engine }) => engine === 'postgres')?.files ?? []
const postgres = on_postgres.length > 0 ? await startPostgres() : undefined
let code = 0
try {
  if (postgres) await makeTemplate(postgres.url)
  const counts = chosen.map(({ engine, files }) => `${files.length} test files on ${NAME_OF[engine]}`)
  const queue = chosen.flatMap(({ engine, files }) => inProcesses(engine, files))
  if (queue.length > 0 && !ending) {
    console.log(`\n${counts.join(', ')}`)
    const program = files.filter(isAlone).length >= WORTH_BUNDLING ? await bundledProgram() : undefined
    const more = { ...(postgres && { QUOIN_TEST_POSTGRES: postgres.url }), ...(program && { QUOIN_TEST_PROGRAM: program }) }
    code = await runTests(queue, more)
  }
} finally {
  await postgres?.remove()
}
scratch.remove()
// As a shell says of a process that a signal has ended.
process.exit(ending ? 128 + constants.signals[ending] : code)

/**
 * Bundles the program as it is published, which takes some seconds: it starts in half of the time that the sources take, and the tests of a whole run
 * start it hundreds of times. Gives the file to start.
 */
async function bundledProgram(): Promise<string> {
  const { makeTree } = await import('./package/package.ts')
  const folder = join(scratch.path, 'program')
  await makeTree(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'bin', 'quoin.js')
}

/** Runs what is in the queue and gives the exit code. */
function runTests(queue: readonly Queued[], more: Record<string, string>): Promise<number> {
  const runner = spawn(
    process.execPath,
    [
      '--test',
      // More than there are cores: they wait for timers and for other processes half of the time.
      `--test-concurrency=${availableParallelism() + MORE_THAN_CORES}`,
      `--test-timeout=${is_long ? LONG_TIMEOUT_MS : TIMEOUT_MS}`,
      // Its closing lines tell how many tests ran, on a terminal and in CI alike.
      ...(options.some((option) => option.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec']),
      ...options,
      ...inOrder(queue),
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...testEnvironment(is_long), ...more } },
  )
  child = runner
  return new Promise((resolve, reject) => {
    runner.on('error', reject)
    runner.on('close', (code) => resolve(code ?? 1))
  })
}

/**
 * What each process runs on an engine: a file that needs a process, or all others of a wing, one after the other. Loading the service costs a
 * process a third of a second of CPU.
 */
function inProcesses(engine: string, chosen: readonly string[]): Queued[] {
  const alone: Queued[] = []
  const groups = new Map<string, string[]>()
  for (const file of chosen) {
    if (isAlone(file)) alone.push({ engine, files: [file] })
    else groups.set(wingOf(file), [...(groups.get(wingOf(file)) ?? []), file])
  }
  return [...[...groups.values()].map((files) => ({ engine, files })), ...alone]
}

/**
 * Writes the file of each process, and gives their paths, the longest first, so that none runs alone at the end; Node sorts them by name. Each
 * test file is a suite of its own, so its hooks are for its tests only.
 */
function inOrder(queue: readonly Queued[]): string[] {
  const weightOf = (file: string) => statSync(join(ROOT, file)).size * (isAlone(file) ? WEIGHT_OF_ALONE : 1)
  const ordered = queue
    .map((one) => ({ one, weight: one.files.reduce((sum, file) => sum + weightOf(file), 0) }))
    .sort((a, b) => b.weight - a.weight)
  return ordered.map(({ one: { engine, files } }, index) => {
    // What is said of a process that dies has this name and no other.
    const name = (files.length === 1 ? files[0]!.replace(/\.test\.ts$/, '') : wingOf(files[0]!)).replaceAll('/', '-')
    const path = join(scratch.path, `${String(index).padStart(3, '0')}-${name}-${engine}.test.ts`)
    const on = engine === 'postgres' ? ' on PostgreSQL' : ''
    writeFileSync(
      path,
      [
        `import { preferPackedLibraries } from ${JSON.stringify(join(ROOT, 'cli/bin/packed-libraries.js'))}`,
        `import { stopFollowing } from ${JSON.stringify(join(ROOT, 'scripts/untracked-tests.ts'))}`,
        `preferPackedLibraries()`,
        `process.env.QUOIN_TEST_ENGINE = '${engine}'`,
        `const { describe } = await import('node:test')`,
        `const load = (file) => new Promise((resolve) => describe(file + '${on}', () => {`,
        `  const loading = import(${JSON.stringify(`${ROOT}/`)} + file)`,
        `  loading.then(resolve, resolve)`,
        `  return loading`,
        `}))`,
        `await Promise.all(${JSON.stringify(files)}.map(load))`,
        `stopFollowing()`,
        '',
      ].join('\n'),
    )
    return path
  })
}

/** `server/src/billing`, `server/src/kernel`, `sdk/src`. */
function wingOf(file: string): string {
  return dirname(file).split('/').slice(0, 3).join('/')
}

function readArguments(given: string[]): { is_long: boolean; engines: string[]; options: string[]; patterns: string[] } {
  const options: string[] = []
  let engines = ['sqlite', 'postgres']
  const patterns: string[] = []
  let is_long = false
  for (let i = 0; i < given.length; i++) {
    const argument = given[i]!
    if (argument === '--long') is_long = true
    else if (argument === '--engine') engines = [given[++i] ?? '']
    else if (!argument.startsWith('-')) patterns.push(argument.replace(/^\.\//, ''))
    else if (OPTIONS_WITH_VALUE.includes(argument) && given[i + 1] !== undefined) options.push(`${argument}=${given[++i]}`)
    else options.push(argument)
  }
  return { is_long, engines, options, patterns }
}

function isMatch(file: string, pattern: string): boolean {
  return file.includes(pattern) || matchesGlob(file, pattern)
}

/** A developer's own settings of Quoin must not reach the servers that tests start; QUOIN_TEST_… are meant for the tests. */
function testEnvironment(is_long: boolean): NodeJS.ProcessEnv {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('QUOIN_') || name.startsWith('QUOIN_TEST_')),
  )
  // Each test file is a process, and many start servers: the stripped and compiled modules of one are kept for the next.
  environment['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/quoin-tests')
  if (is_long) {
    environment['QUOIN_TEST_LONG'] = '1'
    environment['QUOIN_TEST_DOCUMENTS'] ??= String(LONG_DOCUMENTS)
  }
  return environment
}
