// A run of the tests that is told to end, ends: it does not go on to the next file, and leaves nothing behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const) {
  test(`${signal} ends the run with ${code}, and the file that is next is not run`, async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    // A file that both engines run, one after the other, and that is not done in the moment that the signal takes.
    const args = [join(import.meta.dirname, 'test.ts'), '--test-concurrency=1', 'server/test/concurrency.test.ts']
    const runner = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(runner, 'close')
    let output = ''
    const begun = new Promise<void>((resolve) => {
      runner.stdout.on('data', (text: Buffer) => {
        output += text
        if (output.includes('on SQLite')) resolve()
      })
    })
    await begun
    runner.kill(signal)
    assert.deepEqual(await ended, [code, null])
    assert.doesNotMatch(output, /concurrency\.test\.ts on PostgreSQL/)
    const left = ['/dev/shm', tmpdir()].filter(existsSync).flatMap((folder) => readdirSync(folder))
    assert.deepEqual(
      left.filter((name) => name.startsWith(`quoin-tests-of-${runner.pid}-`)),
      [],
    )
  })
}
