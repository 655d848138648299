// The command among others in a shell: in pipes, on a terminal, and on what others have typed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CLI } from '../../server/test/support/program.ts'
import {
  Client,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { printable } from '../src/output.ts'
import { onTerminal, runQuoin, SCRIPT } from './support/quoin.ts'

/** Clears the screen, in C0 and in C1; turns what follows around; ends a line. */
const HOSTILE = 'Evil\u001b[2J\u009b2J\u202ecod.exe\r\nAll paid'

const folder = temporaryFolder()
const config = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let access: Record<string, string>

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  access = { QUOIN_URL: server.url, QUOIN_API_KEY: setup.api_key, QUOIN_COMPANY: setup.company_id }
  const client = new Client(server.url, setup.api_key)
  await client.call('POST', `/v1/customers?company_id=${setup.company_id}`, { name: HOSTILE })
})
after(async () => {
  await server.end('SIGTERM')
  folder.remove()
  config.remove()
})

/** Runs a command line of the shell with `quoin` in it, as a person would type it. */
function shell(line: string, env: Record<string, string> = {}): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const quoin = `'${process.execPath}' '${CLI}'`
  const child = spawn('bash', ['-c', line.replaceAll('quoin ', `${quoin} `)], {
    env: { ...process.env, XDG_CONFIG_HOME: config.path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

describe('in a pipe', () => {
  test('a reader that has gone ends the command quietly, as SIGPIPE would', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it
    const { stderr, stdout } = await shell('quoin events types | true; echo ${PIPESTATUS[0]}', access)
    assert.deepEqual([stderr, stdout], ['', '141\n'])
    assert.deepEqual(await shell('quoin events types | head -1 | wc -l', access), { code: 0, stdout: '1\n', stderr: '' })
  })

  test('login takes the key that comes in', async () => {
    const own = temporaryFolder()
    const env = { XDG_CONFIG_HOME: own.path, KEY: setup.api_key }
    const { code, stdout, stderr } = await shell(`echo $KEY | quoin login --url ${server.url}`, env)
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout, `Logged in to ${server.url} as First (${setup.company_id})\n`)
    assert.equal(statSync(join(own.path, 'quoin', 'login.json')).mode & 0o777, 0o600)
    // What comes in counts more than the login before, and one that is wrong is not passed over.
    const wrong = await shell(`printf sk_wrong | quoin login --url ${server.url}`, env)
    assert.deepEqual([wrong.code, wrong.stdout, wrong.stderr], [1, '', 'quoin: Invalid API key\n'])
    const empty = await shell(`true | quoin login --url ${server.url}`, env)
    assert.equal(empty.code, 0)
    own.remove()
  })
})

describe('what others have typed', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

  test('control characters and those that turn the text around are escapes; letters of every script stay', () => {
    assert.equal(printable(HOSTILE), 'Evil\\u001b[2J\\u009b2J\\u202ecod.exe\\u000d\\u000aAll paid')
    for (const text of ['Łódź · 請求書 · فاتورة · עברית · 👩‍👩‍👧', 'a\u00a0b']) assert.equal(printable(text), text)
  })

  test('an event is shown without moving the cursor, and no name can make a line of its own', async () => {
    const [{ id }] = JSON.parse((await runQuoin(config.path, ['events', 'list', '--json'], access)).stdout)
    const { stdout } = await runQuoin(config.path, ['events', 'get', id], access)
    assert.match(stdout, /Evil\\u001b\[2J/)
    assert.doesNotMatch(stdout, UNSAFE)
    // For programs the characters are what they are.
    const json = await runQuoin(config.path, ['events', 'get', id, '--json'], access)
    assert.equal(JSON.parse(json.stdout).data.name, HOSTILE)
  })

  test('on a terminal JSON has escapes that mean the same', { skip: !existsSync(SCRIPT) }, async () => {
    const saved = { ...process.env }
    Object.assign(process.env, access)
    try {
      const [{ id }] = JSON.parse((await runQuoin(config.path, ['events', 'list', '--json'], access)).stdout)
      const shown = await onTerminal(config.path, ['events', 'get', id, '--json'], [])
      assert.doesNotMatch(shown.replaceAll('\r\n', '\n'), UNSAFE)
      assert.equal(JSON.parse(shown).data.name, HOSTILE)
    } finally {
      process.env = saved
    }
  })

  test('a fault that quotes what was typed is one line', async () => {
    const { code, stderr } = await runQuoin(config.path, ['trigger', 'a\u001b[2Jb\nc'], access)
    assert.equal(code, 1)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.doesNotMatch(stderr, UNSAFE)
  })
})

describe('a damaged database', { skip: process.env['QUOIN_TEST_ENGINE'] === 'postgres' }, () => {
  for (const [name, damage] of [
    ['that is no database', (file: string) => writeFileSync(file, 'no database'.repeat(1000))],
    ['of which the end is missing', (file: string) => truncateSync(file, statSync(file).size / 2)],
    ['whose pages are overwritten', (file: string) => overwrite(file, 64 * 1024)],
  ] as const) {
    test(`audit verify says of a file ${name} in one line that it is damaged`, async () => {
      const own = temporaryFolder()
      await setUpWithCli(own.path)
      damage(join(own.path, 'quoin.db'))
      const { code, stdout, stderr } = await runCli(own.path, 'audit', 'verify')
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(
        stderr,
        /^quoin: The database \S+quoin\.db is damaged \((file is not a database|database disk image is malformed)\): [^\n]+\n$/,
      )
      own.remove()
    })
  }
})

function overwrite(file: string, from: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(statSync(file).size - from, 0xa5), 0, undefined, from)
  closeSync(handle)
}
