// The example of docs/api/e-invoices.md that hands invoices over to an access point of Peppol, against a Quoin and an access point of the test.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { signatureHeaders } from '../src/record/webhooks/signature.ts'
import { newSigningSecret } from '../src/record/webhooks/signing-secrets.ts'

const EXAMPLE = join(dirname(dirname(import.meta.dirname)), 'docs/examples/peppol.mjs')
const secret = newSigningSecret()
const handed_over: { xml: string; key: string | undefined }[] = []
const asked: string[] = []
let quoin_status = 200
let access_point_status = 200
let example: ChildProcess
let url: string
const servers: Server[] = []

before(async () => {
  const quoin = await serve((request) => {
    asked.push(`${request.headers.authorization} ${request.url}`)
    return [quoin_status, '<Invoice/>']
  })
  const access_point = await serve((request, body) => {
    if (access_point_status === 200) handed_over.push({ xml: body, key: request.headers['idempotency-key'] as string })
    return [access_point_status, '']
  })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  example = spawn(process.execPath, [EXAMPLE], {
    env: {
      ...process.env,
      QUOIN_WEBHOOK_SECRET: secret,
      QUOIN_KEY: 'sk_test',
      QUOIN_URL: quoin,
      ACCESS_POINT_URL: access_point,
      PORT: String(port),
    },
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(url, { method: 'POST' }).then(Boolean, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail('the example does not listen')
})
after(() => {
  example.kill()
  for (const server of servers) server.close()
})

describe('the example that hands invoices over to Peppol', () => {
  test('fetches the XML of a sent invoice, and gives it to the access point', async () => {
    assert.equal(await deliver('invoice.sent'), 204)
    assert.deepEqual(asked, ['Bearer sk_test /v1/invoices/inv_1/xml?company_id=com_1&format=peppol'])
    assert.deepEqual(handed_over, [{ xml: '<Invoice/>', key: 'inv_1' }])
  })

  test('takes events of other types, and refuses what is not signed', async () => {
    assert.equal(await deliver('invoice.paid'), 204)
    assert.equal(await deliver('invoice.sent', { 'quoin-signature': 't=1,v1=00' }), 400)
    assert.equal(handed_over.length, 1)
  })

  test('takes one that Peppol would refuse, and has it delivered again when somebody is away', async () => {
    quoin_status = 409
    assert.equal(await deliver('invoice.sent'), 204)
    quoin_status = 503
    assert.equal(await deliver('invoice.sent'), 502)
    quoin_status = 200
    access_point_status = 500
    assert.equal(await deliver('invoice.sent'), 502)
    assert.equal(handed_over.length, 1)
  })
})

/** Sends an event as Quoin does; gives the status. */
async function deliver(event: string, headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({
    id: 'evt_1',
    event,
    company_id: 'com_1',
    data: { id: 'inv_1', invoice_number: 'INV-2026-000001' },
  })
  const signed = signatureHeaders([secret], { id: 'evt_1', body, timestamp_s: Math.floor(Date.now() / 1000) })
  const all = new Headers(signed)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  const answer = await fetch(url, { method: 'POST', body, headers: all })
  return answer.status
}

async function serve(answer: (request: IncomingMessage, body: string) => [status: number, body: string]): Promise<string> {
  const server = createServer(async (request, response) => {
    const [status, body] = answer(request, Buffer.concat(await request.toArray()).toString())
    response.writeHead(status).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The example names its port itself, so it can't be 0. */
async function freePort(): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
