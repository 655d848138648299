// `quoin e-invoice check` and `quoin invoices xml`: the real binary, the second one against a real server.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { writeUbl } from '../../server/src/billing/e-invoices/ubl.ts'
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
import { validInvoice } from '../../server/test/support/valid-e-invoice.ts'

const folder = temporaryFolder()
after(() => folder.remove())

function file(name: string, content: string | Buffer): string {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}
const check = (...args: string[]) => runCli(folder.path, 'e-invoice', 'check', ...args)
const valid = file('valid.xml', writeUbl(validInvoice('xrechnung')))
const broken = validInvoice('xrechnung')
delete broken.buyer_reference
const invalid = file('invalid.xml', writeUbl(broken))

describe('quoin e-invoice check', () => {
  test('0 for a valid file, with what it says', async () => {
    const { code, stdout, stderr } = await check(valid)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^Invoice +RE-118, 2026-02-01\nFrom +Muster GmbH\nTo +Käufer AG\n/)
    assert.match(stdout, /\nValid \(xrechnung-ubl\)\n$/)
  })

  test('1 for a file that would be refused, with each rule and what to do', async () => {
    const { code, stdout } = await check(invalid)
    assert.equal(code, 1)
    assert.match(
      stdout,
      /Would be refused: 1 rule is broken \(xrechnung-ubl\)\n\n.*\nBR-DE-15 +fatal +The buyer reference is missing/,
    )
  })

  test('--json is what the API answers, with the same exit codes', async () => {
    const [good, bad] = [await check(valid, '--json'), await check('--json', invalid)]
    assert.deepEqual([good.code, bad.code], [0, 1])
    const { format, valid: is_valid, problems, document } = JSON.parse(good.stdout)
    assert.deepEqual([format, is_valid, problems, document.number], ['xrechnung-ubl', true, [], 'RE-118'])
    assert.deepEqual(
      JSON.parse(bad.stdout).problems.map(({ code }: { code: string }) => code),
      ['BR-DE-15'],
    )
  })

  test('1 and a sentence for what can not be read', async () => {
    const cases = [
      [join(folder.path, 'none.xml'), /can't be read: ENOENT/],
      [folder.path, /can't be read/],
      [file('large.xml', Buffer.alloc(5 * 1024 * 1024 + 1, ' ')), /is larger than 5 MiB/],
      [file('empty.xml', ''), /The file is empty/],
      [file('doctype.xml', '<!DOCTYPE x><x/>'), /has a DOCTYPE/],
      [file('no.pdf', '%PDF-1.7\n%%EOF'), /no file attached/],
    ] as const
    for (const [path, sentence] of cases) {
      const { code, stdout, stderr } = await check(path)
      assert.deepEqual([code, stdout], [1, ''], path)
      assert.match(stderr, sentence)
      assert.doesNotMatch(stderr, /\n {4}at /)
    }
  })
})

describe('quoin invoices xml', () => {
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
    await call('PATCH', `/v1/companies/${setup.company_id}`, { country: 'DE', legal_vat: 'DE123456789' })
    const customer = await call('POST', '/v1/customers', { name: 'Ada', country: 'DE' })
    const items = [{ name: 'Work', unit_price: 100 }]
    invoice = await call('POST', '/v1/invoices', { customer_id: customer.id, items, tax_rate: 19 })
    await call('PATCH', `/v1/invoices/${invoice.id}`, { status: 'sent' })
    client.close()
  })
  after(() => server.end('SIGTERM'))

  test('writes the file, which is the same in a pipe and valid', async () => {
    const output = join(folder.path, 'written.xml')
    const { code, stderr } = await runCli(
      folder.path,
      'invoices',
      'xml',
      invoice.id,
      '--format',
      'ubl',
      '--output',
      output,
      ...access,
    )
    assert.deepEqual([code, stderr], [0, ''])
    const piped = spawnSync(process.execPath, [CLI, 'invoices', 'xml', invoice.id, '--format', 'ubl', ...access])
    assert.deepEqual([piped.status, piped.stdout], [0, readFileSync(output)])
    assert.equal((await check(output)).code, 0)
  })

  test('says why a file would be refused, and writes none', async () => {
    const output = join(folder.path, 'refused.xml')
    const args = ['invoices', 'xml', invoice.id, '--format', 'xrechnung-ubl', '--output', output]
    const { code, stdout, stderr } = await runCli(folder.path, ...args, ...access)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /would be refused/)
    assert.throws(() => readFileSync(output), /ENOENT/)
    assert.notEqual((await runCli(folder.path, 'invoices', 'xml', invoice.id, '--format', 'edifact', ...access)).code, 0)
  })
})
