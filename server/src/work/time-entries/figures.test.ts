// The figures of a project, and what could be billed, which each write moves, are what the rows add up to: after whatever writes, and whatever
// was refused.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { readKeptSums, remakeKeptSums } from '../../../test/support/kept-sums.ts'
import { dividedBy, type Rational, rational, roundHalfAway, times } from '../../../test/support/rational-model.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let cookie: string
let customer_id: string

before(async () => {
  app = await startTestApp({ currency: 'KWD' })
  cookie = (await signedIn(app, 'read_only')).cookie
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
})
after(() => app.close())

const rate = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 1_000_000),
  ),
  { nil: null },
)
const some = fc.nat({ max: 2 })
const minutes = fc.integer({ min: 1, max: 3000 })
const fields = fc.record(
  { hourly_rate: rate, internal_cost_rate: rate, is_billable: fc.boolean(), duration_minutes: minutes, on: fc.option(some) },
  { requiredKeys: [] },
)
const status = fc.constantFrom('todo', 'completed', 'cancelled')

/** A write; `at` names one of the objects that are there. */
const write = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('record'), minutes, fields }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change'), at: some, fields }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start'), fields }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), at: some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rate task'), at: some, rate, status }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove task'), at: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate project'), rate }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bill') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('free') }) },
)
// biome-ignore lint/suspicious/noExplicitAny: one shape for all kinds of writes, taken apart by what they do
type Write = any

/** One project, and the ids of what was made in it. */
class Scene {
  readonly path: string
  readonly tasks: string[] = []
  readonly entries: string[] = []
  invoice: string | undefined

  constructor(id: string) {
    this.path = `/v1/projects/${id}`
  }

  async run(step: Write): Promise<number> {
    const answer = await this.call(step)
    if (answer === undefined) return 0
    if (answer.status === 201 && answer.data.id.startsWith('tme_')) this.entries.push(answer.data.id)
    if (answer.status === 201 && answer.data.id.startsWith('inv_')) this.invoice = answer.data.id
    return answer.status
  }

  private call(step: Write) {
    const entry = `${this.path}/time-entries/${this.entries.at(-1 - (step.at ?? 0)) ?? 'none'}`
    const task = `${this.path}/tasks/${this.tasks[step.at] ?? 'none'}`
    const { on, ...given } = step.fields ?? {}
    const body = { ...given, ...(on === undefined ? {} : { task_id: on === null ? null : (this.tasks[on] ?? null) }) }
    switch (step.do) {
      case 'record':
        return app.call('POST', `${this.path}/time-entries`, {
          body: { start_time: START, ...body, duration_minutes: step.minutes },
        })
      case 'start':
        return app.call('POST', `${this.path}/time-entries`, { body: { ...body, start_time: START } })
      case 'change':
        return app.call('PATCH', entry, { body })
      case 'remove':
        return app.call('DELETE', entry)
      case 'rate task':
        return app.call('PATCH', task, { body: { hourly_rate: step.rate, status: step.status } })
      case 'remove task':
        return app.call('DELETE', task)
      case 'rate project':
        return app.call('PATCH', this.path, { body: { hourly_rate: step.rate } })
      case 'bill':
        return app.call('POST', `${this.path}/invoice`, { body: {} })
      default:
        return this.invoice === undefined ? undefined : app.call('DELETE', `/v1/invoices/${this.invoice}`)
    }
  }
}

const plus = (a: Rational, b: Rational): Rational => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })

/** The figures as the rows give them, by fractions of whole numbers. */
async function figuresOfRows(id: string) {
  const [project] = await select(app, `SELECT hourly_rate FROM projects WHERE id = '${id}'`)
  const tasks = await select(
    app,
    `SELECT id, status, hourly_rate, unrated_minutes, deleted_at FROM tasks WHERE project_id = '${id}'`,
  )
  const entries = await select(app, `SELECT * FROM time_entries WHERE project_id = '${id}' AND deleted_at IS NULL`)
  let [hours, revenue, cost] = [rational(0), rational(0), rational(0)]
  for (const entry of entries) {
    const spent = dividedBy(rational(entry.duration_minutes), 60n)
    const task = tasks.find((one) => one.id === entry.task_id)
    hours = plus(hours, spent)
    cost = plus(cost, times(spent, rational(entry.internal_cost_rate ?? 0)))
    const valid = entry.hourly_rate ?? task?.hourly_rate ?? project.hourly_rate ?? 0
    if (entry.is_billable) revenue = plus(revenue, times(spent, rational(valid)))
  }
  for (const task of tasks) {
    const unrated = entries.filter((one) => one.task_id === task.id && one.is_billable && one.hourly_rate === null)
    const sum = unrated.reduce((total, one) => total + one.duration_minutes, 0)
    assert.equal(task.unrated_minutes, sum)
  }
  const living = tasks.filter((task) => task.deleted_at === null)
  const [earned, spent] = [roundHalfAway(revenue, 3), roundHalfAway(cost, 3)]
  return {
    total_hours: Number(roundHalfAway(hours, 2)) / 100,
    total_revenue: Number(earned) / 1000,
    total_cost: Number(spent) / 1000,
    profit: Number(earned - spent) / 1000,
    tasks_count: living.length,
    completed_tasks: living.filter((task) => task.status === 'completed').length,
  }
}

/** What could be billed in the whole company, from all rows, in the words of the overview. */
async function unbilledOfRows() {
  const rows = await select(
    app,
    `SELECT time_entries.duration_minutes AS minutes, coalesce(time_entries.hourly_rate, tasks.hourly_rate, projects.hourly_rate) AS rate
    FROM time_entries
    JOIN projects ON projects.company_id = time_entries.company_id AND projects.id = time_entries.project_id
    LEFT JOIN tasks ON tasks.company_id = time_entries.company_id AND tasks.project_id = time_entries.project_id
      AND tasks.id = time_entries.task_id
    WHERE time_entries.is_billable AND NOT time_entries.is_running AND NOT time_entries.invoiced AND time_entries.deleted_at IS NULL
      AND projects.deleted_at IS NULL`,
  )
  const rated = rows.filter(({ rate }) => rate !== null)
  // Rates have six decimals at most.
  const millionths = rated.reduce((sum, { minutes, rate }) => sum + BigInt(minutes) * BigInt(Math.round(rate * 1_000_000)), 0n)
  const worth: Rational = { over: millionths, under: 1_000_000n }
  const minutesOf = (some: typeof rows) => some.reduce((sum, one) => sum + one.minutes, 0)
  return {
    minutes: minutesOf(rows),
    amount: Number(roundHalfAway(dividedBy(worth, 60n), 3)) / 1000,
    currency: 'KWD',
    minutes_without_rate: minutesOf(rows) - minutesOf(rated),
  }
}

test('after random writes the figures and what could be billed are those of the rows, and the lists count what is there', async () => {
  let refused = 0
  let done = 0
  let unbilled = 0
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 10, maxLength: 25 }), rate, async (steps, hourly_rate) => {
      const { id } = (await app.call('POST', '/v1/projects', { body: { title: 'P', hourly_rate, customer_id } })).data
      const scene = new Scene(id)
      const tasks = ['a', 'b', 'c'].map((title) => app.call('POST', `${scene.path}/tasks`, { body: { title, hourly_rate } }))
      scene.tasks.push(...(await Promise.all(tasks)).map(({ data }) => data.id))
      for (const step of steps) {
        const status_code = await scene.run(step)
        assert.ok(status_code < 500)
        if (status_code >= 400) refused++
        else done++
      }
      const shown = (await app.call('GET', scene.path)).data
      const expected = await figuresOfRows(id)
      for (const [figure, value] of Object.entries(expected)) assert.equal(shown[figure], value, figure)
      const totals = await Promise.all(
        ['tasks', 'time-entries'].map(async (list) => (await app.call('GET', `${scene.path}/${list}`)).data.pagination.total),
      )
      const [{ count }] = await select(
        app,
        `SELECT count(*) AS count FROM time_entries WHERE project_id = '${id}' AND deleted_at IS NULL`,
      )
      assert.deepEqual(totals, [expected.tasks_count, count])
      const overview = await fromPage(app, cookie, 'GET', '/dashboard/api/overview', { company: app.tenant.company_id })
      assert.deepEqual(overview.data.unbilled, await unbilledOfRows())
      unbilled = Math.max(unbilled, overview.data.unbilled.amount)
      // Some projects stay, and some go with their time. Running entries would keep the next round from starting any.
      if (steps.length % 2 === 0 && (await app.call('DELETE', scene.path)).status === 200) return
      for (const { id: entry } of await select(
        app,
        `SELECT id FROM time_entries WHERE project_id = '${id}' AND is_running AND deleted_at IS NULL`,
      )) {
        assert.equal((await app.call('DELETE', `${scene.path}/time-entries/${entry}`)).status, 200)
      }
    }),
    { numRuns: 100 },
  )
  assert.ok(done > refused, `${done} writes were done, ${refused} refused`)
  assert.ok(unbilled > 0)
  assert.deepEqual(await readKeptSums(app), await remakeKeptSums(app))
})
