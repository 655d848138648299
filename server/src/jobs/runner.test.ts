// Jobs on a real database, with a clock that the test moves; several runners on it are several processes.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Type } from 'typebox'
import { ENGINE, newTestDatabase, type TestDatabase } from '../../test/support/engine.ts'
import { openDatabase } from '../engines/open.ts'
import { WAITS_MS } from '../kernel/back-off.ts'
import type { CompanyId } from '../kernel/ids.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'
import { type AnyJobKind, defineJob, GiveUp } from './job-kind.ts'
import { enqueue, removeOldJobs, retryAnyJob, retryFailedJobs } from './queue.ts'
import { claimJob, listDue, listJobs, listRunning } from './repository.ts'
import { createJobRunner, type JobRunner, type RunnerParts } from './runner.ts'

const START = Date.parse('2026-06-15T10:20:00.000Z')
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const A = 'com_a' as CompanyId
const B = 'com_b' as CompanyId

let place: TestDatabase
let database: Database
let others: Database[]
let runners: JobRunner[]
let now_ms: number
let logged: { msg: string; failures: number }[]

beforeEach(async () => {
  place = await newTestDatabase()
  database = await open()
  others = []
  runners = []
  now_ms = START
  logged = []
})
afterEach(async () => {
  for (const runner of runners) await runner.stop()
  for (const one of [database, ...others]) await one.close()
  await place.remove()
})

async function open(): Promise<Database> {
  const opened = await openDatabase(place.settings, (error) => {
    throw error
  })
  return opened.database
}

/** Another process on the same database. */
async function openAnother(): Promise<Database> {
  const other = await open()
  others.push(other)
  return other
}

function runnerOf(kinds: AnyJobKind[], parts: Partial<RunnerParts> = {}): JobRunner {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const runner = createJobRunner({ database, clock: { now_ms: () => now_ms }, log, kinds, random: () => 0.5, ...parts })
  runners.push(runner)
  return runner
}

async function startedRunner(kinds: AnyJobKind[], parts: Partial<RunnerParts> = {}): Promise<JobRunner> {
  const runner = runnerOf(kinds, parts)
  runner.start()
  await runner.idle()
  return runner
}

const all = () => database.read((tx) => listJobs(tx, { limit: 100 }))
const statesOf = async () => (await all()).map(({ state }) => state)

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 2_000, `waited in vain until ${what}`)
    await sleep(5)
  }
}

/** A row that a job changes: how often it took effect. */
const addEffect = statement<{ kind: string; company_id: CompanyId }>()((db, p) =>
  db
    .insertInto('number_counters')
    .values({ company_id: p.company_id, kind: p.kind, year: '2026', last_number: 1 })
    .onConflict((old) =>
      old
        .columns(['company_id', 'kind', 'year'])
        .doUpdateSet((one) => ({ last_number: one('number_counters.last_number', '+', 1) })),
    ),
)
const findEffects = statement<object>()((db) => db.selectFrom('number_counters').select(['kind', 'last_number']).orderBy('kind'))
const effects = async () =>
  (await database.readOne((tx) => findEffects.all(tx, {}))).map(({ kind, last_number }) => [kind, last_number])

/** Companies that there are: their rows are locked, and referred to. */
const addCompany = statement<{ id: CompanyId; organization_id: string }>()((db, p) =>
  db.insertInto('companies').values({
    id: p.id,
    organization_id: p.organization_id as never,
    name: 'c',
    slug: p.id,
    currency: 'EUR',
    invoice_prefix: 'INV',
    quote_prefix: 'QUO',
    logo_url: null,
    created_at: '2026-01-01T00:00:00.000Z',
  } as never),
)
const addOrganization = statement<{ id: string }>()((db, p) =>
  db.insertInto('organizations').values({ id: p.id as never, name: 'o', created_at: '2026-01-01T00:00:00.000Z' }),
)

async function makeCompanies(...ids: CompanyId[]): Promise<void> {
  await database.write(async (tx) => {
    await addOrganization.run(tx, { id: 'org_a' })
    for (const id of ids) await addCompany.run(tx, { id, organization_id: 'org_a' })
  })
}

const Counted = Type.Object({ name: Type.String() }, { additionalProperties: false })

/** A kind that takes effect in the transaction in which it is done. */
const counting = (before: (attempt: number) => Promise<void> = async () => {}) =>
  defineJob({
    kind: 'test.count',
    schema: Counted,
    async change(tx, { company_id, payload, attempt }) {
      addEffect.post(tx, { company_id: company_id!, kind: payload.name })
      await before(attempt)
      return { counted: payload.name }
    },
  })

const put = (kind: AnyJobKind, company_id: CompanyId | null, payload: unknown, more: object = {}) =>
  database.write((tx) => enqueue(tx, { kind, company_id, payload, ...more }, now_ms), company_id ?? undefined)

describe('a job', () => {
  test('is there with the change that calls for it, or not at all', async () => {
    await makeCompanies(A)
    const kind = counting()
    const runner = await startedRunner([kind])
    const change = async (tx: WriteTx) => {
      await enqueue(tx, { kind, company_id: A, payload: { name: 'undone' } }, now_ms)
      throw new Error('refused')
    }
    await assert.rejects(database.write(change, A), /refused/)
    await put(kind, A, { name: 'made' })
    await runner.idle()
    assert.deepEqual(await effects(), [['made', 1]])
    assert.deepEqual(
      (await all()).map(({ state, result, attempts }) => [state, result, attempts]),
      [['done', '{"counted":"made"}', 1]],
    )
  })

  test('with a key is made once while it is not over, for each company and kind', async () => {
    await makeCompanies(A, B)
    const kind = counting()
    const other = defineJob({ kind: 'test.other', change: async () => {} })
    const key = { unique_key: 'k' }
    const made = [
      await put(kind, A, { name: 'a' }, key),
      await put(kind, A, { name: 'a' }, key),
      await put(kind, B, { name: 'b' }, key),
      await put(other, A, null, key),
    ]
    assert.deepEqual(made.map(Boolean), [true, false, true, true])
    const runner = await startedRunner([kind, other])
    assert.ok(await put(kind, A, { name: 'a' }, key), 'the one before is over')
    await runner.idle()
    assert.deepEqual(await effects(), [
      ['a', 2],
      ['b', 1],
    ])
  })

  test('with a payload of another shape is not made; one that an older version made fails at once', async () => {
    const kind = counting()
    await assert.rejects(put(kind, A, { name: 1 }), GiveUp)
    await put(defineJob({ kind: 'test.count', schema: Type.Any(), change: async () => {} }), A, { title: 'old' })
    await startedRunner([kind])
    const [job] = await all()
    assert.deepEqual([job!.state, job!.attempts], ['failed', 1])
    assert.match(job!.last_error!, /has not its shape/)
  })

  test('is run when it is due, and not before', async () => {
    await makeCompanies(A)
    const kind = counting()
    await put(kind, A, { name: 'later' }, { due_at_ms: START + DAY })
    const runner = await startedRunner([kind])
    assert.deepEqual(await effects(), [])
    now_ms = START + DAY
    await runner.idle()
    assert.deepEqual(await effects(), [['later', 1]])
  })

  test('that fails is repeated by the schedule, and what it changed is undone each time; a retry by hand gives it all attempts again', async () => {
    await makeCompanies(A)
    let is_failing = true
    const kind = counting(async () => {
      if (is_failing) throw new Error('the other end says no')
    })
    const runner = await startedRunner([kind])
    await put(kind, A, { name: 'x' })
    await runner.idle()
    for (const wait_ms of WAITS_MS.slice(1)) {
      now_ms += wait_ms - 1
      await runner.idle()
      const [waiting] = await all()
      now_ms += 1
      await runner.idle()
      const [job] = await all()
      assert.equal(job!.attempts, waiting!.attempts + 1)
    }
    const [failed] = await all()
    assert.deepEqual([failed!.state, failed!.attempts, failed!.last_error], ['failed', 10, 'the other end says no'])
    assert.deepEqual(await effects(), [])
    assert.equal(logged.filter(({ msg }) => msg.startsWith('a job failed; trying again')).length, 1, 'once a minute')
    is_failing = false
    assert.equal(await retryFailedJobs(database, 'test.other', now_ms), 0)
    assert.equal(await retryFailedJobs(database, 'test.count', now_ms), 1)
    await runner.idle()
    assert.deepEqual([await statesOf(), await effects()], [['done'], [['x', 1]]])
    assert.deepEqual(await retryAnyJob(database, failed!.id, now_ms), { refused: 'done' })
  })

  test('that failed is not retried while another one has its key', async () => {
    let is_failing = true
    const kind = defineJob({
      kind: 'test.key',
      attempts: 1,
      async run() {
        if (is_failing) throw new Error('no')
      },
    })
    const runner = await startedRunner([kind])
    await put(kind, null, null, { unique_key: 'k' })
    await runner.idle()
    const [failed] = await all()
    await put(kind, null, null, { unique_key: 'k', due_at_ms: now_ms + HOUR })
    assert.deepEqual(await retryAnyJob(database, failed!.id, now_ms), { refused: 'replaced' })
    is_failing = false
    now_ms += HOUR
    await runner.idle()
    assert.deepEqual((await statesOf()).sort(), ['done', 'failed'])
    assert.ok('job' in (await retryAnyJob(database, failed!.id, now_ms)))
  })

  test('that takes too long counts as failed, and holds no place', async () => {
    const kind = defineJob({ kind: 'test.hang', limit_ms: 20, attempts: 1, run: () => new Promise(() => {}) })
    const runner = await startedRunner([kind])
    await put(kind, null, null)
    await runner.idle()
    const [job] = await all()
    assert.equal(job!.state, 'failed')
    assert.match(job!.last_error!, /^It ran for more than/)
  })

  test('that waits for a retry does not wait forever when the clock is set back', async () => {
    let runs = 0
    const kind = defineJob({
      kind: 'test.clock',
      async run() {
        if (++runs === 1) throw new Error('no')
      },
    })
    const timing = { beat_ms: 0 }
    const runner = await startedRunner([kind], { timing: { ...timing, beat_ms: 1 } })
    await put(kind, null, null)
    await put(kind, null, null, { due_at_ms: START + 30 * DAY })
    await runner.idle()
    assert.equal(runs, 1)
    now_ms -= 365 * DAY
    await until('it has run again', async () => {
      await runner.idle()
      return runs === 2
    })
    assert.deepEqual((await statesOf()).sort(), ['done', 'pending'], 'what is due on a day of the calendar waits for it')
  })

  test('is removed when it is over: done after 7 days, failed after 90', async () => {
    const kind = defineJob({
      kind: 'test.mixed',
      attempts: 1,
      schema: Type.Boolean(),
      run: async ({ payload }) => {
        if (!payload) throw new Error('no')
      },
    })
    const runner = await startedRunner([kind, removeOldJobs])
    for (let count = 0; count < 3; count++) for (const is_good of [true, false]) await put(kind, null, is_good)
    await runner.idle()
    const count = async () => (await all()).filter((job) => job.kind === 'test.mixed').length
    assert.equal(await count(), 6)
    for (const [days, left] of [
      [6, 6],
      [8, 3],
      [89, 3],
      [91, 0],
    ] as const) {
      now_ms = START + days * DAY
      await runner.idle()
      assert.equal(await count(), left, `after ${days} days`)
    }
  })
})

describe('work that recurs', () => {
  const hourly = (name: string, run: (now: number) => unknown) =>
    defineJob({ kind: `test.${name}`, every: 'hour', run: async (job) => run(job.now_ms) })

  test('runs at the start with the time of the clock; a failing one is told and stops no other', async () => {
    const ran: string[] = []
    await startedRunner([
      hourly('first', (now) => {
        ran.push(`first at ${now}`)
        throw new Error('no')
      }),
      hourly('second', (now) => void ran.push(`second at ${now}`)),
    ])
    assert.deepEqual(ran.sort(), [`first at ${START}`, `second at ${START}`])
    assert.equal(logged.length, 1)
  })

  test('runs again at each full hour, once after a long pause, and not any more after the stop', async () => {
    const ran: string[] = []
    const runner = await startedRunner([hourly('sweep', (now) => void ran.push(new Date(now).toISOString()))])
    for (const [at, count] of [
      ['2026-06-15T10:59:59.999Z', 1],
      ['2026-06-16T00:00:00.050Z', 2],
      ['2026-06-16T00:59:00.000Z', 2],
      ['2026-07-16T05:30:00.000Z', 3],
      ['2026-07-16T06:00:00.050Z', 4],
    ] as const) {
      now_ms = Date.parse(at)
      await runner.idle()
      assert.equal(ran.length, count, at)
    }
    assert.equal(ran[1]!.slice(0, 10), '2026-06-16', 'midnight is the new day')
    await runner.stop()
    now_ms += 10 * HOUR
    await runner.idle()
    assert.equal(ran.length, 4)
    assert.equal((await all()).length, 1, 'one row, however often it ran')
  })

  test('runs at once in a process that takes over', async () => {
    let ran = 0
    const runner = await startedRunner([hourly('sweep', () => ran++)])
    runner.hurry()
    await runner.idle()
    assert.equal(ran, 2)
  })

  test('runs hourly by the new clock when that was set back', async () => {
    let ran = 0
    const runner = await startedRunner([hourly('sweep', () => ran++)], { timing: { beat_ms: 1 } })
    now_ms -= 30 * DAY
    await until('it has run again', async () => {
      await runner.idle()
      return ran === 2
    })
    now_ms += HOUR
    await runner.idle()
    assert.equal(ran, 3)
  })
})

describe('side by side', () => {
  test('a kind that fails, and a company that has very many, hold up no other', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `com_${String(index).padStart(2, '0')}` as CompanyId)
    const order: CompanyId[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const busy = defineJob({
      kind: 'test.busy',
      async run({ company_id }) {
        if (company_id === ids[0]) await held
        else order.push(company_id!)
      },
    })
    const failing = defineJob({
      kind: 'test.fails',
      async run() {
        throw new Error('no')
      },
    })
    await database.write(async (tx) => {
      for (let count = 0; count < 200; count++) {
        await enqueue(tx, { kind: busy, company_id: ids[0]!, payload: null }, now_ms - 1_000)
        await enqueue(tx, { kind: failing, company_id: ids[1]!, payload: null }, now_ms - 1_000)
      }
      for (const company_id of ids.slice(1)) await enqueue(tx, { kind: busy, company_id, payload: null }, now_ms)
    })
    // Of the company whose jobs hang, two could hold both places of the kind: so it has one more here.
    const runner = runnerOf([{ ...busy, concurrency: 3 }, failing])
    runner.start()
    await until('all others have run', () => order.length === ids.length - 1)
    assert.deepEqual([...order].sort(), ids.slice(1))
    release()
  })

  test('never more than four, and two of a company and of a kind', async () => {
    const under_way: string[] = []
    let most = 0
    const kinds = ['a', 'b', 'c'].map((name) =>
      defineJob({
        kind: `test.${name}`,
        async run({ company_id }) {
          under_way.push(company_id!, name)
          most = Math.max(most, under_way.length / 2)
          for (const one of under_way) assert.ok(under_way.filter((other) => other === one).length <= 2)
          await sleep(2)
          for (const one of [company_id!, name]) under_way.splice(under_way.indexOf(one), 1)
        },
      }),
    )
    await database.write(async (tx) => {
      for (let count = 0; count < 30; count++) {
        const company_id = `com_${count % 4}` as CompanyId
        await enqueue(tx, { kind: kinds[count % 3]!, company_id, payload: null }, now_ms)
      }
    })
    await startedRunner(kinds)
    assert.deepEqual(new Set(await statesOf()), new Set(['done']))
    assert.equal(most, 4)
  })
})

describe('the end of a process', () => {
  test('in order waits for what runs, and gives back what does not end', async () => {
    await makeCompanies(A)
    let begun = 0
    let was_aborted = false
    const quick = defineJob({
      kind: 'test.quick',
      async run() {
        begun++
        await sleep(20)
      },
    })
    const endless = defineJob({
      kind: 'test.endless',
      async run({ signal }) {
        begun++
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        was_aborted = true
      },
    })
    const runner = runnerOf([quick, endless], { timing: { stop_grace_ms: 60 } })
    runner.start()
    await put(quick, A, null)
    await put(endless, A, null)
    await until('both run', () => begun === 2)
    await runner.stop()
    const jobs = (await all()).map(({ kind, state, attempts, lease }) => [kind, state, attempts, lease]).sort()
    assert.deepEqual(jobs, [
      ['test.endless', 'pending', 0, ''],
      ['test.quick', 'done', 1, ''],
    ])
    assert.ok(was_aborted)
  })

  test('without order: what it ran is run by another one, and a process that only stood still changes nothing any more', async () => {
    await makeCompanies(A)
    let wakeUp = () => {}
    const stands_still = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    let runs = 0
    const kind = defineJob({
      kind: 'test.twice',
      schema: Counted,
      async run({ database: own, payload, attempt }) {
        runs++
        if (attempt === 1) await stands_still
        // Its own effect comes with the end of the run.
        void own
        return { by: payload.name, attempt }
      },
    })
    // It shows no more that it lives, as if it were stopped.
    const first = runnerOf([kind], { timing: { beat_ms: 60_000 } })
    first.start()
    await put(kind, A, { name: 'x' })
    await until('it runs', () => runs === 1)
    const second = runnerOf([kind], {
      database: ENGINE === 'postgres' ? await openAnother() : database,
      timing: { beat_ms: 5, gone_after_ms: 50 },
    })
    second.start()
    await until('the other one has done it', async () => (await statesOf())[0] === 'done')
    wakeUp()
    await first.idle()
    const [job] = await all()
    assert.deepEqual([job!.result, job!.attempts, runs], ['{"by":"x","attempt":2}', 2, 2])
  })

  test('a run that goes on is not taken away, however long it takes', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let runs = 0
    const kind = defineJob({
      kind: 'test.long',
      async run() {
        runs++
        await held
      },
    })
    const first = runnerOf([kind], { timing: { beat_ms: 5 } })
    first.start()
    await put(kind, null, null)
    await until('it runs', () => runs === 1)
    const other = ENGINE === 'postgres' ? await openAnother() : database
    const running = () => database.readOne(listRunning)
    const [begun] = await running()
    const second = runnerOf([kind], { database: other, timing: { beat_ms: 5, gone_after_ms: 2_000 } })
    // Where a process is alone on its database, it takes up at its start what it finds: so this one is there before.
    if (ENGINE === 'postgres') second.start()
    await until('it has shown itself', async () => (await running())[0]!.beat > begun!.beat + 5)
    assert.deepEqual([runs, (await running())[0]!.lease], [1, begun!.lease])
    release()
    await until('it is done', async () => (await statesOf())[0] === 'done')
  })
})

describe('several processes on one database', { skip: ENGINE === 'postgres' ? false : 'only there several share one' }, () => {
  test('share the work, and each job takes effect once: a random walk of jobs, failures and processes that give up', async () => {
    const ids = ['com_a', 'com_b', 'com_c', 'com_d'] as CompanyId[]
    await makeCompanies(...ids)
    const by = new Map<number, number>()
    const kindOf = (process: number) =>
      counting(async (attempt) => {
        by.set(process, (by.get(process) ?? 0) + 1)
        await sleep(1)
        if (attempt === 1 && Math.random() < 0.2) throw new Error('now and then')
      })
    const names = Array.from({ length: 120 }, (_, index) => `job ${String(index).padStart(3, '0')}`)
    const parts = await Promise.all([0, 1, 2].map(async () => ({ database: await openAnother(), random: () => 0 })))
    const kinds = parts.map((_, index) => kindOf(index))
    for (const [index, one] of parts.entries()) runnerOf([kinds[index]!], one).start()
    for (const [index, name] of names.entries()) await put(kinds[0]!, ids[index % 4]!, { name }, { unique_key: name })
    await until('all are done', async () => {
      // Those that failed wait for five seconds of the clock.
      now_ms += 10_000
      return (
        (await database.readOne((tx) => listJobs(tx, { state: 'done', limit: 100 }))).length === 100 &&
        (await effects()).length === 120
      )
    })
    assert.deepEqual(
      await effects(),
      names.map((name) => [name, 1]),
    )
    assert.deepEqual([...by.keys()].sort(), [0, 1, 2], 'each did some')
  })

  test('pass over what another one is claiming', async () => {
    const kind = counting()
    for (let count = 0; count < 10; count++) await put(kind, A, { name: String(count) })
    const other = await openAnother()
    await database.write(async (tx) => {
      const { jobs } = await listDue(tx, kind.kind, now_ms, '')
      assert.ok(jobs.length >= 8)
      for (const job of jobs) assert.ok(await claimJob(tx, job, 'mine', now_ms))
      for (const job of jobs) assert.equal(await other.write((their) => claimJob(their, job, 'theirs', now_ms)), undefined)
    })
    const { jobs } = await other.read((tx) => listDue(tx, kind.kind, now_ms, ''))
    assert.ok(jobs.length <= 2, 'and what it has claimed is not due')
  })
})
