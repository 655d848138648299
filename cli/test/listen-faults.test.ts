// A fault of quoin listen is one line on standard error and exit code 1.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { runQuoin, startQuoin } from './support/quoin.ts'

const folder = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let environment: Record<string, string>

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  environment = { QUOIN_URL: server.url, QUOIN_API_KEY: setup.api_key, QUOIN_COMPANY: setup.company_id }
  const client = new Client(server.url, setup.api_key)
  await client.call('POST', `/v1/events/test?company_id=${setup.company_id}`, { type: 'invoice.paid' })
  client.close()
})
after(async () => {
  await server.end('SIGTERM')
  folder.remove()
})

function config(t: { after(work: () => void): void }): string {
  const made = temporaryFolder()
  t.after(() => made.remove())
  return made.path
}

function assertOneLine({ code, stderr }: { code: number | null; stderr: string }): void {
  assert.match(stderr, /^quoin: [^\n]+\n$/)
  assert.equal(code, 1)
}

for (const [what, text] of [
  ['empty', ''],
  ['no secret', 'garbage\n'],
]) {
  test(`a listen-secret file that is ${what}`, { timeout: 20_000 }, async (t) => {
    const path = config(t)
    mkdirSync(join(path, 'quoin'))
    writeFileSync(join(path, 'quoin', 'listen-secret'), text!)
    assertOneLine(await runQuoin(path, ['listen', '--since', '1h', '--forward-to', '9'], environment))
  })
}

test('a settings folder that can not be made', { timeout: 20_000 }, async (t) => {
  const file = join(config(t), 'file')
  writeFileSync(file, '')
  assertOneLine(await runQuoin(file, ['listen'], environment))
})

test('a place that can not be written', { timeout: 20_000 }, async (t) => {
  const path = config(t)
  mkdirSync(join(path, 'quoin'))
  // A file where the folder should be: even the superuser, who writes to all others, can't write there.
  writeFileSync(join(path, 'quoin', 'places'), '')
  assertOneLine(await runQuoin(path, ['listen'], environment))
})

test('the answer line of a failed TLS handshake is one line', { timeout: 20_000 }, async (t) => {
  const url = server.url.replace('http:', 'https:')
  const listening = startQuoin(config(t), ['listen', '--since', '1h', '--forward-to', url], environment)
  t.after(() => void listening.end('SIGKILL'))
  await listening.until(/ ms {2}https:/)
  assert.match(listening.stdout(), /^\S+ {2}<-- .* ms {2}https:/m)
})
