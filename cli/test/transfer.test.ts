// `quoin export` and `quoin import`: a server on the imported database is the same server, and an import is there whole or not at all.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ENGINE, environmentOf } from '../../server/test/support/engine.ts'
import { CLI } from '../../server/test/support/program.ts'
import {
  Client,
  type MadeSetup,
  runCli,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

/** Long enough for an import to have read the last of what it was given. */
const READ_MS = 500
const env = { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1', QUOIN_PUBLIC_URL: 'https://billing.example.com' }

const folder = temporaryFolder()
const files = temporaryFolder()
const place = (name: string) => join(files.path, name)
let demo: MadeSetup

/** A folder for another server's data, with the key of the first. */
function folderWithKey(): ReturnType<typeof temporaryFolder> {
  const other = temporaryFolder()
  copyFileSync(join(folder.path, 'secret.key'), join(other.path, 'secret.key'))
  return other
}

/** Runs a command with `input` on its standard input. */
async function runWithInput(data_folder: string, args: string[], input: NodeJS.ReadableStream) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...(await environmentOf(data_folder)), QUOIN_DATA_DIR: data_folder },
    stdio: 'pipe',
  })
  input.pipe(child.stdin)
  child.stdin.on('error', () => {})
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}

before(async () => {
  demo = JSON.parse((await runCli(folder.path, 'demo', '--json')).stdout)
  const server = await startServerProcess(folder.path, env)
  const client = new Client(server.url, demo.api_key)
  const endpoint = { url: 'http://127.0.0.1:9/', enabled_events: ['invoice.paid'] }
  const made = await client.call('POST', `/v1/webhook-endpoints?company_id=${demo.company_id}`, endpoint, {
    'idempotency-key': 'k',
  })
  assert.equal(made.status, 201)
  await client.call('GET', '/v1/companies', undefined, { authorization: 'Bearer sk_of_nobody' })
  client.close()
  await server.end('SIGTERM')
  assert.equal((await runCli(folder.path, 'export', place('all.jsonl'))).code, 0)
})
after(() => {
  folder.remove()
  files.remove()
})

describe('quoin export', () => {
  test('writes a file that only its owner reads, or to standard output, the same bytes', async () => {
    const { code, stdout, stderr } = await runCli(folder.path, 'export')
    assert.equal(code, 0)
    assert.match(stderr, /^Exported \d+ rows\n$/)
    assert.equal(stdout, readFileSync(place('all.jsonl'), 'utf8'))
    assert.equal(statSync(place('all.jsonl')).mode & 0o777, 0o600)
    const { rows, sha256 } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
    const again = await runCli(folder.path, 'export', place('all.jsonl'), '--force', '--json')
    assert.deepEqual(JSON.parse(again.stdout), { file: place('all.jsonl'), organization: null, rows, sha256 })
    assert.deepEqual([rows.companies, rows.invoices, rows.webhook_endpoints], [2, 400, 1])
  })

  test('is of one moment while the server writes', async () => {
    const own = temporaryFolder()
    const setup = await setUpWithCli(own.path)
    const server = await startServerProcess(own.path)
    const client = new Client(server.url, setup.api_key)
    let is_over = false
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; !is_over; count++) {
        const path = `/v1/customers?company_id=${setup.company_id}`
        assert.equal((await client.call('POST', path, { name: `C ${writer} ${count}` })).status, 201)
      }
    })
    const exported: string[] = []
    for (let round = 0; round < 3; round++) exported.push((await runCli(own.path, 'export')).stdout)
    is_over = true
    await Promise.all(writers)
    client.close()
    await server.end('SIGTERM')
    for (const text of exported) {
      const { rows } = JSON.parse(text.trimEnd().split('\n').at(-1)!)
      assert.ok(rows.customers > 0)
      const target = temporaryFolder()
      writeFileSync(place('moment.jsonl'), text)
      assert.equal((await runCli(target.path, 'import', place('moment.jsonl'))).code, 0)
      assert.equal(JSON.parse((await runCli(target.path, 'audit', 'verify', '--json')).stdout).is_whole, true)
      const events = text.split('\n').filter((line) => line.includes('"customer.created"')).length
      assert.equal(events, rows.customers, 'an event for each customer')
      target.remove()
    }
    own.remove()
  })

  test('replaces nothing unless it is told to, and leaves nothing half', async () => {
    writeFileSync(place('taken.jsonl'), 'precious')
    const { code, stderr } = await runCli(folder.path, 'export', place('taken.jsonl'))
    assert.deepEqual([code, stderr.includes('exists already')], [1, true])
    assert.equal(readFileSync(place('taken.jsonl'), 'utf8'), 'precious')
    const nobody = await runCli(folder.path, 'export', place('nobody.jsonl'), '--organization', 'org_nope')
    assert.deepEqual([nobody.code, nobody.stderr], [1, 'quoin: There is no organization org_nope\n'])
    assert.equal(
      readdirSync(files.path).some((name) => name.includes('nobody') || name.includes('partial')),
      false,
    )
  })

  test('ends with one line when its reader goes away', async () => {
    const child = spawn(process.execPath, [CLI, 'export'], {
      env: { ...process.env, ...(await environmentOf(folder.path)), QUOIN_DATA_DIR: folder.path },
      stdio: 'pipe',
    })
    child.stdout.once('data', () => child.stdout.destroy())
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    assert.equal(code, 1)
    assert.match(stderr, /^quoin: The export can't be written: [^\n]*EPIPE\n$/)
  })

  test('exits 2 when --json and the export would share standard output', async () => {
    const { code, stdout } = await runCli(folder.path, 'export', '--json')
    assert.deepEqual([code, stdout], [2, ''])
  })
})

describe('quoin import', () => {
  test('makes the same server: every list, object and event, the audit log, and the same export again', async () => {
    const other = folderWithKey()
    const { code, stdout, stderr } = await runCli(other.path, 'import', place('all.jsonl'), '--json')
    assert.equal(code, 0, stderr)
    const { organization, rows } = JSON.parse(stdout)
    assert.deepEqual([organization, rows.invoices, rows.events > 4_000], [null, 400, true])
    assert.equal((await runCli(other.path, 'export')).stdout, readFileSync(place('all.jsonl'), 'utf8'))
    const heads = async (path: string) => JSON.parse((await runCli(path, 'audit', 'verify', '--json')).stdout)
    assert.deepEqual(await heads(other.path), await heads(folder.path))
    assert.equal((await heads(other.path)).is_whole, true)
    // Last, since each request adds to the audit log.
    assert.deepEqual(await answersOf(other.path), await answersOf(folder.path))
    other.remove()
  })

  test('reads standard input', async () => {
    const other = folderWithKey()
    const { code, stdout } = await runWithInput(other.path, ['import', '-'], createReadStream(place('all.jsonl')))
    assert.equal(code, 0)
    assert.match(stdout, /^Imported everything: \d+ rows, whole and unaltered\nof which 1 organizations, 2 companies, /)
    other.remove()
  })

  test('killed half-way, it leaves the database empty, and can be done again', async () => {
    const other = folderWithKey()
    const text = readFileSync(place('all.jsonl'))
    for (const share of [0.1, 0.5, 0.999]) {
      const child = spawn(process.execPath, [CLI, 'import', '-'], {
        env: { ...process.env, ...(await environmentOf(other.path)), QUOIN_DATA_DIR: other.path },
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      child.stdin.on('error', () => {})
      const part = text.subarray(0, Math.floor(text.length * share))
      await new Promise((resolve) => child.stdin.write(part, resolve))
      await new Promise((resolve) => setTimeout(resolve, READ_MS))
      assert.equal(child.exitCode, null, 'it waits for more')
      const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      child.kill('SIGKILL')
      assert.equal(await ended, 'SIGKILL')
      const exported = await runCli(other.path, 'export', place('half.jsonl'))
      assert.match(exported.stderr, /There is nothing to export/)
    }
    assert.equal((await runCli(other.path, 'import', place('all.jsonl'))).code, 0)
    assert.equal((await runCli(other.path, 'export')).stdout, text.toString())
    other.remove()
  })

  test('is refused beside a running server, on a database in use, and with another key', async () => {
    const other = temporaryFolder()
    const server = await startServerProcess(other.path)
    const beside = await runCli(other.path, 'import', place('all.jsonl'))
    assert.deepEqual([beside.code, beside.stdout], [1, ''])
    // Several servers may run on PostgreSQL; the first of them has made an organization.
    const expected = ENGINE === 'sqlite' ? 'Another Quoin server is running on' : 'The database is not empty'
    assert.match(beside.stderr, new RegExp(`^quoin: ${expected} [^\\n]+\\n$`))
    await server.end('SIGTERM')
    const filled = await runCli(other.path, 'import', place('all.jsonl'))
    assert.match(filled.stderr, /^quoin: The database is not empty [^\n]+\n$/)
    const keyless = temporaryFolder()
    const without = await runCli(keyless.path, 'import', place('all.jsonl'))
    assert.match(without.stderr, /^quoin: The import needs the key that [^\n]+: copy secret\.key [^\n]+\n$/)
    assert.equal(readdirSync(keyless.path).includes('secret.key'), false, 'no key is made that would have to be replaced')
    copyFileSync(join(other.path, 'secret.key'), join(keyless.path, 'secret.key'))
    const wrong = await runCli(keyless.path, 'import', place('all.jsonl'))
    assert.match(wrong.stderr, /^quoin: The import needs the key that [^\n]+, and the key here is another one: [^\n]+\n$/)
    for (const one of [other, keyless]) one.remove()
  })

  test('exits 1 with one line for a file that is not there, or is none', async () => {
    const other = temporaryFolder()
    for (const file of [place('nope.jsonl'), files.path]) {
      const { code, stderr } = await runCli(other.path, 'import', file)
      assert.equal(code, 1)
      assert.match(stderr, /^quoin: [^\n]+\n$/)
    }
    other.remove()
  })

  test('adds one organization to a database that has others', async () => {
    const other = folderWithKey()
    const own = await setUpWithCli(other.path)
    const args = ['export', place('one.jsonl'), '--organization', demo.organization_id]
    assert.equal((await runCli(folder.path, ...args)).code, 0)
    const { code, stdout, stderr } = await runCli(other.path, 'import', place('one.jsonl'))
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`^Imported ${demo.organization_id}: `))
    const again = await runCli(other.path, 'import', place('one.jsonl'))
    assert.equal(again.stderr, `quoin: The organization ${demo.organization_id} is in this database already\n`)
    const server = await startServerProcess(other.path, env)
    for (const { api_key, company_id } of [own, demo]) {
      const client = new Client(server.url, api_key)
      const { body } = await client.call('GET', '/v1/companies')
      assert.ok(body.data.companies.some(({ id }: { id: string }) => id === company_id))
      assert.equal((await client.call('POST', `/v1/customers?company_id=${company_id}`, { name: 'New' })).status, 201)
      client.close()
    }
    await server.end('SIGTERM')
    assert.equal(JSON.parse((await runCli(other.path, 'audit', 'verify', '--json')).stdout).is_whole, true)
    other.remove()
  })
})

/** What a server on a folder answers to reads: the lists of each kind, each of their objects, and the events. */
async function answersOf(data_folder: string): Promise<Record<string, unknown>> {
  const server = await startServerProcess(data_folder, env)
  const client = new Client(server.url, demo.api_key)
  const q = `company_id=${demo.company_id}`
  const answers: Record<string, unknown> = {}
  const get = async (path: string) => {
    const { status, body } = await client.call('GET', path)
    assert.equal(status, 200, path)
    answers[path] = body
  }
  for (const kind of ['customers', 'invoices', 'quotes', 'projects', 'users']) {
    const objects = await client.all(`/v1/${kind}?${q}`, kind)
    assert.ok(objects.length > 0, kind)
    answers[kind] = objects
    if (kind !== 'users') for (const { id } of objects) await get(`/v1/${kind}/${id}?${q}`)
    if (kind !== 'projects') continue
    for (const { id } of objects) {
      for (const part of ['tasks', 'time-entries']) await get(`/v1/projects/${id}/${part}?${q}&limit=100`)
    }
  }
  for (const path of ['/v1/companies', `/v1/webhook-endpoints?${q}`, `/v1/events/types?${q}`]) await get(path)
  answers['events'] = await client.events(demo.company_id)
  client.close()
  await server.end('SIGTERM')
  return answers
}
