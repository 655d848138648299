// Processes that are killed while they run jobs: each job takes effect exactly once.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { enqueue } from '../src/jobs/queue.ts'
import { listJobs, listRunning } from '../src/jobs/repository.ts'
import { statement } from '../src/sql/statement.ts'
import { countSlowly } from './support/job-process.ts'
import { startTestApp } from './support/test-app.ts'

const KILLS = process.env['QUOIN_TEST_LONG'] ? 20 : 3
const JOBS = 40 * KILLS
const LONGEST_MS = 60_000
const PROGRAM = fileURLToPath(new URL('support/job-process.ts', import.meta.url))

const findEffects = statement<object>()((db) => db.selectFrom('number_counters').select(['kind', 'last_number']))

test(`${JOBS} jobs of two companies take effect once each, though the process that runs them is killed ${KILLS} times`, async () => {
  const app = await startTestApp()
  const { company_id, sibling_id } = app.tenant
  const start = (): ChildProcess =>
    spawn(process.execPath, [PROGRAM, JSON.stringify(app.settings)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const effects = () => app.database.readOne((tx) => findEffects.all(tx, {}))
  const until = async (holds: () => Promise<boolean>) => {
    const begun = performance.now()
    while (!(await holds())) {
      assert.ok(performance.now() - begun < LONGEST_MS, 'waited too long')
      await sleep(5)
    }
  }
  for (let index = 0; index < JOBS; index++) {
    const of = index % 2 === 0 ? company_id : sibling_id
    const wanted = { kind: countSlowly, company_id: of, payload: { name: `job ${index}` } }
    await app.database.write((tx) => enqueue(tx, wanted, app.now_ms()), of)
  }
  let killed_in_the_midst = 0
  let child = start()
  try {
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(async () => (await effects()).length >= kill * 20 && (await app.database.readOne(listRunning)).length > 0)
      child.kill('SIGKILL')
      await once(child, 'exit')
      killed_in_the_midst += (await app.database.readOne(listRunning)).length
      child = start()
    }
    await until(async () => (await effects()).length === JOBS)
    await until(async () => (await app.database.readOne(listRunning)).length === 0)
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  assert.ok(killed_in_the_midst > 0, 'no job was under way at any kill')
  assert.deepEqual([...new Set((await effects()).map(({ last_number }) => last_number))], [1])
  const failed = await app.database.readOne((tx) => listJobs(tx, { state: 'failed', limit: 100 }))
  assert.deepEqual(failed, [])
  await app.close()
})
