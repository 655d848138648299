// `quoin invoices pdf`: the real binary against a real server.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sha256 } from '../../server/src/kernel/crypto.ts'
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
import { onTerminal, SCRIPT } from './support/quoin.ts'

const folder = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let access: string[]
let invoice: { id: string; invoice_number: string }

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  access = ['--url', server.url, '--api-key', setup.api_key, '--company', setup.company_id]
  const client = new Client(server.url, setup.api_key)
  const call = async (method: string, path: string, body: object) =>
    (await client.call(method, `${path}?company_id=${setup.company_id}`, body)).body.data
  const customer = await call('POST', '/v1/customers', { name: 'Ada' })
  invoice = await call('POST', '/v1/invoices', { customer_id: customer.id, items: [{ name: 'Work', unit_price: 100 }] })
  await call('PATCH', `/v1/invoices/${invoice.id}`, { status: 'sent' })
})
after(async () => {
  await server.end('SIGTERM')
  folder.remove()
})

const pdf = (...args: string[]) => runCli(folder.path, 'invoices', 'pdf', ...args, ...access)

test('writes the file, which is the same in a pipe; an earlier version by its number', async () => {
  const output = join(folder.path, 'a.pdf')
  const { code, stdout, stderr } = await pdf(invoice.id, '--output', output)
  assert.deepEqual([code, stderr], [0, ''])
  const bytes = readFileSync(output)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.equal(stdout, `Wrote ${invoice.invoice_number}.pdf to ${output} (SHA-256 ${sha256(bytes)})\n`)
  const piped = spawnSync(process.execPath, [CLI, 'invoices', 'pdf', invoice.id, ...access])
  assert.deepEqual([piped.status, piped.stderr.toString()], [0, ''])
  assert.deepEqual(piped.stdout, bytes)
  const taken = await pdf(invoice.id, '--output', output)
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, /exists already/)
  const first = await pdf(invoice.id, '--output', output, '--version', '1', '--force', '--json')
  const said = { file: output, filename: `${invoice.invoice_number}.pdf`, bytes: bytes.length, sha256: sha256(bytes) }
  assert.deepEqual(JSON.parse(first.stdout), said)
})

test('says what is not there', async () => {
  const [none, version, wrong] = [await pdf(`inv_${'0'.repeat(26)}`), await pdf(invoice.id, '--version', '7'), await pdf('INV-1')]
  assert.deepEqual([none.code, none.stderr], [1, `quoin: The company has no invoice inv_${'0'.repeat(26)}\n`])
  assert.deepEqual([version.code, version.stderr], [1, 'quoin: There is no version 7 of this document: the latest is 1\n'])
  assert.equal(wrong.code, 2)
})

test('writes nothing of it to a terminal', { skip: !existsSync(SCRIPT) }, async () => {
  const shown = await onTerminal(folder.path, ['invoices', 'pdf', invoice.id, ...access], [])
  assert.match(shown, /A PDF is no text for a terminal: give --output FILE/)
  assert.doesNotMatch(shown, /%PDF/)
})
