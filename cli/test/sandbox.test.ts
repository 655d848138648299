// A sandbox from the command line: made, its clock moved, and what it has exported to a file. The real binary against a real server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { MOST_DAYS as MOST_DAYS_OF_API } from '../../server/src/access/sandboxes/schema.ts'
import {
  Client,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { MOST_DAYS } from '../src/sandbox.ts'

const folder = temporaryFolder()
let server: ServerProcess
let client: Client
let access: string[]
let company_id: string

before(async () => {
  const { organization_id } = await setUpWithCli(folder.path)
  const made = await runCli(
    folder.path,
    'companies',
    'create',
    '--organization',
    organization_id,
    '--name',
    'Trial',
    '--sandbox',
    '--json',
  )
  company_id = JSON.parse(made.stdout).id
  const key = await runCli(folder.path, 'keys', 'create', '--company', company_id, '--name', 'K', '--level', 'admin', '--json')
  const api_key = JSON.parse(key.stdout).key
  server = await startServerProcess(folder.path)
  client = new Client(server.url, api_key)
  access = ['--url', server.url, '--api-key', api_key]
})
after(async () => {
  client?.close()
  await server?.end('SIGTERM')
  folder.remove()
})

const quoin = (...args: string[]) => runCli(folder.path, ...args, ...access)

test('the clock moves, and the command waits until it is there', async () => {
  const shown = await quoin('sandbox', 'show')
  assert.match(shown.stdout, new RegExp(`^Company  ${company_id}\nClock    .+\nEmails   not delivered\n$`))
  const told = await quoin('sandbox', 'mails', 'dev@example.com', '--json')
  assert.deepEqual(JSON.parse(told.stdout).mail_to, ['dev@example.com'])
  const before = Date.parse(JSON.parse((await quoin('sandbox', 'show', '--json')).stdout).now)
  const moved = JSON.parse((await quoin('sandbox', 'advance', '--days', '40', '--json')).stdout)
  assert.equal(moved.advancing_to, null)
  assert.ok(Date.parse(moved.now) - before >= 40 * 24 * 60 * 60 * 1000)
  for (const [args, code, said] of [
    [['--days', '0'], 2, /whole number from 1 to 366/],
    [['--days', '367'], 2, /whole number from 1 to 366/],
    [['--days', '1.5'], 2, /whole number from 1 to 366/],
    [['--to', 'yesterday'], 1, /to must be a moment/],
    [[], 1, /Give days, or to/],
  ] as const) {
    const refused = await quoin('sandbox', 'advance', ...args)
    assert.equal(refused.code, code)
    assert.match(refused.stderr, said)
  }
})

test('it takes as many days as the API', async () => {
  assert.equal(MOST_DAYS, MOST_DAYS_OF_API)
  const moved = await quoin('sandbox', 'advance', '--days', String(MOST_DAYS), '--no-wait', '--json')
  assert.notEqual(JSON.parse(moved.stdout).advancing_to, null)
})

test('an export goes to a file, whole or not at all, and into a pipe', async () => {
  const call = async (path: string, body: object) =>
    (await client.call('POST', `${path}?company_id=${company_id}`, body)).body.data
  const { id: customer_id } = await call('/v1/customers', { name: 'C' })
  const invoice = await call('/v1/invoices', { customer_id, items: [{ name: 'x', unit_price: 5 }] })
  const output = join(folder.path, 'invoices.jsonl')
  const made = await quoin('exports', 'invoices', '--format', 'jsonl', '--output', output, '--json')
  const text = readFileSync(output, 'utf8')
  assert.deepEqual(JSON.parse(made.stdout), { file: output, bytes: text.length })
  assert.equal(JSON.parse(text).id, invoice.id)
  const again = await quoin('exports', 'invoices', '--output', output)
  assert.deepEqual([again.code, readFileSync(output, 'utf8')], [1, text])
  const piped = await quoin('exports', 'customers')
  assert.match(piped.stdout, /^id,name,.*\r\ncus_.*\r\n$/)
  const refused = await quoin('exports', 'invoices', '--from', '2026-13-01')
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /from must be/)
  const datev = { consultant_number: 1001, client_number: 1 }
  const set = await client.call('PATCH', `/v1/companies/${company_id}`, { currency: 'EUR', datev })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const batch = join(folder.path, 'EXTF_batch.csv')
  const days = ['--from', '2026-01-01', '--to', '2026-01-31']
  const booked = await quoin('exports', 'datev', ...days, '--output', batch)
  assert.deepEqual([booked.code, booked.stderr], [0, ''])
  assert.match(readFileSync(batch, 'latin1'), /^"EXTF";700;21;"Buchungsstapel";/)
  const formed = await quoin('exports', 'datev', ...days, '--format', 'csv')
  assert.deepEqual([formed.code, formed.stdout], [1, ''])
})
