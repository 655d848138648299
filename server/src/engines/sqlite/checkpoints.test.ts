// The log is copied into the file while the writer goes on, and begins again at its start: it does not grow with what is written.
import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { diskFolder } from '../../../test/support/disk.ts'
import { openDatabase } from '../open.ts'
import { readLog, readLogHeader } from './wal.ts'

/** Reads the log as one who must see all of it; gives how far it was. */
function readAll(path: string): number {
  const file = openSync(`${path}-wal`, 'r')
  try {
    const header = readLogHeader(file)!
    return readLog(file, header, header.start).end.frame
  } finally {
    closeSync(file)
  }
}

for (const is_read of [false, true])
  test(`a writer that never pauses finds its log begun again${is_read ? ' once it was read' : ''}, and a second start finds every row`, async () => {
    // On a disk: in memory a writer waits for nothing, and no log is copied as fast as it is written.
    const folder = mkdtempSync(join(diskFolder(), 'quoin-checkpoints-'))
    const { database, hold } = await openDatabase({ data_dir: folder, holds_log: is_read }, assert.ifError)
    let turns = 0
    const catchUp = async () => {
      turns++
      return readAll(join(folder, 'quoin.db'))
    }
    if (hold) hold.reader = { catchUp, onGap: assert.fail }
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
    hold?.close()
    assert.equal(turns > 0, is_read)
    assert.ok(Math.max(...sizes) < 90_000_000, `the log had ${Math.max(...sizes)} bytes`)
    const again = (await openDatabase({ data_dir: folder }, assert.ifError)).database
    assert.deepEqual((await again.readOne((tx) => tx.execute(count, []))).rows, [{ count: 200 }])
    await again.close()
    rmSync(folder, { recursive: true, force: true })
  })
