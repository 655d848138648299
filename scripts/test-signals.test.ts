// A run of the tests that is told to end, ends: it does not go on to the next engine.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const) {
  test(`${signal} ends the run with ${code}, and nothing is run on PostgreSQL`, async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    // A file that both engines run, and that is not done in the moment that the signal takes.
    const args = [join(import.meta.dirname, 'test.ts'), 'server/test/concurrency.test.ts']
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
    assert.doesNotMatch(output, /on PostgreSQL/)
  })
}
