// The log is copied into the file while the writer goes on, and begins again at its start: it does not grow with what is written.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { diskFolder } from '../../../test/support/disk.ts'
import { openDatabase } from '../open.ts'

test('a writer that never pauses finds its log begun again, and a second start finds every row', async () => {
  // On a disk: in memory a writer waits for nothing, and no log is copied as fast as it is written.
  const folder = mkdtempSync(join(diskFolder(), 'quoin-checkpoints-'))
  const { database } = await openDatabase({ data_dir: folder }, assert.ifError)
  const insert = { sql: 'INSERT INTO written (text) VALUES (?)', returns_rows: false }
  const count = { sql: 'SELECT count(*) AS count FROM written', returns_rows: true }
  await database.write((tx) => tx.execute({ sql: 'CREATE TABLE written (text TEXT)', returns_rows: false }, []))
  const text = 'x'.repeat(1_000_000)
  const sizes: number[] = []
  // 200 MB in all, a megabyte a commit.
  for (let written = 0; written < 200; written++) {
    await database.write((tx) => tx.execute(insert, [text]))
    sizes.push(statSync(join(folder, 'quoin.db-wal')).size)
  }
  await database.close()
  assert.ok(Math.max(...sizes) < 90_000_000, `the log had ${Math.max(...sizes)} bytes`)
  const again = (await openDatabase({ data_dir: folder }, assert.ifError)).database
  assert.deepEqual((await again.readOne((tx) => tx.execute(count, []))).rows, [{ count: 200 }])
  await again.close()
  rmSync(folder, { recursive: true, force: true })
})
