// The machine is lost: the server is killed and its data folder is gone. What is restored from the place of the backups has every write that was
// acknowledged 5 s before; after an orderly end it has all of them.
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { readPlace } from '../src/operate/backups/place.ts'
import { restoreBackup } from '../src/operate/backups/restore.ts'
import { startBucket } from './support/bucket.ts'
import { needs_sqlite } from './support/engine.ts'
import { type Chance, createChance } from './support/random.ts'
import { Client, runCli, type ServerProcess, setUpWithCli, startServerProcess } from './support/server-process.ts'

const IS_LONG = Boolean(process.env['QUOIN_TEST_LONG'])
const PLANS = IS_LONG ? 30 : 1
/** Between the writes of a writer. */
const PAUSES_MS = IS_LONG ? [0, 5, 20] : [40]
/** Writes that were acknowledged so long before the kill are not lost. */
const BOUND_MS = 5_000
const WRITERS = 4

const root = mkdtempSync(join(tmpdir(), 'quoin-log-'))
after(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const folder = () => mkdtempSync(join(root, `${++folders}-`))

/** A data folder with an organization, and where its log goes. */
async function newScene(to: string, recipient?: string) {
  const path = folder()
  const setup = await setUpWithCli(path)
  const env: Record<string, string> = {
    QUOIN_BACKUP_TO: to,
    QUOIN_BACKUP_WAL: '1',
    ...(recipient === undefined ? {} : { QUOIN_BACKUP_RECIPIENT: recipient }),
  }
  return { path, env, key: setup.api_key, company: setup.company_id, acknowledged: new Map<string, number>(), writers: 0 }
}

type Scene = Awaited<ReturnType<typeof newScene>>

/** Writers that go on until the server is gone, and note what was acknowledged, and when. */
function startWriting(scene: Scene, server: ServerProcess, pause_ms = 40): { ended: Promise<unknown> } {
  const client = new Client(server.url, scene.key)
  const write = async (writer: number) => {
    for (let count = 1; ; count++) {
      const name = `${writer}-${count}`
      const { status } = await client.call('POST', `/v1/customers?company_id=${scene.company}`, { name, notes: 'x'.repeat(500) })
      if (status === 201) scene.acknowledged.set(name, performance.now())
      await sleep(pause_ms)
    }
  }
  const all = Array.from({ length: WRITERS }, () => write(++scene.writers))
  return { ended: Promise.allSettled(all).then(() => client.close()) }
}

async function until(is: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end_at = performance.now() + 15_000; !(await is()); await sleep(50))
    assert.ok(performance.now() < end_at, `not in time: ${what}`)
}

/** Restores into an empty folder, with its checks; gives the names that it has. */
async function restored(
  scene: Scene,
  { identity, at_ms, data_dir = folder() }: { identity?: string | undefined; at_ms?: number; data_dir?: string } = {},
): Promise<Set<string>> {
  const place = readPlace(scene.env['QUOIN_BACKUP_TO']!)
  await restoreBackup({
    settings: { data_dir },
    vault: undefined,
    place,
    backup: undefined,
    identity,
    at_ms,
    is_dry_run: false,
    replaces: false,
    now_ms: Date.now(),
  })
  const database = new DatabaseSync(join(data_dir, 'quoin.db'))
  assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
  const names = database.prepare('SELECT name FROM customers').all() as { name: string }[]
  database.close()
  return new Set(names.map(({ name }) => name))
}

/** One server's life until a kill or an orderly end, with what can happen meanwhile. */
async function live(scene: Scene, chance: Chance, place: string | undefined, is_last: boolean): Promise<number> {
  const server = await startServerProcess(scene.path, scene.env)
  try {
    const { ended } = startWriting(scene, server, chance.pick(PAUSES_MS))
    // The last one is long enough for the bound to mean something.
    await sleep(is_last ? BOUND_MS + chance.whole(500, 3000) : chance.whole(50, 2500))
    await disturb(scene, chance, place)
    if (is_last) await sleep(chance.whole(0, 1500))
    const signal = is_last || chance.next() < 0.6 ? 'SIGKILL' : 'SIGTERM'
    const killed_at = performance.now()
    const code = await server.end(signal)
    if (signal === 'SIGTERM') assert.equal(code, 0)
    await ended
    return killed_at
  } finally {
    server.process.kill('SIGKILL')
  }
}

async function disturb({ path, company }: Scene, { whole, next }: Chance, place: string | undefined): Promise<void> {
  if (next() < 0.4) {
    const { code, stderr } = await runCli(path, 'keys', 'create', '--company', company, '--name', 'More', '--level', 'read')
    assert.equal(code, 0, stderr)
  }
  if (next() < 0.2) {
    const other = new DatabaseSync(join(path, 'quoin.db'), { timeout: 5000 })
    other.exec('VACUUM')
    other.close()
  }
  if (place !== undefined && next() < 0.3) {
    renameSync(place, `${place}-away`)
    await sleep(whole(500, 3000))
    renameSync(`${place}-away`, place)
    // What was written meanwhile is late, and so may be the first backup.
    await until(() => readdirSync(place).some((name) => name.includes('.db.gz')), 'a backup')
    await sleep(BOUND_MS)
  }
}

describe('the log that is shipped', { skip: needs_sqlite }, () => {
  test(`${PLANS} machines that are lost: nothing acknowledged 5 s before is missing`, async (context) => {
    const bucket = await startBucket(folder(), 'quoin')
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const losses: number[] = []
    let writes = 0
    try {
      for (let plan = 0; plan < PLANS; plan++) {
        const seed = Number(process.env['QUOIN_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
        const chance = createChance(seed)
        const place = plan % 2 === 1 ? folder() : undefined
        const is_sealed = plan % 4 < 2
        const to = place ?? `s3+http://S3RVER:S3RVER@127.0.0.1:${bucket.port}/quoin/plan${plan}`
        const scene = await newScene(to, is_sealed ? recipient : undefined)
        try {
          for (let life = IS_LONG ? chance.whole(0, 3) : 1; life > 0; life--) await live(scene, chance, place, false)
          const killed_at = await live(scene, chance, place, true)
          // The whole machine.
          rmSync(scene.path, { recursive: true })
          const data_dir = folder()
          const found = await restored(scene, { identity: is_sealed ? identity : undefined, data_dir })
          for (const check of ['audit', 'figures']) {
            const { code, stderr, stdout } = await runCli(data_dir, check, 'verify')
            assert.equal(code, 0, stderr + stdout)
          }
          const missing = [...scene.acknowledged].filter(([name]) => !found.has(name))
          const loss_ms = Math.max(0, ...missing.map(([, at]) => killed_at - at))
          losses.push(loss_ms)
          writes += scene.acknowledged.size
          assert.ok(loss_ms < BOUND_MS, `a write that was acknowledged ${loss_ms} ms before the kill is lost`)
        } catch (error) {
          throw new Error(`plan ${plan}, seed ${seed}`, { cause: error })
        }
      }
    } finally {
      await bucket.close()
    }
    losses.sort((one, other) => one - other)
    context.diagnostic(
      `${writes} acknowledged writes; the oldest that was lost, by plan, in ms before the kill: ${losses.map(Math.round).join(' ')}`,
    )
  })

  test('an orderly end loses nothing, and the next start continues; a place that is away is named, and gets the rest later', async () => {
    const place = folder()
    const scene = await newScene(place)
    const chains = () => readdirSync(place).filter((name) => name.endsWith('.chain'))
    const missing = async () => {
      const found = await restored(scene)
      return [...scene.acknowledged.keys()].filter((name) => !found.has(name))
    }
    const token = 'a-token-for-metrics'
    const first = await startServerProcess(scene.path, { ...scene.env, QUOIN_METRICS_TOKEN: token })
    const writing = startWriting(scene, first)
    // So early that the first backup may not be there yet.
    await sleep(300)
    const metrics = await (await fetch(`${first.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
    const lag_s = Number(/^quoin_backup_wal_lag_seconds (\S+)$/m.exec(metrics)?.[1])
    assert.ok(lag_s < BOUND_MS / 1000, metrics)
    assert.equal(await first.end('SIGTERM'), 0)
    await writing.ended
    assert.deepEqual(await missing(), [])

    const second = await startServerProcess(scene.path, scene.env)
    const more = startWriting(scene, second)
    await sleep(300)
    renameSync(place, `${place}-away`)
    await sleep(1500)
    const client = new Client(second.url, scene.key)
    assert.deepEqual((await client.call('GET', '/health')).body, { status: 'ok' })
    client.close()
    assert.equal(await second.end('SIGTERM'), 0)
    await more.ended
    assert.match(second.logged(), /the write-ahead log can not be shipped.*\n.*the end of the log could not be shipped/)
    renameSync(`${place}-away`, place)
    assert.match((await runWith(scene, 'doctor', '--quick')).stdout, /log shipping/)

    const third = await startServerProcess(scene.path, scene.env)
    await until(() => readdirSync(join(scene.path, 'backup-log')).length === 1, 'all is shipped')
    assert.equal(await third.end('SIGTERM'), 0)
    assert.deepEqual(await missing(), [])
    assert.equal(chains().length, 1)
    await checkDamage(scene, place)
  })
})

/** A missing or damaged segment is refused, with the time up to which it can be restored. */
async function checkDamage(scene: Scene, place: string): Promise<void> {
  const segments = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.zst'))
  const middle = Math.floor(segments.length / 2)
  const [one, next] = segments
    .sort()
    .slice(middle, middle + 2)
    .map((name) => join(place, name)) as [string, string]
  const [backup] = JSON.parse((await runWith(scene, 'backups', 'list', '--json')).stdout)
  assert.ok(backup.restorable_to > backup.made_at, JSON.stringify(backup))
  const alone = JSON.parse((await runWith(scene, 'restore', backup.name, '--dry-run', '--json')).stdout)
  assert.deepEqual([alone.segments, alone.restored_to], [0, backup.made_at])
  const kept = join(root, 'kept')
  renameSync(one, kept)
  const { code, stderr } = await runWith(scene, 'restore', '--dry-run')
  const at = /is missing .* --at (\S+) everything before it is restored/.exec(stderr)?.[1]
  assert.ok(code === 1 && at, stderr)
  const before = await restored(scene, { at_ms: Date.parse(at) })
  assert.ok(before.size > 0 && before.size < scene.acknowledged.size)
  const { stdout } = await runWith(scene, 'restore', '--dry-run', '--at', at, '--json')
  assert.equal(JSON.parse(stdout).restored_to, at)
  // Another one in its place.
  copyFileSync(next, one)
  await assert.rejects(restored(scene), /can't be used: it is another one\. With --at \S+ everything before it is restored/)
  // Some of its bytes are others.
  copyFileSync(kept, one)
  truncateSync(one, statSync(one).size - 10)
  await assert.rejects(restored(scene), /can't be used: .*With --at/)
  renameSync(kept, one)
  assert.equal((await restored(scene)).size, scene.acknowledged.size)
}

/** Runs a command with the variables of the server. */
async function runWith(scene: Pick<Scene, 'path' | 'env'>, ...args: string[]) {
  const before = { ...process.env }
  Object.assign(process.env, scene.env)
  try {
    return await runCli(scene.path, ...args)
  } finally {
    for (const name of Object.keys(scene.env)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}
