import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const BENCH = new URL('bench.ts', import.meta.url).pathname

test('every side answers like Quoin, so that what is measured is the same work', async () => {
  const { stderr, stdout } = await promisify(execFile)(
    process.execPath,
    [BENCH, '--compare', '--engine', 'sqlite', '--invoices', '1000'],
    { timeout: 120_000 },
  )
  assert.match(stdout + stderr, /the answers of all sides are the same/)
})
