// `quoin jobs` on a database of its own, beside no server: what it makes due is run by the next one.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeFolder } from '../../server/test/support/engine.ts'
import { type MadeSetup, runCli, setUpWithCli, temporaryFolder } from '../../server/test/support/server-process.ts'

describe('quoin jobs', () => {
  const folder = temporaryFolder()
  const cli = (...args: string[]) => runCli(folder.path, 'jobs', ...args)
  const idOf = (count: number) => `job_${String(count).padStart(26, '0')}`
  let setup: MadeSetup

  before(async () => {
    setup = await setUpWithCli(folder.path)
    const rows = [
      [setup.company_id, 1, 'test.mail', 'failed', `'550 no \x1b[31m'`],
      [setup.company_id, 2, 'test.mail', 'failed', `'550 no'`],
      ['', 3, 'test.print', 'failed', `'no paper'`],
      ['', 4, 'test.print', 'done', 'NULL'],
      ['', 5, 'test.print', 'pending', 'NULL'],
    ]
    const values = rows.map(
      ([company, count, kind, state, error]) =>
        `('${company}', '${idOf(count as number)}', '${kind}', 'null', '${state}', 1781517600000, 10, '', 0, ${error}, '2026-06-15T10:00:00.000Z')`,
    )
    const columns = 'company_id, id, kind, payload, state, due_at_ms, attempts, lease, beat, last_error, created_at'
    await changeFolder(folder.path, `INSERT INTO jobs (${columns}) VALUES ${values.join(', ')}`)
  })
  after(() => folder.remove())

  test('list shows them newest first, narrowed by state and kind; control characters are written out', async () => {
    const all = await cli('list')
    assert.deepEqual(
      all.stdout
        .split('\n')
        .slice(1, -1)
        .map((line) => line.slice(0, 30)),
      [5, 4, 3, 2, 1].map(idOf),
    )
    assert.match(all.stdout, /550 no \\u001b/)
    const { code, stdout } = await cli('list', '--state', 'failed', '--kind', 'test.mail', '--json')
    assert.equal(code, 0)
    const listed = JSON.parse(stdout)
    assert.deepEqual(
      listed.map(({ id }: { id: string }) => id),
      [idOf(2), idOf(1)],
    )
    assert.deepEqual([listed[0].company_id, listed[0].last_error, listed[0].due_at], [setup.company_id, '550 no', null])
    const wrong = await cli('list', '--state', 'broken')
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /pending, running, done, failed/)
  })

  test('retry makes one job due, those of a kind, or all that failed; done ones and unknown ones are refused', async () => {
    assert.deepEqual(await cli('retry', idOf(1)), { code: 0, stdout: '1 job is due now\n', stderr: '' })
    assert.deepEqual(await cli('retry', '--kind', 'test.mail', '--json'), { code: 0, stdout: '{"retried":1}\n', stderr: '' })
    assert.equal((await cli('retry', '--all-failed')).stdout, '1 job is due now\n')
    assert.equal((await cli('list', '--state', 'failed')).stdout, 'There are no such jobs\n')
    const [first] = JSON.parse((await cli('list', '--kind', 'test.mail', '--json')).stdout)
    assert.deepEqual([first.state, first.attempts], ['pending', 0])
    for (const [args, line] of [
      [[idOf(4)], 'The job is done: only one that is pending or failed can be retried'],
      [['job_nope'], 'There is no job job_nope'],
      [[], 'Say what to retry: the id of a job, --kind KIND or --all-failed'],
      [[idOf(5), '--all-failed'], 'Say what to retry: the id of a job, --kind KIND or --all-failed'],
    ] as const) {
      assert.deepEqual(await cli('retry', ...args), { code: 1, stdout: '', stderr: `quoin: ${line}\n` })
    }
  })
})
