// The receivers of docs/webhooks.md, each against real deliveries of a real server, where its interpreter is on the machine.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { signatureHeaders } from '../src/record/webhooks/signature.ts'
import { newSigningSecret } from '../src/record/webhooks/signing-secrets.ts'
import { closeReceivers, type ReceivedRequest, type Receiver, startReceiver } from './support/receivers.ts'
import { until } from './support/scripted-sender.ts'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const FOLDER = join(ROOT, 'docs/webhooks')
/** A compiler may take its time at the first run. */
const LONGEST_BUILD_MS = 120_000

interface Language {
  file: string
  /** The program that must exist, and the arguments that check it. */
  probe: [program: string, ...args: string[]]
  /** The preparation; returns the command that receives on a port. */
  command(port: number, scratch: string): string[]
}

const LANGUAGES: Record<string, Language> = {
  'Node.js': {
    file: 'receiver.mjs',
    probe: [process.execPath, '--version'],
    command: () => [process.execPath, join(FOLDER, 'receiver.mjs')],
  },
  Python: { file: 'receiver.py', probe: ['python3', '--version'], command: () => ['python3', join(FOLDER, 'receiver.py')] },
  PHP: {
    file: 'receiver.php',
    probe: ['php', '--version'],
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, join(FOLDER, 'receiver.php')],
  },
  Go: {
    file: 'receiver.go',
    probe: ['go', 'version'],
    command(_, scratch) {
      const program = join(scratch, 'receiver')
      const [go] = this.probe
      const built = spawnSync(go, ['build', '-o', program, join(FOLDER, 'receiver.go')], { timeout: LONGEST_BUILD_MS })
      assert.equal(built.status, 0, String(built.stderr))
      return [program]
    },
  },
}

const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8')

test('the request in docs/webhooks.md is signed with the secret that it names', () => {
  const [secret] = /whsec_[0-9A-Za-z]{44}/.exec(page)!
  const [head, body] = /^```http\n(.*?)\n```$/ms.exec(page)![1]!.split('\n\n') as [string, string]
  const headers = new Map(head.split('\n').map((line) => line.split(': ') as [string, string]))
  assert.equal(headers.get('Content-Length'), String(Buffer.byteLength(body)))
  const { id } = JSON.parse(body)
  const timestamp_s = Number(headers.get('webhook-timestamp'))
  for (const [name, value] of Object.entries(signatureHeaders([secret], { id, body, timestamp_s }))) {
    assert.equal(headers.get(name), value, name)
  }
})

test('docs/webhooks.md shows the receivers as they are', () => {
  const files = globSync('receiver.*', { cwd: FOLDER }).sort()
  assert.deepEqual(
    files,
    Object.values(LANGUAGES)
      .map(({ file }) => file)
      .sort(),
  )
  for (const file of files) assert.ok(page.includes(`\n${readFileSync(join(FOLDER, file), 'utf8')}\`\`\`\n`), file)
})

let folder: ReturnType<typeof temporaryFolder>
let setup: MadeSetup
let server: ServerProcess
let client: Client
before(async () => {
  folder = temporaryFolder()
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path, { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
  client = new Client(server.url, setup.api_key)
})
after(async () => {
  client?.close()
  await server?.end('SIGTERM')
  closeReceivers()
  folder?.remove()
})

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await client.call(method, `${path}?company_id=${setup.company_id}`, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body.data
}

for (const [name, language] of Object.entries(LANGUAGES)) {
  const [program, ...args] = language.probe
  const is_there = spawnSync(program, args).status === 0
  const options = is_there ? {} : { skip: `${program} is not on this machine` }
  describe(`the receiver in ${name}`, options, () => {
    let scratch: ReturnType<typeof temporaryFolder>
    let receiver: ChildProcess
    let printed = ''
    let port: number
    let passing: Receiver & { requests: ReceivedRequest[] }
    let endpoint: { id: string; secret: string }

    before(async () => {
      scratch = temporaryFolder()
      port = await freePort()
      // What the server sends is passed on unchanged, and kept for manipulated copies.
      passing = await startReceiver(async (response, received) => {
        response.statusCode = await post(port, received.headers, received.body)
        response.end()
      })
      endpoint = await call('POST', '/v1/webhook-endpoints', { url: passing.url })
      const [command, ...rest] = language.command(port, scratch.path)
      receiver = spawn(command!, rest, {
        env: {
          ...process.env,
          PORT: String(port),
          QUOIN_WEBHOOK_SECRET: endpoint.secret,
          QUOIN_EVENTS_DIR: join(scratch.path, 'events'),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [receiver.stdout!, receiver.stderr!]) stream.on('data', (chunk) => (printed += chunk))
      await until('it listens', () => isListening(port))
    })
    after(async () => {
      if (endpoint) await call('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)
      receiver?.kill('SIGKILL')
      scratch?.remove()
    })

    const handled = (id: string) => printed.split(id).length - 1
    const deliveryOf = async (event_id: string) => {
      const { deliveries } = await call('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`)
      return deliveries.find((delivery: { event_id: string }) => delivery.event_id === event_id)
    }
    const arrived = async (index: number) => {
      await until('it has come', () => passing.requests.length > index)
      const event = JSON.parse(passing.requests[index]!.body.toString('utf8'))
      await until('it is delivered', async () => (await deliveryOf(event.id)).status === 'delivered')
      await until('it is handled', () => handled(event.id) > 0)
      return event
    }
    /** The newest true request. */
    const real = () => passing.requests.at(-1)!
    const signed = (secrets: string[], age_s: number, body = real().body) => {
      const timestamp_s = Math.floor(Date.now() / 1000) - age_s
      const headers = signatureHeaders(secrets, { id: 'evt_1', body, timestamp_s })
      return { ...real().headers, 'quoin-signature': headers['Quoin-Signature']! }
    }

    test('accepts a true one, with all that Unicode and HTML have in store', async () => {
      const customer_name = 'Café €5/6 💰👩‍👩‍👧‍👦 a\u2028b\u2029 </script><!-- 漢字 العربية'
      await call('POST', '/v1/customers', { name: customer_name })
      const event = await arrived(passing.requests.length)
      assert.equal(event.data.name, customer_name)
      assert.equal((await deliveryOf(event.id)).attempt_count, 1)
    })

    test('accepts one of a megabyte', async () => {
      const customer_id = (await call('POST', '/v1/customers', { name: 'Large' })).id
      await arrived(passing.requests.length)
      const items = Array.from({ length: 100 }, () => ({
        name: 'Line 💰',
        unit_price: 1,
        quantity: 1,
        description: 'x'.repeat(9_900) + '€💰',
      }))
      await call('POST', '/v1/invoices', { customer_id, items })
      const event = await arrived(passing.requests.length)
      assert.equal(event.event, 'invoice.created')
      assert.ok(real().body.length > 1_000_000)
      assert.equal((await deliveryOf(event.id)).attempt_count, 1)
    })

    test('skips a repeat, and answers that it has come', async () => {
      await call('POST', '/v1/customers', { name: 'Twice' })
      const event = await arrived(passing.requests.length)
      await call('POST', `/v1/events/${event.id}/resend`, { webhook_endpoint_id: endpoint.id })
      await until('it is delivered again', async () => {
        const delivery = await deliveryOf(event.id)
        return delivery.attempt_count === 2 && delivery.status === 'delivered'
      })
      assert.equal(await post(port, real().headers, real().body), 200)
      await new Promise((resolve) => setTimeout(resolve, 100))
      assert.equal(handled(event.id), 1)
    })

    test('accepts one that is signed with its secret and another, as during a rotation', async () => {
      assert.equal(await post(port, signed([newSigningSecret(), endpoint.secret], 0), real().body), 200)
      assert.equal(await post(port, signed([endpoint.secret, newSigningSecret()], 290), real().body), 200)
    })

    test('refuses what is not true, and handles none of it', async () => {
      const { headers, body } = real()
      const before = printed.split('new ').length
      const flipped = Buffer.from(body)
      flipped[flipped.length >> 1]! ^= 1
      const { 'quoin-signature': signature, ...unsigned } = headers
      const [t, v1] = String(signature).split(',')
      const refused: Record<string, [headers: ReceivedRequest['headers'], body: Buffer]> = {
        'a flipped byte': [headers, flipped],
        'a byte less': [headers, body.subarray(0, -1)],
        'an old one': [signed([endpoint.secret], 310), body],
        'one of the future': [signed([endpoint.secret], -310), body],
        'one without the header': [unsigned, body],
        'one with the secret of another': [signed([newSigningSecret()], 0), body],
        'another time': [{ ...headers, 'quoin-signature': `t=${Number(t!.slice(2)) - 1},${v1}` }, body],
        'an empty body': [headers, Buffer.alloc(0)],
      }
      for (const text of [
        '',
        ',',
        '=',
        't=',
        'v1=',
        t!,
        v1!,
        `${t},v1=`,
        `${t},v1=zz`,
        `${t},v1=${'é'.repeat(32)}`,
        `${t},v0=${v1!.slice(3)}`,
      ]) {
        refused[`the header ${text}`] = [{ ...headers, 'quoin-signature': Buffer.from(text).toString('latin1') }, body]
      }
      for (const [what, [sent_headers, sent_body]] of Object.entries(refused)) {
        assert.equal(await post(port, sent_headers, sent_body), 400, what)
      }
      // The true one still comes through.
      assert.equal(await post(port, headers, body), 200)
      assert.equal(printed.split('new ').length, before)
    })
  })
}

/** Sends bytes with the headers of another request; gives the status. */
function post(port: number, headers: ReceivedRequest['headers'], body: Buffer): Promise<number> {
  const { 'content-length': _, host: __, connection: ___, ...passed } = headers
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/', headers: { ...passed, 'content-length': body.length } }
    const sent = request(options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
