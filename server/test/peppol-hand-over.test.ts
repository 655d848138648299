// The example of docs/api/e-invoices.md that hands invoices to a Peppol access point: a real process between an API and an access point.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { signatureHeaders } from '../src/record/webhooks/signature.ts'
import { newSigningSecret } from '../src/record/webhooks/signing-secrets.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPT = join(ROOT, 'docs/webhooks/peppol.mjs')
const secret = newSigningSecret()
const asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
/** What the API and the access point answer. */
let answers = { api: 200, access_point: 200 }
let servers: Server[]
let script: ChildProcess
let url: string

const listen = (status: () => number, answer: () => string) =>
  new Promise<Server>((resolve) => {
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      response.writeHead(status(), { 'content-type': 'application/json' }).end(answer())
    }).listen(0, '127.0.0.1', () => resolve(server))
  })
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const REFUSAL = JSON.stringify({ error: 'Refused', errors: [{ error: 'Refused' }, { code: 'BR-11', error: 'No country.' }] })

before(async () => {
  servers = [
    await listen(
      () => answers.api,
      () => (answers.api === 200 ? '<Invoice/>' : REFUSAL),
    ),
    await listen(
      () => answers.access_point,
      () => '{}',
    ),
  ]
  const [api, access_point] = servers.map(urlOf)
  const names = { QUOIN_API_KEY: 'sk_1', QUOIN_COMPANY: 'com_1', QUOIN_WEBHOOK_SECRET: secret, PORT: '0' }
  script = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...names, QUOIN_URL: api, ACCESS_POINT_URL: access_point },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const port = await new Promise<string>((resolve) =>
    script.stdout!.on('data', (text) => /listening on (\d+)/.test(String(text)) && resolve(/\d+/.exec(String(text))![0])),
  )
  url = `http://127.0.0.1:${port}`
})
after(() => {
  script.kill()
  for (const server of servers) server.close()
})

async function deliver(event: string, with_secret = secret): Promise<number> {
  asked.length = 0
  const body = JSON.stringify({ id: 'evt_1', event, data: { id: 'inv_1' }, test: false })
  const headers = signatureHeaders([with_secret], { id: 'evt_1', body, timestamp_s: Math.floor(Date.now() / 1000) })
  return (await fetch(url, { method: 'POST', body, headers })).status
}

test('gives the Peppol file of an invoice that is sent to the access point, once for each event', async () => {
  assert.equal(await deliver('invoice.sent'), 200)
  const [get, post] = asked
  assert.deepEqual([get!.method, get!.url], ['GET', '/v1/invoices/inv_1/xml?company_id=com_1&format=peppol'])
  assert.equal(get!.headers.authorization, 'Bearer sk_1')
  assert.deepEqual([post!.method, post!.body, post!.headers['idempotency-key']], ['POST', '<Invoice/>', 'evt_1'])
})

test('asks for the event again while the service or the access point fail', async () => {
  answers = { api: 200, access_point: 500 }
  assert.equal(await deliver('invoice.sent'), 503)
  answers = { api: 503, access_point: 200 }
  assert.equal(await deliver('invoice.sent'), 503)
})

test('an invoice that would be refused is not sent, and said why', async () => {
  answers = { api: 409, access_point: 200 }
  const said = new Promise<string>((resolve) => script.stderr!.once('data', (text) => resolve(String(text))))
  assert.equal(await deliver('invoice.sent'), 200)
  assert.equal(asked.length, 1)
  assert.match(await said, /inv_1: Refused\n {2}BR-11 No country\./)
})

test('other events and forged ones reach nobody', async () => {
  answers = { api: 200, access_point: 200 }
  assert.equal(await deliver('invoice.paid'), 200)
  assert.equal(await deliver('invoice.sent', newSigningSecret()), 400)
  assert.equal(asked.length, 0)
})

test('docs/api/e-invoices.md shows the script as it is', () => {
  const page = readFileSync(join(ROOT, 'docs/api/e-invoices.md'), 'utf8')
  assert.ok(page.includes(`\n${readFileSync(SCRIPT, 'utf8')}\`\`\`\n`))
})
