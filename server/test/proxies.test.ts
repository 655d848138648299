// Behind real proxies, configured with exactly the files of the documentation except for ports and paths.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findProxy } from '../../scripts/proxies.ts'
import { type Certificate, makeCertificate } from './support/certificate.ts'
import { queryFolder } from './support/engine.ts'
import {
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const HOST = 'billing.example.com'
const EMAIL = 'owner@example.com'
const PASSWORD = 'correct horse battery'
/** Clients connect from separate addresses; all of 127.0.0.0/8 is this machine on Linux, and the proxies come from 127.0.0.1. */
const [CLIENT, OTHER_CLIENT] = ['127.0.0.5', '127.0.0.6']
const is_linux = process.platform === 'linux'

/** The code blocks of a page in a language. */
function samples(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code!)
}

/** Replaces what must be there. */
function put(text: string, changes: readonly [RegExp, string][]): string {
  return changes.reduce((changed, [from, to]) => {
    assert.match(changed, from)
    return changed.replaceAll(new RegExp(from, `g${from.flags}`), to)
  }, text)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Scene {
  folder: string
  port: number
  server_port: number
}

/** nginx in one process, with the sample where a distribution's main file includes it. */
function nginxWith(page: string) {
  return ({ folder, port, server_port }: Scene): string[] => {
    const [sample, ...more] = samples(page, 'nginx')
    assert.ok(sample && more.length === 0)
    const site = put(sample, [
      [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
      [/\/etc\/letsencrypt\/live\/[\w.]+\/fullchain\.pem/, join(folder, 'cert.pem')],
      [/\/etc\/letsencrypt\/live\/[\w.]+\/privkey\.pem/, join(folder, 'key.pem')],
      [/127\.0\.0\.1:428\d\b/, `127.0.0.1:${server_port}`],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
    const main = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn; events {}
      http { access_log off; gzip on; gzip_types application/json; gzip_min_length 0; ${temporary.join(' ')}\n${site}\n}`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return [findProxy('nginx')!, '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  }
}

/** The same, with the service below a path that the proxy takes off. */
function nginxBelow(path: string, page: string) {
  return (scene: Scene): string[] => {
    const command = nginxWith(page)(scene)
    const file = join(scene.folder, 'nginx.conf')
    const changes: [RegExp, string][] = [
      [/location \/ {/, `location ${path}/ {`],
      [/(proxy_pass http:[^;]+);/, '$1/;'],
    ]
    writeFileSync(file, put(readFileSync(file, 'utf8'), changes))
    return command
  }
}

function haproxyWith(page: string) {
  return ({ folder, port, server_port }: Scene): string[] => {
    const [sample, ...more] = samples(page, 'haproxy')
    assert.ok(sample && more.length === 0)
    const config = put(sample, [
      [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt ${join(folder, 'both.pem')}`],
      [/127\.0\.0\.1:4280\b/, `127.0.0.1:${server_port}`],
    ])
    writeFileSync(join(folder, 'haproxy.cfg'), config)
    return [findProxy('haproxy')!, '-db', '-f', join(folder, 'haproxy.cfg')]
  }
}

/** Caddy, which would ask an authority on the internet for its certificate, is given one. */
function caddyWith(page: string) {
  return ({ folder, port, server_port }: Scene): string[] => {
    const [sample, ...more] = samples(page, 'caddy')
    assert.ok(sample && more.length === 0)
    const site = put(sample, [
      [/^[\w.]+\.example\.com {$/m, `${HOST} {\n    tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`],
      [/127\.0\.0\.1:428\d\b/, `127.0.0.1:${server_port}`],
    ])
    const main = `{\n  admin off\n  auto_https disable_redirects\n  default_bind 127.0.0.1\n  https_port ${port}\n  storage file_system ${folder}\n}\n${site}`
    writeFileSync(join(folder, 'Caddyfile'), main)
    return [findProxy('caddy')!, 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  }
}

interface Behind {
  name: string
  program: 'nginx' | 'haproxy' | 'caddy'
  commandFor: (scene: Scene) => string[]
  /** The path of the service. */
  at?: string
}

const certificate = makeCertificate([HOST])

for (const { name, program, commandFor, at = '' } of [
  { name: 'nginx, docs/self-hosting.md', program: 'nginx', commandFor: nginxWith('docs/self-hosting.md') },
  { name: 'nginx, below a path', program: 'nginx', commandFor: nginxBelow('/billing', 'docs/self-hosting.md'), at: '/billing' },
  { name: 'nginx, docs/scaling.md', program: 'nginx', commandFor: nginxWith('docs/scaling.md') },
  { name: 'HAProxy, docs/self-hosting.md', program: 'haproxy', commandFor: haproxyWith('docs/self-hosting.md') },
  { name: 'Caddy, docs/self-hosting.md', program: 'caddy', commandFor: caddyWith('docs/self-hosting.md') },
  { name: 'Caddy, docs/scaling.md', program: 'caddy', commandFor: caddyWith('docs/scaling.md') },
] as Behind[]) {
  const skip = (!findProxy(program) && `needs ${program}`) || (!certificate && 'needs openssl') || (!is_linux && 'needs Linux')
  describe(`behind ${name}`, { skip }, () => behind(commandFor, certificate!, at))
}

function behind(commandFor: Behind['commandFor'], { key, cert }: Certificate, at: string): void {
  const folder = temporaryFolder()
  const proxy_folder = temporaryFolder()
  let server: ServerProcess
  let setup: MadeSetup
  let proxy: ChildProcess
  let port: number
  let said = ''

  before(async () => {
    setup = await setUpWithCli(folder.path, '--email', EMAIL, '--password', PASSWORD)
    server = await startServerProcess(folder.path, {
      QUOIN_TRUSTED_PROXIES: '127.0.0.1',
      QUOIN_PUBLIC_URL: `https://${HOST}${at}`,
    })
    port = await freePort()
    for (const [file, text] of Object.entries({ 'key.pem': key, 'cert.pem': cert, 'both.pem': cert + key }))
      writeFileSync(join(proxy_folder.path, file), text)
    const scene = { folder: proxy_folder.path, port, server_port: Number(new URL(server.url).port) }
    const [program, ...args] = commandFor(scene) as [string, ...string[]]
    proxy = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const output of [proxy.stdout!, proxy.stderr!]) output.on('data', (text) => (said += text))
    await untilReady()
  })
  after(async () => {
    if (proxy && proxy.exitCode === null) {
      proxy.kill('SIGTERM')
      await new Promise((resolve) => proxy.once('exit', resolve))
    }
    await server?.end('SIGTERM')
    folder.remove()
    proxy_folder.remove()
  })

  async function untilReady(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const is_open = await new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
        socket.on('connect', () => socket.destroy())
      })
      if (is_open && (await call('GET', '/health')).status === 200) return
      if (proxy.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`the proxy does not answer: ${said}`)
  }

  function call(method: string, path: string, { from = CLIENT, headers = {}, body }: Sent = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          localAddress: from,
          servername: HOST,
          ca: cert,
          agent: false,
          method,
          path: at + path,
          headers: { host: HOST, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        },
        async (response) => {
          let text = ''
          for await (const chunk of response) text += chunk
          resolve({ status: response.statusCode!, headers: response.headers, body: text })
        },
      )
      sent.on('error', reject)
      sent.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
    })
  }

  const withKey = () => ({ authorization: `Bearer ${setup.api_key}` })
  const guess = (password: string, sent: Sent = {}) =>
    call('POST', '/dashboard/auth/sign-in/email', {
      ...sent,
      headers: { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin', ...sent.headers },
      body: { email: EMAIL, password },
    })

  test('the public page of a credit note leads to its PDF, and an address that opens too many links keeps no other from them', async () => {
    const make = async (method: string, path: string, body: object) => {
      const answer = await call(method, `${path}?company_id=${setup.company_id}`, { headers: withKey(), body })
      assert.ok(answer.status < 300, answer.body)
      return JSON.parse(answer.body).data
    }
    const customer_id = (await make('POST', '/v1/customers', { name: 'Ada' })).id
    const invoice = await make('POST', '/v1/invoices', { customer_id, items: [{ name: 'x', unit_price: 1 }] })
    await make('PATCH', `/v1/invoices/${invoice.id}`, { status: 'sent' })
    const path = `/c/${(await make('POST', '/v1/credit-notes', { invoice_id: invoice.id })).public_token}`
    const page = await call('GET', path)
    assert.equal(page.status, 200)
    const link = /href="([^"]*pdf)"/.exec(page.body)?.[1]
    assert.ok(link, page.body)
    const file = new URL(link, `https://${HOST}${at}${path}`)
    assert.equal(file.pathname, `${at}${path}/pdf`)
    const pdf = await call('GET', file.pathname.slice(at.length))
    assert.deepEqual([pdf.status, pdf.headers['content-type'], pdf.body.slice(0, 5)], [200, 'application/pdf', '%PDF-'])
    for (const { headers } of [page, pdf]) {
      assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer'])
    }
    const headersOf = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number % 200}` })
    const misses: number[] = []
    for (let number = 0; number < 320; number += 10) {
      const some = Array.from({ length: 10 }, (_, index) => call('GET', '/c/x', { headers: headersOf(number + index) }))
      misses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    assert.ok(misses.includes(429), 'too many links that do not work')
    assert.equal((await call('GET', '/c/x', { from: OTHER_CLIENT })).status, 404)
    assert.equal((await call('GET', path, { from: OTHER_CLIENT })).status, 200)
  })

  test('a file of 5 MiB to check comes through, and one that is larger is refused by the service', async () => {
    const check = (bytes: number) => {
      const headers = { ...withKey(), 'content-type': 'application/xml' }
      return call('POST', `/v1/e-invoices/check?company_id=${setup.company_id}`, { headers, body: Buffer.alloc(bytes, '<a>') })
    }
    for (let count = 0; count < 3; count++) {
      const [most, more] = [await check(5 * 1024 * 1024), await check(5 * 1024 * 1024 + 1)]
      assert.deepEqual([most.status, JSON.parse(most.body).code], [400, 'not_an_e_invoice'])
      assert.deepEqual([more.status, JSON.parse(more.body).code], [413, 'payload_too_large'], said)
    }
  })

  test('a bank statement of 10 MiB comes through', async () => {
    const headers = { ...withKey(), 'content-type': 'application/xml' }
    const body = Buffer.alloc(10 * 1024 * 1024, '<a>')
    const answer = await call('POST', `/v1/bank-statements?company_id=${setup.company_id}`, { headers, body })
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [400, 'invalid_statement'], said)
  })

  // The pages of members need an origin of their own.
  if (at !== '') return

  test("rows of the audit log have the client's address, whatever the client says of itself", async () => {
    const path = `/v1/customers?company_id=${setup.company_id}`
    const forged = { 'x-forwarded-for': '203.0.113.66', 'x-real-ip': '203.0.113.66', forwarded: 'for=203.0.113.66' }
    const answer = await call('POST', path, { headers: { ...withKey(), ...forged }, body: { name: 'Ada' } })
    assert.equal(answer.status, 201)
    const rows = await queryFolder(folder.path, "SELECT DISTINCT ip_address FROM audit_log WHERE path = '/v1/customers'")
    assert.deepEqual(
      rows.map(({ ip_address }) => ip_address),
      [CLIENT],
    )
  })

  test('a header that changes with each guess gives no more guesses; another client does not wait', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 7; number++) {
      const headers = { 'x-forwarded-for': `203.0.113.${number}` }
      statuses.push((await guess('wrong horse battery', { headers })).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
    const signed_in = await guess(PASSWORD, { from: OTHER_CLIENT })
    assert.equal(signed_in.status, 200, 'pages of the https address may sign in')
    assert.match(String(signed_in.headers['set-cookie']), /^__Host-quoin\.session_token=/)
    const foreign = await guess(PASSWORD, {
      from: OTHER_CLIENT,
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    assert.equal(foreign.status, 403)
  })

  test('an event of a stream arrives when it happens', async () => {
    const path = `/v1/events/stream?company_id=${setup.company_id}`
    let text = ''
    const stream = request({
      host: '127.0.0.1',
      port,
      localAddress: CLIENT,
      servername: HOST,
      ca: cert,
      agent: false,
      path,
      headers: { host: HOST, ...withKey() },
    })
    const arrived = new Promise<void>((resolve, reject) => {
      stream.on('error', reject)
      stream.on('response', (response) => {
        assert.equal(response.statusCode, 200)
        response.on('error', () => {})
        response.on('data', (chunk) => {
          text += chunk
          if (text.includes('customer.created')) resolve()
        })
        void call('POST', `/v1/customers?company_id=${setup.company_id}`, { headers: withKey(), body: { name: 'Streamed' } })
      })
    })
    stream.end()
    await arrived
    stream.destroy()
  })

  test('a version that came compressed is the one to change', async () => {
    const list = `/v1/customers?company_id=${setup.company_id}`
    const made = JSON.parse((await call('POST', list, { headers: withKey(), body: { name: 'Tagged' } })).body).data
    const path = `/v1/customers/${made.id}?company_id=${setup.company_id}`
    const headers = { ...withKey(), 'accept-encoding': 'gzip' }
    const etag = String((await call('GET', path, { headers })).headers['etag'])
    assert.equal((await call('GET', path, { headers: { ...headers, 'if-none-match': etag } })).status, 304)
    const change = (name: string) => call('PATCH', path, { headers: { ...withKey(), 'if-match': etag }, body: { name } })
    assert.equal((await change('Changed')).status, 200)
    assert.equal((await change('Changed again')).status, 412)
  })
}

interface Sent {
  from?: string
  headers?: Record<string, string>
  body?: object
}

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}
