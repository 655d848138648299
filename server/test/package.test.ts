// The package as npm publishes it, in a folder of its own, with nothing beside it but the typesetter: everything that the program reads or
// starts is in it. On both engines.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDependency, makeImage } from '../../scripts/package/image.ts'
import { makeProgram } from '../../scripts/package/package.ts'
import { newTestDatabase, type TestDatabase } from './support/engine.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { Client } from './support/server-process.ts'

/** The program with all that it reads, and the typesetter: without Node.js itself. */
const MOST_BYTES = 120e6
const LONGEST_MS = 20_000
const IMAGE_USER = 65_532
const ROOT = join(import.meta.dirname, '../..')

const folder = mkdtempSync(join(tmpdir(), 'quoin-package-'))
const home = join(folder, 'node_modules', 'quoin')
const program = join(home, 'bin', 'quoin.js')
const children = new Set<ChildProcess>()

before(async () => {
  const archive = await makeProgram(join(folder, 'made'))
  // As npm would install it; the registry is not asked.
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', join(folder, 'node_modules')])
  renameSync(join(folder, 'node_modules', 'package'), home)
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) copyDependency(name, join(folder, 'node_modules'))
})
after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Metrics and traces are loaded only where they are on; nobody collects these. */
const METRICS_TOKEN = 'the-token-of-the-metrics'
const OBSERVED = { QUOIN_METRICS_TOKEN: METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }

/** Starts the program of the package in an empty folder, and waits until it is ready. */
const serve = (env: Record<string, string>, of = program) =>
  ready(
    spawn(process.execPath, [of, 'serve'], {
      cwd: mkdtempSync(join(folder, 'empty-')),
      env: { ...process.env, ...OBSERVED, QUOIN_PORT: '0', QUOIN_LOG_LEVEL: 'error', QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1', ...env },
    }),
  )

/** Waits until a server is ready. `end` ends it by SIGTERM, and fails unless it ended in order and has logged no error. */
async function ready(child: ChildProcess) {
  children.add(child)
  let output = ''
  let errors = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  child.stderr!.on('data', (chunk) => {
    errors += chunk
  })
  const until = performance.now() + LONGEST_MS
  while (!/is ready at/.test(output)) {
    assert.ok(child.exitCode === null && performance.now() < until, `${output}${errors}`)
    await sleep(20)
  }
  const end = async (pid = child.pid!) => {
    const ended = once(child, 'exit')
    process.kill(pid, 'SIGTERM')
    const [code] = await ended
    assert.deepEqual([code, errors], [0, ''])
  }
  return { url: /is ready at (\S+)/.exec(output)![1]!, output, end, child }
}

/** Runs a command of the package; gives the JSON that it prints. Throws what it prints as an error. */
const run = (env: Record<string, string>, ...args: string[]) => runOf(program, env, ...args)

function runOf(of: string, env: Record<string, string>, ...args: string[]) {
  const output = execFileSync(process.execPath, [of, ...args, '--json'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(output.toString())
}

/** Waits until something is so. */
async function becomes(isSo: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const until = performance.now() + LONGEST_MS
  while (!(await isSo())) {
    assert.ok(performance.now() < until, otherwise)
    await sleep(50)
  }
}

/** The package as its next version would be, with one more migration; gives its program. */
function laterVersion(): string {
  const later = mkdtempSync(join(folder, 'later-'))
  cpSync(home, join(later, 'quoin'), { recursive: true })
  cpSync(join(folder, 'node_modules', '@myriaddreamin'), join(later, 'quoin', 'node_modules', '@myriaddreamin'), {
    recursive: true,
  })
  writeFileSync(join(later, 'quoin', 'migrations', '9999_later.sql'), 'CREATE TABLE later (id integer NOT NULL PRIMARY KEY);')
  return join(later, 'quoin', 'bin', 'quoin.js')
}

test('is smaller than 120 MB when installed, and has no sources, tests or symbolic links', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes('node_modules'),
  )
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`)
  const own = files.filter(({ parentPath }) => parentPath.startsWith(home)).map(({ name }) => name)
  assert.deepEqual(
    own.filter((name) => /\.ts$|\.test\.|\.map$/.test(name)),
    [],
  )
  assert.deepEqual(readdirSync(home).sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'THIRD-PARTY-NOTICES.txt',
    'bin',
    'dashboard',
    'fonts',
    'lib',
    'migrations',
    'package.json',
    'reference',
  ])
})

test('names each package that is in it, with its licence', () => {
  const notices = readFileSync(join(home, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of ['fastify', 'pg', '@expo-google-fonts/inter', 'dejavu-fonts-ttf', 'swagger-ui-dist'])
    assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+`, 'm'))
  assert.doesNotMatch(notices, /Licence: see below\n\n-/)
})

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`on ${engine}`, () => {
    let database: TestDatabase
    let receiver: Receiver
    before(async () => {
      database = await newTestDatabase(engine)
      if (engine === 'sqlite') rmSync(join(database.settings.data_dir, 'quoin.db'))
    })
    after(async () => {
      await receiver.end()
      await database.remove()
    })

    test('serves from an empty folder: invoice, PDF, e-invoice, statement, webhook, pages, reference; is backed up, restored elsewhere, upgraded', async () => {
      const first = await serve(database.env)
      const key =
        /API key +(sk_\w+)/.exec(first.output)?.[1] ?? run(database.env, 'setup', '--organization', 'O', '--company', 'C').api_key
      const client = new Client(first.url, key)
      const company_id = (await client.call('GET', '/v1/companies')).body.data.companies[0].id as string
      const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
        const answer = await client.call(
          method,
          `/v1/${path}${path.includes('?') ? '&' : '?'}company_id=${company_id}`,
          body,
          headers,
        )
        assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
        return answer.body?.data
      }
      const seller = { legal_name: 'Moreno Studio', country: 'DE', legal_vat: 'DE123456788', iban: 'DE02120300000000202051' }
      await client.call('PATCH', `/v1/companies/${company_id}`, seller)
      receiver = await startReceiver()
      await call('POST', 'webhook-endpoints', { url: receiver.url, enabled_events: ['invoice.*'] })
      const customer_id = (await call('POST', 'customers', { name: 'Müller 株式会社', country: 'DE' })).id
      const items = [{ name: 'Beratung', quantity: 2.5, unit_price: 99.99, tax_rate: 19 }]
      const invoice = await call('POST', 'invoices', { customer_id, items, currency: 'EUR' })
      await call('PATCH', `invoices/${invoice.id}`, { status: 'sent' })
      const bytesOf = async (path: string, of = first) => {
        const headers = { authorization: `Bearer ${key}` }
        const answer = await fetch(`${of.url}${path}`, { headers })
        assert.equal(answer.status, 200, path)
        return Buffer.from(await answer.arrayBuffer())
      }
      const pdf_path = `/v1/invoices/${invoice.id}/pdf?company_id=${company_id}`
      const pdf = await bytesOf(pdf_path)
      assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
      const xml = await bytesOf(`/v1/invoices/${invoice.id}/xml?company_id=${company_id}&format=ubl`)
      assert.match(xml.toString(), /Müller 株式会社/)
      // Long enough for a thread.
      const rows = Array.from({ length: 2_000 }, (_, index) => `2026-03-01;${index + 1},00;Transfer ${index}`)
      const mapping = { date: 'd', amount: 'a', text: 't' }
      const statement = { format: 'csv', content: ['d;a;t', ...rows].join('\n'), mapping }
      assert.equal((await call('POST', 'bank-statements', statement)).added, 2_000)
      for (const path of ['/docs/swagger-ui-bundle.js', '/openapi.json', '/.well-known/security-policy.txt', '/'])
        assert.ok((await bytesOf(path)).length > 500, path)
      await becomes(async () => (await receiver.count()) >= 2, 'the webhook was not delivered')
      const metrics = await fetch(`${first.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      assert.match(await metrics.text(), /^quoin_prints_total\{outcome="printed"\} 1$/m)
      // The PostgreSQL of the tests is not durable, and it says so.
      if (engine === 'sqlite') assert.equal(run(database.env, 'doctor', '--quick').is_ok, true)
      await first.end()

      // Its backup is made at a start, and restored elsewhere by the command.
      const backups = mkdtempSync(join(folder, 'backups-'))
      const scheduled = await serve({ ...database.env, QUOIN_BACKUP_TO: backups })
      await becomes(() => readdirSync(backups).filter((name) => !name.startsWith('.')).length === 1, 'no backup was made')
      await scheduled.end()
      const elsewhere = await newTestDatabase(engine)
      const { data_dir } = elsewhere.settings
      rmSync(join(data_dir, 'quoin.db'), { force: true })
      copyFileSync(join(database.settings.data_dir, 'secret.key'), join(data_dir, 'secret.key'))
      const restored = run({ ...elsewhere.env, QUOIN_BACKUP_TO: backups }, 'restore')
      assert.deepEqual([restored.rows.invoices, restored.has_key, restored.replaced], [1, true, null])
      const second = await serve(elsewhere.env)
      assert.ok((await bytesOf(pdf_path, second)).equals(pdf), 'the kept PDF is another one')
      await second.end()

      // A later version takes over what this one has left; there is no way back but the copy.
      const later = laterVersion()
      const checked = runOf(later, elsewhere.env, 'upgrade-check')
      assert.deepEqual([checked.missing, checked.is_ready], [['9999_later'], true])
      const third = await serve(elsewhere.env, later)
      assert.ok((await bytesOf(pdf_path, third)).equals(pdf))
      await third.end()
      assert.equal(engine === 'sqlite', readdirSync(data_dir).includes('quoin.db.before-9999_later'))
      assert.throws(() => run(elsewhere.env, 'keys', 'list', '--organization', 'org_1'), /is newer than this program/)
      await elsewhere.remove()
      client.close()
    })
  })
}

const no_image =
  process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'an image is one of Linux, and its file system is mounted by root'
    : false

describe('the image', { skip: no_image }, () => {
  let image: string
  before(() => {
    image = makeImage(join(folder, 'made'), join(folder, 'made', 'quoin'))
  })

  test('has the program, Node.js and its libraries, less than 250 MB together, and no shell', () => {
    const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    assert.ok(bytes < 250e6, `${bytes} bytes`)
    const programs = files.filter(({ parentPath }) => /\/s?bin$/.test(parentPath)).map(({ name }) => name)
    assert.deepEqual(programs.sort(), ['node', 'quoin.js'])
  })

  test('runs as process 1 of a file system that it can not write, as a user without rights, and prints', async () => {
    const data = join(folder, 'made', 'image-data', 'data')
    chownSync(data, IMAGE_USER, IMAGE_USER)
    for (const name of ['data', 'tmp', 'proc', 'dev']) mkdirSync(join(image, name), { recursive: true })
    const steps = [
      'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"',
      'mount -t tmpfs -o mode=1777 tmpfs "$0/tmp" && mount --bind "$1" "$0/data" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"',
      `exec chroot --userspec=${IMAGE_USER}:${IMAGE_USER} "$0" /usr/local/bin/node --max-semi-space-size=16 /opt/quoin/bin/quoin.js serve`,
    ]
    const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', QUOIN_DATA_DIR: '/data', QUOIN_PORT: '0', QUOIN_LOG_LEVEL: 'error' }
    const outer = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', steps.join(' && '), image, data], {
      env,
    })
    const server = await ready(outer)
    const [inner] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').split(' ')
    const status = readFileSync(`/proc/${inner}/status`, 'utf8')
    assert.match(status, new RegExp(`^NSpid:\\s+${inner}\\s+1$`, 'm'))
    assert.match(status, new RegExp(`^Uid:\\s+${IMAGE_USER}\\s`, 'm'))
    assert.match(status, /^CapEff:\s+0+$/m)
    const key = /API key +(sk_\w+)/.exec(server.output)![1]!
    const client = new Client(server.url, key)
    const { id } = (await client.call('GET', '/v1/companies')).body.data.companies[0]
    const customer = await client.call('POST', `/v1/customers?company_id=${id}`, { name: '東京' })
    const items = [{ name: 'x', unit_price: 5 }]
    const invoice = await client.call('POST', `/v1/invoices?company_id=${id}`, { customer_id: customer.body.data.id, items })
    const headers = { authorization: `Bearer ${key}` }
    const pdf = await fetch(`${server.url}/v1/invoices/${invoice.body.data.id}/pdf?company_id=${id}`, { headers })
    assert.equal(pdf.status, 200)
    client.close()
    await server.end(Number(inner))
  })

  test('is built by buildah from the Containerfile', { skip: process.env['QUOIN_TEST_LONG'] ? false : 'a long run' }, () => {
    const containerfile = readFileSync(join(ROOT, 'Containerfile'), 'utf8').replaceAll('dist/', '')
    writeFileSync(join(folder, 'made', 'Containerfile'), containerfile)
    const build = ['build', '--isolation', 'chroot', '--format', 'docker', '--tag', 'quoin-test', '.']
    execFileSync('buildah', build, { cwd: join(folder, 'made'), stdio: ['ignore', 'ignore', 2] })
    const inspected = JSON.parse(execFileSync('buildah', ['inspect', '--type', 'image', 'quoin-test']).toString())
    const { config } = inspected.Docker
    assert.deepEqual([config.User, Object.keys(config.Volumes), config.StopSignal], ['65532:65532', ['/data'], 'SIGTERM'])
    assert.deepEqual(config.Healthcheck.Test, ['CMD', 'node', '/opt/quoin/bin/quoin.js', 'health'])
    execFileSync('buildah', ['rmi', 'quoin-test'], { stdio: 'ignore' })
  })
})
