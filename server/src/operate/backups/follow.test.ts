// Whatever happens to a database, its backups and the segments of its log make the same database again, or a new chain has begun.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { needs_sqlite } from '../../../test/support/engine.ts'
import { type Chance, createChance } from '../../../test/support/random.ts'
import { copySqliteFile, problemOfCopy } from '../../engines/backup.ts'
import { connectTo, pathOf } from '../../engines/sqlite/file.ts'
import { LogHold } from '../../engines/sqlite/log-hold.ts'
import { Follower } from './follow.ts'
import { readBackupName } from './names.ts'
import { applySegment, chainFile, chainsIn, segmentFolder, segmentName } from './segments.ts'
import { Shipper } from './ship.ts'
import { openStore } from './store.ts'
import { removeSegments, segmentsFrom } from './stored-segments.ts'

const RUNS = process.env['QUOIN_TEST_LONG'] ? 200 : 4
const STEPS = 80

/** A database, its log and who follows it. */
class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), 'quoin-follow-'))
  readonly reasons: string[] = []
  readonly bases: { file: string; chain: string; from: number; through: number }[] = []
  writer: DatabaseSync
  hold: LogHold
  follower: Follower

  constructor() {
    this.writer = this.open()
    this.writer.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)')
    this.hold = this.holdNow()
    this.follower = this.follow()
  }

  open(): DatabaseSync {
    const connection = connectTo(pathOf(this.folder))
    connection.exec('PRAGMA busy_timeout = 0')
    return connection
  }

  holdNow(): LogHold {
    const hold = new LogHold(pathOf(this.folder), () => this.open())
    hold.reader = { catchUp: async () => this.follower.captureAll(), onGap: () => assert.fail('a gap') }
    return hold
  }

  /** As a process that starts. */
  follow(): Follower {
    return new Follower(this.folder, 'here', this.hold.found, (_, reason) => this.reasons.push(reason))
  }

  /** A process that ends without a word: its connections are gone, and the log stays unless a command is the last to close it. */
  crash(is_closed: boolean, meanwhile: (other: DatabaseSync) => void): void {
    const other = this.open()
    this.writer.close()
    this.hold.close()
    meanwhile(other)
    if (is_closed) other.close()
    this.writer = this.open()
    this.hold = this.holdNow()
    this.follower = this.follow()
    if (!is_closed) other.close()
  }

  async base(): Promise<void> {
    this.follower.capture()
    const { chain, number } = this.follower
    const file = join(this.folder, `base-${this.bases.length}`)
    writeFileSync(file, '')
    await copySqliteFile(this.folder, file, async () => {
      // What is written while the copy is made is in the log alone.
      write(this.writer, 3, 100)
      this.follower.capture()
      if (chain !== this.follower.chain) return
      this.bases.push({ file, chain, from: number + 1, through: this.follower.number })
    })
  }

  /** All backups of the chain, each with the segments after it, have what the database has. */
  async check(): Promise<number> {
    this.follower.capture()
    const expected = contentOf(this.writer)
    const own = this.bases.filter(({ chain }) => chain === this.follower.chain)
    for (const { file, chain, from, through } of own) {
      assert.ok(this.follower.number >= through)
      const copy = join(this.folder, 'copy')
      copyFileSync(file, copy)
      let previous: string | undefined
      for (const { path, number } of this.follower.waiting)
        if (number >= from) previous = await applySegment(copy, createReadStream(path), { chain, number, previous })
      assert.equal(problemOfCopy(copy), undefined)
      const restored = connectTo(copy)
      assert.equal(contentOf(restored), expected)
      restored.close()
    }
    return own.length
  }

  close(): void {
    this.hold.close()
    this.writer.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function write(connection: DatabaseSync, rows: number, size: number): void {
  connection.exec('BEGIN IMMEDIATE')
  const insert = connection.prepare('INSERT INTO rows (text) VALUES (?)')
  for (let row = 0; row < rows; row++) insert.run(String(Math.random()).repeat(size / 10))
  connection.exec('COMMIT')
}

const contentOf = (connection: DatabaseSync) =>
  createHash('sha256')
    .update(JSON.stringify(connection.prepare('SELECT id, text FROM rows ORDER BY id').all()))
    .digest('hex')

/** What can happen, and how often. */
function happen(scene: Scene, { next: random, whole, pick }: Chance): Promise<void> | void {
  const { writer } = scene
  const dice = random() * 100
  if (dice < 35) return write(writer, whole(1, 20), whole(20, 300))
  if (dice < 42) return void writer.exec(`DELETE FROM rows WHERE id % ${whole(2, 10)} = 0`)
  if (dice < 47) {
    // Larger than the memory for pages: the log has frames of it, which are overwritten later.
    writer.exec('PRAGMA cache_size = 5; BEGIN IMMEDIATE; UPDATE rows SET text = text || 1; ROLLBACK; PRAGMA cache_size = -2000')
    return
  }
  if (dice < 50) return void writer.exec('VACUUM')
  if (dice < 62) {
    const other = scene.open()
    if (random() < 0.5) other.exec('PRAGMA wal_autocheckpoint = 1')
    write(other, 5, 200)
    other.close()
    return
  }
  if (dice < 70) {
    const other = scene.open()
    const kind = pick(['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'])
    other.prepare(`PRAGMA wal_checkpoint(${kind})`).get()
    other.close()
    return
  }
  if (dice < 76) return scene.hold.refresh()
  if (dice < 84) return scene.hold.turn(writer)
  if (dice < 92) return void scene.follower.capture()
  if (dice < 96) return scene.base()
  return scene.crash(random() < 0.3, (other) => {
    for (let step = whole(0, 3); step > 0; step--) {
      if (random() < 0.5) write(other, 5, 200)
      else other.exec('PRAGMA wal_checkpoint(PASSIVE)')
    }
  })
}

describe('segments of the log', { skip: needs_sqlite }, () => {
  test(`and backups make the same database after whatever happened, ${RUNS} times`, async (context) => {
    let checked = 0
    const reasons = new Map<string, number>()
    for (let run = 0; run < RUNS; run++) {
      const seed = Number(process.env['QUOIN_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
      const chance = createChance(seed)
      const scene = new Scene()
      try {
        await scene.base()
        for (let step = 0; step < STEPS; step++) {
          await happen(scene, chance)
          if (!scene.bases.some(({ chain }) => chain === scene.follower.chain)) await scene.base()
          if (step % 20 === 19) checked += await scene.check()
        }
        checked += await scene.check()
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error })
      }
      for (const reason of scene.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      scene.close()
    }
    context.diagnostic(`${checked} backups compared; ${JSON.stringify([...reasons])}`)
    assert.ok(checked > RUNS * 5)
  })

  test('are not lost where another process has copied all of the log, and the read transaction is opened again', async () => {
    const scene = new Scene()
    await scene.base()
    write(scene.writer, 10, 100)
    scene.hold.refresh()
    scene.writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
    // It would read from the file alone, and the log could begin again.
    scene.hold.refresh()
    write(scene.writer, 1, 100)
    assert.equal(await scene.check(), 1)
    assert.deepEqual(scene.reasons, ['it is the first'])
    scene.close()
  })

  test('begin a new chain where the log was copied after a crash and begins again unread', async () => {
    const overwrite: ((scene: Scene) => Promise<void>)[] = [
      // Emptied: it says nothing of what it had.
      async (scene) => {
        scene.writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        await scene.hold.turn(scene.writer)
        write(scene.writer, 1, 100)
      },
      // Frames that were never committed are over those that were.
      async ({ writer }) =>
        writer.exec(
          'PRAGMA cache_size = 5; BEGIN IMMEDIATE; UPDATE rows SET text = text || 1; ROLLBACK; PRAGMA cache_size = -2000',
        ),
    ]
    for (const act of overwrite) {
      const scene = new Scene()
      write(scene.writer, 500, 300)
      await scene.base()
      // From here on the log is short.
      await scene.hold.turn(scene.writer)
      write(scene.writer, 1, 100)
      scene.follower.capture()
      scene.writer.exec("UPDATE rows SET text = 'y' WHERE id < 9")
      scene.crash(false, (other) => other.exec('PRAGMA wal_checkpoint(PASSIVE)'))
      await act(scene)
      scene.follower.capture()
      assert.equal(scene.reasons.length, 2)
      assert.equal(await scene.check(), 0)
      scene.close()
    }
  })

  test('wait for a store that is away up to a limit; with more, a new chain begins when it is back', async () => {
    const scene = new Scene()
    const place = join(scene.folder, 'place')
    const asked: string[] = []
    const shipper = new Shipper(scene.follower, await openStore({ kind: 'folder', path: place }), undefined, {
      folder: scene.folder,
      onBaseNeeded: (chain) => asked.push(chain),
      most_waiting_bytes: 300_000,
    })
    const first = scene.follower.chain
    for (let round = 0; round < 3; round++) {
      write(scene.writer, 10, 100)
      scene.follower.capture()
      await shipper.ship()
      shipper.limit()
    }
    assert.match(shipper.problem!, /ENOENT/)
    assert.deepEqual([shipper.is_paused, scene.follower.waiting.length > 0], [false, true])
    write(scene.writer, 5_000, 100)
    scene.follower.capture()
    shipper.limit()
    assert.deepEqual([shipper.is_paused, shipper.waiting_bytes], [true, 0])
    mkdirSync(place)
    await shipper.ship()
    scene.follower.capture()
    await shipper.ship()
    const { chain, number } = scene.follower
    assert.notEqual(chain, first)
    assert.deepEqual([asked, shipper.problem], [[chain], undefined])
    const stored = await segmentsFrom(await openStore({ kind: 'folder', path: place }), chain, 1)
    assert.deepEqual(
      stored.map((segment) => segment.number),
      [number],
    )
    scene.close()
  })

  test('go with the backups that they belong to', async () => {
    const place = mkdtempSync(join(tmpdir(), 'quoin-follow-'))
    const store = await openStore({ kind: 'folder', path: place })
    const empty = join(place, 'empty')
    writeFileSync(empty, '')
    const [old, current] = ['20261130T031500Z-00000001', '20261201T031500Z-00000002']
    for (const chain of [old, current]) {
      await store.put(chainFile(chain), empty)
      for (const number of [9_990, 9_999, 10_000, 10_001, 10_002])
        await store.put(`${segmentFolder(chain, number)}/${segmentName({ number, until_ms: number })}.zst`, empty)
    }
    const backups = [
      [current, 10_001],
      [current, 9_999],
      [old, 9_995],
    ].map(([chain, from], day) => readBackupName(`quoin-2026120${9 - day}T000000Z.log-${chain}-${from}-${from}.db.gz`)!)
    const left = async (chain: string, from: number) => (await segmentsFrom(store, chain, from)).map(({ number }) => number)
    await removeSegments(store, await store.list(), backups, [])
    assert.deepEqual([(await left(old, 9_000)).length, (await left(current, 9_000)).length], [5, 5])
    await removeSegments(store, await store.list(), backups, backups.slice(1))
    assert.deepEqual([await left(old, 9_000), await left(current, 10_000)], [[], [10_001, 10_002]])
    assert.deepEqual(chainsIn(await store.list()), [current])
    assert.deepEqual(
      (await store.list()).filter((name) => name.includes(old)),
      [],
    )
    // The newest chain may be waiting for its first backup.
    await removeSegments(store, await store.list(), backups.slice(0, 1), backups.slice(0, 1))
    assert.deepEqual(await left(current, 10_000), [10_001, 10_002])
    rmSync(place, { recursive: true })
  })
})
