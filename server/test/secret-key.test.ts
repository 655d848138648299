// The key of the signing secrets: made once, kept safe, and missed at the start and not at the first delivery.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { environmentOf, storedBytes } from './support/engine.ts'
import { Client, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

const OTHER_KEY = '00'.repeat(32)

describe('the key of the signing secrets', () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'secret.key')
  const allow = { QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' }
  let key: string

  before(async () => {
    const setup = await setUpWithCli(folder.path)
    const server = await startServerProcess(folder.path, allow)
    const client = new Client(server.url, setup.api_key)
    const body = { url: 'http://127.0.0.1:9/' }
    const made = await client.call('POST', `/v1/webhook-endpoints?company_id=${setup.company_id}`, body, {
      'idempotency-key': 'k',
    })
    assert.equal(made.status, 201)
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    key = readFileSync(file, 'utf8').trim()
  })
  after(() => folder.remove())

  /** Starts and stops a server; returns its message if it did not start. */
  async function start(env: Record<string, string> = {}): Promise<string> {
    try {
      const server = await startServerProcess(folder.path, { ...allow, ...env })
      await server.end('SIGTERM')
      return 'started'
    } catch (error) {
      assert.equal((error as { exit?: unknown }).exit, 1)
      return (error as Error).message
    }
  }

  test('is made at the first start, for its owner only', () => {
    assert.match(key, /^[0-9a-f]{64}$/)
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  test('no secret is in the database in plain text, not in a kept answer either', async () => {
    const { QUOIN_DATABASE_URL: database_url } = await environmentOf(folder.path)
    const stored = await storedBytes({ data_dir: folder.path, database_url })
    assert.ok(
      stored.some((bytes) => bytes.includes('http://127.0.0.1:9/')),
      'the scan sees what is there',
    )
    assert.ok(!stored.some((bytes) => bytes.includes('whsec_')))
  })

  test('the variable takes its place, in hexadecimal digits and in Base64', async () => {
    writeFileSync(file, `${OTHER_KEY}\n`)
    assert.equal(await start({ QUOIN_SECRET_KEY: key }), 'started')
    assert.equal(await start({ QUOIN_SECRET_KEY: Buffer.from(key, 'hex').toString('base64') }), 'started')
    assert.equal(await start({ QUOIN_SECRET_KEY: Buffer.from(key, 'hex').toString('base64url') }), 'started')
  })

  test('another key: the start is refused with one line, whether it comes from the file, the variable or a new file', async () => {
    const line = /^quoin: The secrets of webhook endpoints were sealed with another key: [^\n]+\n$/
    writeFileSync(file, `${OTHER_KEY}\n`)
    assert.match(await start(), line)
    assert.match(await start({ QUOIN_SECRET_KEY: OTHER_KEY }), line)
    rmSync(file)
    assert.match(await start(), line)
  })

  test('a start that is refused leaves no new key behind, which would be taken for the lost one', () => {
    assert.equal(existsSync(file), false)
  })

  test('a damaged file, and a variable that is no key: refused with one line that does not show it', async () => {
    for (const damaged of ['', 'abc', `${key}0`, key.slice(1)]) {
      writeFileSync(file, damaged)
      assert.match(await start(), /^quoin: The key file \S+secret\.key is damaged: [^\n]+\n$/)
    }
    writeFileSync(file, `${key}\n`)
    for (const wrong of ['x', key.slice(1), `${key}00`]) {
      const said = await start({ QUOIN_SECRET_KEY: wrong })
      assert.match(said, /^quoin: QUOIN_SECRET_KEY must be 32 random bytes [^\n]+\n$/)
      if (wrong.length > 8) assert.equal(said.includes(wrong), false)
    }
    assert.equal(await start(), 'started')
  })
})
