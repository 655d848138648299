// `quoin mail test` and `quoin invoices send`: the real binary, the real server, and a mail server on loopback.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningMailServer, readMail, startMailServer } from '../../server/test/support/mail-server.ts'
import {
  Client,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

const folder = temporaryFolder()
let smtp: RunningMailServer
let server: ServerProcess
let setup: MadeSetup
let client: Client

before(async () => {
  smtp = await startMailServer({ account: { user: 'me@example.com', password: 'p@ss' } })
  Object.assign(process.env, { QUOIN_SMTP_URL: smtp.url, QUOIN_MAIL_FROM: 'billing@example.com' })
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  client = new Client(server.url, setup.api_key)
})
after(async () => {
  client.close()
  await server.end('SIGTERM')
  await smtp.stop()
  folder.remove()
})

describe('quoin mail test', () => {
  const cli = (...args: string[]) => runCli(folder.path, 'mail', 'test', ...args)

  test('sends a mail and says which server took it', async () => {
    const { code, stdout, stderr } = await cli('ada@example.com')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^127\.0\.0\.1:\d+ took a mail from billing@example\.com to ada@example\.com after \d+ ms\n$/)
    const read = await readMail(smtp.mails.at(-1)!)
    assert.deepEqual([read.to?.[0]?.address, read.from?.address], ['ada@example.com', 'billing@example.com'])
    const { to, from } = JSON.parse((await cli('ada@example.com', '--json')).stdout)
    assert.deepEqual([to, from], ['ada@example.com', 'billing@example.com'])
  })

  test('exits 1 with the words of the server where it was not taken, and for an address that is none', async () => {
    smtp.script = { ...smtp.script, onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }) }
    const refused = await cli('ada@example.com')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^quoin: 127\.0\.0\.1:\d+ did not take the mail: ada@example\.com: 550 5\.1\.1 No such user\n$/)
    smtp.script = { account: smtp.script.account! }
    assert.match((await cli('ada')).stderr, /ada is no e-mail address/)
  })

  test('exits 1 without a mail server', async () => {
    const { QUOIN_SMTP_URL, QUOIN_MAIL_FROM } = process.env
    Object.assign(process.env, { QUOIN_SMTP_URL: '', QUOIN_MAIL_FROM: '' })
    const { code, stderr } = await cli('ada@example.com')
    Object.assign(process.env, { QUOIN_SMTP_URL, QUOIN_MAIL_FROM })
    assert.equal(code, 1)
    assert.match(stderr, /No mail server is configured/)
  })
})

test('quoin invoices send: the invoice becomes sent, and the server sends it', async () => {
  const { company_id, api_key } = setup
  const made = async (path: string, body: object) =>
    (await client.call('POST', `${path}?company_id=${company_id}`, body)).body.data
  const customer = await made('/v1/customers', { name: 'Ada', contact_email: 'ada@example.com' })
  const invoice = await made('/v1/invoices', { customer_id: customer.id, items: [{ name: 'Work', unit_price: 100 }] })
  const access = ['--url', server.url, '--api-key', api_key, '--company', company_id]
  const before = smtp.mails.length
  const { code, stdout, stderr } = await runCli(folder.path, 'invoices', 'send', invoice.id, ...access, '--cc', 'bob@example.com')
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(
    stdout,
    /^Email eml_\w{26} to ada@example\.com, bob@example\.com is queued: Invoice INV-\d{4}-000001 from First\n$/,
  )
  while (smtp.mails.length === before) await sleep(10)
  const mail = smtp.mails.at(-1)!
  assert.deepEqual([mail.to, mail.user], [['ada@example.com', 'bob@example.com'], 'me@example.com'])
  assert.match((await readMail(mail)).text!, new RegExp(invoice.invoice_number))
  const shown = await client.call('GET', `/v1/invoices/${invoice.id}?company_id=${company_id}`)
  assert.equal(shown.body.data.status, 'sent')
  const unknown = await runCli(folder.path, 'invoices', 'send', `inv_${'0'.repeat(26)}`, ...access)
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /The company has no invoice inv_/)
})
