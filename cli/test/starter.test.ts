// The starter under another Node.js than the locked one: it hands over, signals included, and ends as what it started ends.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../server/test/support/server-process.ts'

const CLI = fileURLToPath(new URL('../bin/quoin.js', import.meta.url))
const other_node = findOtherNode()

describe('quoin under another Node.js', { skip: other_node ? false : 'there is no other Node.js on this machine' }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} to the starter ends the server in order: exit code 0, and nothing is left running`, async () => {
      const folder = temporaryFolder()
      const child = spawn(other_node!, [CLI, 'serve'], {
        env: { ...process.env, QUOIN_DATA_DIR: folder.path, QUOIN_PORT: '0', QUOIN_LOG_LEVEL: 'error' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      let output = ''
      for await (const chunk of child.stdout) {
        output += chunk
        if (/ready at/.test(output)) break
      }
      const url = /ready at (\S+)/.exec(output)![1]
      child.kill(signal)
      assert.deepEqual(await ended, [0, null])
      await assert.rejects(fetch(`${url}/health`))
      folder.remove()
    })
  }

  test('the exit code is handed on', () => {
    assert.throws(
      () => execFileSync(other_node!, [CLI, 'nonsense'], { stdio: 'pipe' }),
      (error: { status: number }) => error.status === 2,
    )
  })
})

/** A Node.js older than the locked one, from the PATH. */
function findOtherNode(): string | undefined {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return candidates.find((path) => {
    if (!existsSync(path)) return false
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' })
    return Number(/^v(\d+)/.exec(version)?.[1]) < Number(process.versions.node.split('.')[0])
  })
}
