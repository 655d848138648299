// Kept figures through the whole service: a walk of thousands of changes by chance, and drift that is put into the tables.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Drift } from '../src/figures/drift.ts'
import { verifyFigures } from '../src/operate/figures/jobs.ts'
import { select } from './support/fixtures.ts'
import { differencesIn, keptIn, rebuildFigures, wipeFigures } from './support/kept-figures.ts'
import { createChance } from './support/random.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const STEPS = process.env['QUOIN_TEST_LONG'] ? 40_000 : 2_400
/** Steps that are asked for at once, and share commits. */
const AT_ONCE = 12
const SEED = Number(process.env['QUOIN_TEST_SEED'] ?? 15)
const DAY_MS = 86_400_000
/** By then nearly all steps would be changes of what is there. */
const MOST_OF_A_KIND = 60

const chance = createChance(SEED)
const { whole, pick } = chance

let app: TestApp
before(async () => {
  app = await startTestApp({ requests_per_second: 1_000_000 })
})
after(() => app.close())

type Kind = 'customers' | 'invoices' | 'quotes' | 'projects' | 'tasks' | 'time-entries' | 'payments'
const made: Record<Kind, string[]> = {
  customers: [],
  invoices: [],
  quotes: [],
  projects: [],
  tasks: [],
  'time-entries': [],
  payments: [],
}

let [done, refused] = [0, 0]

/** Refusals are a matter of other tests: here only what they leave behind counts. */
async function call(method: string, path: string, body?: object): Promise<{ id: string } | undefined> {
  const answer = await app.call(method, path, body ? { body } : {})
  assert.ok(answer.status < 500, answer.text)
  if (answer.status < 300) done++
  else refused++
  return answer.status < 300 ? answer.data : undefined
}

async function make(kind: Kind, path: string, body: object): Promise<void> {
  const answer = await call('POST', path, body)
  if (answer) made[kind].push(`${path}/${answer.id}`)
}

const idOf = (path: string) => path.split('/').at(-1)!
const some = (kind: Kind) => pick(made[kind])
const items = () => [{ name: 'Line', quantity: whole(1, 900) / 100, unit_price: whole(0, 99_999) / 100 }]
const day = (days: number) => new Date(app.now_ms() + days * DAY_MS).toISOString().slice(0, 10)
const rate = () => pick([null, whole(1, 200), whole(100, 20_000) / 100])
const currency = () => pick(['USD', 'EUR', 'JPY', 'KWD'])
const user = () => pick([app.tenant.user_id, app.tenant.colleague_id])

const MAKE: Record<Kind, () => Promise<unknown>> = {
  customers: () => make('customers', '/v1/customers', { name: `Customer ${whole(1, 1e6)}` }),
  invoices: () =>
    make('invoices', '/v1/invoices', {
      customer_id: idOf(some('customers')),
      currency: currency(),
      issue_date: day(-60),
      due_date: day(whole(-40, 40)),
      items: items(),
    }),
  quotes: () =>
    make('quotes', '/v1/quotes', {
      customer_id: idOf(some('customers')),
      currency: currency(),
      items: items(),
      valid_until: day(whole(-3, 5)),
    }),
  projects: () =>
    make('projects', '/v1/projects', { title: 'Project', customer_id: idOf(some('customers')), hourly_rate: rate() }),
  tasks: () => {
    const project = some('projects')
    const siblings = made.tasks.filter((path) => path.startsWith(project))
    const parent_task_id = siblings.length > 0 && whole(0, 2) === 0 ? idOf(pick(siblings)) : null
    return make('tasks', `${project}/tasks`, {
      title: 'Task',
      hourly_rate: rate(),
      assigned_to: pick([null, user()]),
      parent_task_id,
    })
  },
  'time-entries': () => {
    const project = some('projects')
    const tasks = made.tasks.filter((path) => path.startsWith(project))
    const start_time = `${day(-whole(0, 9))}T08:00:00Z`
    return make('time-entries', `${project}/time-entries`, {
      start_time,
      ...(whole(0, 9) === 0 ? {} : { duration_minutes: whole(1, 500) }),
      task_id: tasks.length > 0 ? pick([null, idOf(pick(tasks))]) : null,
      user_id: user(),
      hourly_rate: rate(),
      internal_cost_rate: rate(),
      is_billable: whole(0, 3) > 0,
    })
  },
  payments: () => make('payments', `${some('invoices')}/payments`, { amount: whole(1, 400) / 4, paid_at: day(-whole(0, 90)) }),
}

const INVOICE_STATUSES = ['draft', 'sent', 'viewed', 'in_review', 'partial', 'paid', 'overdue', 'cancelled']
const PRIORITIES = ['low', 'medium', 'high', 'urgent']

const CHANGE: Record<Exclude<Kind, 'payments'>, () => object> = {
  customers: () => ({ notes: `${whole(1, 9)}`, status: pick(['active', 'inactive']) }),
  invoices: () =>
    pick<object>([
      { status: pick(INVOICE_STATUSES) },
      { status: pick(INVOICE_STATUSES) },
      { items: items() },
      { currency: currency(), due_date: day(whole(-9, 9)) },
      { customer_id: idOf(some('customers')) },
      { total: whole(0, 5_000) },
    ]),
  quotes: () =>
    pick<object>([
      { status: pick(['draft', 'sent', 'viewed', 'approved', 'rejected']) },
      { currency: currency() },
      { customer_id: idOf(some('customers')), items: items() },
    ]),
  projects: () =>
    pick<object>([
      { status: pick(['draft', 'in_progress', 'on_hold', 'review', 'completed']), priority: pick(PRIORITIES) },
      { is_archived: whole(0, 1) === 1 },
      { hourly_rate: rate() },
    ]),
  tasks: () =>
    pick<object>([
      { status: pick(['backlog', 'todo', 'in_progress', 'completed', 'cancelled']), priority: pick(PRIORITIES) },
      { hourly_rate: rate() },
      { assigned_to: pick([null, user()]), parent_task_id: pick([null, idOf(some('tasks'))]) },
    ]),
  'time-entries': () =>
    pick<object>([
      { duration_minutes: whole(1, 500), is_billable: whole(0, 1) === 1 },
      { task_id: pick([null, idOf(some('tasks'))]) },
      { hourly_rate: rate(), internal_cost_rate: rate(), user_id: user() },
      { end_time: `${day(1)}T09:00:00Z` },
    ]),
}

async function step(): Promise<unknown> {
  const kinds = Object.keys(MAKE) as Kind[]
  const what = whole(0, 99)
  const kind = pick(kinds)
  if (what < 4) return call('POST', `${some('projects')}/invoice`, {})
  if (what < 8) return call('POST', `${some('quotes')}/convert`, {})
  if (made[kind].length === 0 || (what < 35 && made[kind].length < MOST_OF_A_KIND)) return MAKE[kind]()
  if (what < 45) {
    const path = some(kind)
    const is_gone = await call('DELETE', path)
    // Some that are gone are changed, and deleted again.
    if (is_gone && whole(0, 3) > 0 && made[kind].length > 3) made[kind].splice(made[kind].indexOf(path), 1)
    return
  }
  return kind === 'payments' ? MAKE.payments() : call('PATCH', some(kind), CHANGE[kind]())
}

describe('kept figures', () => {
  test('are all checked: those of every room that declares some', () => {
    const root = join(import.meta.dirname, '../src')
    const checks = readFileSync(join(root, 'operate/figures/checks.ts'), 'utf8')
    const declared = globSync('*/*/kept-figures.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
    assert.ok(declared.length >= 7)
    assert.deepEqual(
      declared.filter((path) => !checks.includes(`'../../${path}'`)),
      [],
    )
  })

  test(`are those of the rows after ${STEPS} steps by chance, and the same when they were lost and made again`, async (context) => {
    for (const kind of Object.keys(MAKE) as Kind[]) for (let count = 0; count < 3; count++) await MAKE[kind]()
    for (let count = 0; count < STEPS; count += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, step))
      if (whole(0, 40) > 0) continue
      app.pass(DAY_MS / 2)
      await app.sweep()
    }
    context.diagnostic(`seed ${SEED}: ${done} changes, ${refused} refused`)
    assert.ok(done > STEPS / 2)
    assert.deepEqual(await differencesIn(app), [])
    const kept = await keptIn(app)
    for (const [name, rows] of Object.entries(kept)) assert.ok(rows.length > 5, name)
    await wipeFigures(app)
    assert.ok((await rebuildFigures(app)) > 50)
    assert.deepEqual(await keptIn(app), kept)
    assert.deepEqual(await differencesIn(app), [])
    assert.equal(await rebuildFigures(app), 0)
  })

  test('move with an export and an import', async () => {
    const copy = await startTestApp({ copy_of: app })
    assert.deepEqual(await differencesIn(copy), [])
    assert.deepEqual(await keptIn(copy), await keptIn(app))
    await copy.close()
  })
})

describe('figures that drifted', () => {
  const lines: { msg: string; company_id?: string; job?: string }[] = []
  let drifted: TestApp
  let customer_id: string

  const run = (sql: string) => drifted.database.write((tx) => tx.execute({ sql, returns_rows: false }, []))
  const create = () => drifted.call('POST', '/v1/invoices', { body: { customer_id, items: [{ name: 'x', unit_price: 5 }] } })
  const toldOf = () => lines.filter(({ msg }) => msg.startsWith('a kept figure differs'))

  beforeEach(async () => {
    lines.length = 0
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    drifted = await startTestApp({ log })
    customer_id = (await drifted.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
    await create()
  })
  afterEach(() => drifted.close())

  for (const [what, damage] of [
    ['counts', "UPDATE list_counts SET count = -9 WHERE list = 'invoices'"],
    ['sums', "UPDATE kept_sums SET count = -9, rest = 77 WHERE name = 'drafts'"],
  ] as const) {
    test(`let writes go on (${what}); one line in the log says so, and a job mends them`, async () => {
      await run(damage)
      for (let count = 0; count < 3; count++) assert.equal((await create()).status, 201)
      const jobs = () => select(drifted, "SELECT * FROM jobs WHERE kind = 'figures.rebuild' AND state = 'pending'")
      for (let wait = 0; (await jobs()).length === 0 && wait < 2_000; wait++) await sleep(5)
      assert.equal((await create()).status, 201)
      drifted.jobs.start()
      await drifted.jobs.idle()
      assert.deepEqual(await differencesIn(drifted), [])
      assert.deepEqual(
        toldOf().map(({ company_id }) => company_id),
        [drifted.tenant.company_id],
      )
      const [job] = await select(drifted, `SELECT * FROM jobs WHERE id = '${toldOf()[0]!.job}'`)
      assert.equal(job.state, 'done')
      assert.match(job.result, /^\{"mended":\d+,"figures":\["(invoices|drafts) /)
      const listed = await drifted.call('GET', '/v1/invoices')
      assert.equal(listed.data.pagination.total, listed.data.invoices.length)
    })
  }

  test('too high for a write to notice are found by the check that each company has about once a week', async () => {
    await run("UPDATE list_counts SET count = count + 3 WHERE list = 'invoices' AND filter = ''")
    const found: Drift[] = []
    const kind = verifyFigures(async (drift) => void found.push(drift))
    assert.ok('run' in kind)
    const { database } = drifted
    for (let hour = 0; hour < 167; hour++) {
      const job = { id: 'job_x' as never, company_id: null, payload: null, attempt: 1, now_ms: hour * 3_600_000 }
      await kind.run({ ...job, database, signal: new AbortController().signal })
    }
    assert.deepEqual(
      found.map(({ company_id, figure, cell }) => [company_id, figure, cell]),
      [[drifted.tenant.company_id, 'invoices', '']],
    )
    assert.equal(await rebuildFigures(drifted), 1)
  })
})
