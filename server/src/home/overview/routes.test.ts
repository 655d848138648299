// The home page against a plain recomputation from what the API itself shows, over documents made by chance; and the sums that are kept for it
// against the rows.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { readKeptSums, remakeKeptSums } from '../../../test/support/kept-sums.ts'
import { type Chance, createChance } from '../../../test/support/random.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { roundToMinor } from '../../kernel/money.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any

const TODAY = '2026-06-15'
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'] as const
const OPEN = ['sent', 'viewed', 'partial', 'overdue']

let app: TestApp
let cookie: string
/** The company whose documents are made by chance. */
let company: string

before(async () => {
  app = await startTestApp()
  cookie = (await signedIn(app, 'read_only')).cookie
  company = app.tenant.company_id
})
after(() => app.close())

async function overviewOf(of: string): Promise<Json> {
  const answer = await fromPage(app, cookie, 'GET', '/dashboard/api/overview', { company: of })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}

async function post(path: string, body: object): Promise<Json> {
  const answer = await app.call('POST', path, { body, company })
  assert.equal(answer.status, 201, `${path} ${JSON.stringify(body)}: ${answer.text}`)
  return answer.data
}

const daysFrom = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)

/** One change of the company's business, whatever comes up; refusals are a matter of other tests. */
async function changeSomething(
  chance: Chance,
  customer_id: string,
  made: { invoices: string[]; quotes: string[] },
): Promise<void> {
  const { whole, pick } = chance
  const call = (method: string, path: string, body?: object) => app.call(method, path, { company, ...(body ? { body } : {}) })
  const items = () => [{ name: 'Line', quantity: whole(1, 900) / 100, unit_price: whole(1, 99_999) / 100 }]
  const invoice = pick(made.invoices.length > 0 ? made.invoices : ['inv_none'])
  const quote = pick(made.quotes.length > 0 ? made.quotes : ['quo_none'])
  switch (whole(0, 11)) {
    case 0:
    case 1:
    case 2: {
      const due_date = daysFrom(whole(-140, 40))
      const body = { customer_id, currency: pick(CURRENCIES), due_date, issue_date: '2026-01-05', items: items(), tax_rate: 19 }
      made.invoices.push((await post('/v1/invoices', body)).id)
      break
    }
    case 3:
      made.quotes.push((await post('/v1/quotes', { customer_id, currency: pick(CURRENCIES), items: items() })).id)
      break
    case 4:
      await call(
        'PATCH',
        `/v1/invoices/${invoice}`,
        pick([{ total: whole(0, 5000) }, { currency: pick(CURRENCIES) }, { items: items() }]),
      )
      break
    case 5:
    case 6:
      await call('PATCH', `/v1/invoices/${invoice}`, {
        status: pick([...OPEN, 'sent', 'paid', 'cancelled', 'draft', 'in_review']),
      })
      break
    case 7:
    case 8: {
      const due = (await call('GET', `/v1/invoices/${invoice}`)).data?.amount_due ?? 0
      const amount = pick([due, Math.floor(due / 2), 1])
      await call('POST', `/v1/invoices/${invoice}/payments`, { amount, paid_at: daysFrom(-whole(0, 450)) })
      break
    }
    case 9: {
      const payments = (await call('GET', `/v1/invoices/${invoice}/payments`)).data?.payments ?? []
      if (payments.length > 0) await call('DELETE', `/v1/invoices/${invoice}/payments/${pick<Json>(payments).id}`)
      break
    }
    case 10:
      await call('DELETE', pick([`/v1/invoices/${invoice}`, `/v1/quotes/${quote}`]))
      break
    default:
      if (whole(0, 3) === 0) await call('POST', `/v1/quotes/${quote}/convert`)
      else
        await call('PATCH', `/v1/quotes/${quote}`, {
          status: pick(['sent', 'viewed', 'approved', 'draft']),
          total: whole(0, 900),
        })
  }
}

async function listAll(path: string, name: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let offset = 0; ; offset += 100) {
    const { data } = await app.call('GET', path, { company, query: { limit: '100', offset: String(offset) } })
    rows.push(...data[name])
    if (rows.length >= data.pagination.total) return rows
  }
}

/** Adds shown amounts in minor units, and shows the sum again. */
function sum(amounts: readonly number[], currency: string): number {
  const digits = currencyDigits(currency)
  const minor = amounts.reduce((total, amount) => total + BigInt(roundToMinor(amount, digits)), 0n)
  return Number(minor) / 10 ** digits
}

function ageOf(due_date: string): number {
  const days = Math.round((Date.parse(TODAY) - Date.parse(due_date)) / 86_400_000)
  return days > 90 ? 3 : days > 60 ? 2 : days > 30 ? 1 : 0
}

/** The overview of documents, from the lists of the API. */
async function recompute(own: string) {
  const invoices = await listAll('/v1/invoices', 'invoices')
  const quotes = await listAll('/v1/quotes', 'quotes')
  const payments: Json[] = []
  for (const { id, currency, amount_paid } of invoices) {
    if (amount_paid === 0) continue
    payments.push(...(await listAll(`/v1/invoices/${id}/payments`, 'payments')).map((one) => ({ ...one, currency })))
  }
  const open = invoices.filter((one) => OPEN.includes(one.status) && one.amount_due > 0)
  const late = open.filter((one) => one.due_date < TODAY)
  const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, 5 - 11 + index, 1)).toISOString().slice(0, 7))
  const paid = payments.filter((one) => months.includes(one.paid_at.slice(0, 7)))
  const others = [...new Set([...open, ...paid].map((one) => one.currency))].filter((one) => one !== own).sort()
  const currencies = [own, ...others].map((currency) => {
    const of = (some: Json[]) => some.filter((one) => one.currency === currency)
    const due = (some: Json[]) =>
      sum(
        of(some).map((one) => one.amount_due),
        currency,
      )
    return {
      currency,
      outstanding: due(open),
      overdue: due(late),
      overdue_by_age: [0, 1, 2, 3].map((age) => due(late.filter((one) => ageOf(one.due_date) === age))),
      paid_by_month: months.map((month) => {
        const amounts = of(paid).filter((one) => one.paid_at.startsWith(month))
        return {
          month,
          amount: sum(
            amounts.map((one) => one.amount),
            currency,
          ),
        }
      }),
    }
  })
  const together = (some: Json[]) => ({
    count: some.length,
    amounts: [own, ...[...new Set<string>(some.map((one) => one.currency))].filter((one) => one !== own).sort()]
      .filter((currency) => some.some((one) => one.currency === currency))
      .map((currency) => ({
        currency,
        amount: sum(
          some.filter((one) => one.currency === currency).map((one) => one.total),
          currency,
        ),
      })),
  })
  const longest = late.sort((a, b) => (a.due_date + a.id < b.due_date + b.id ? -1 : 1)).slice(0, 8)
  return {
    currencies,
    drafts: together(invoices.filter((one) => one.status === 'draft')),
    quotes_waiting: together(quotes.filter((one) => one.status === 'sent' || one.status === 'viewed')),
    longest_overdue: longest,
  }
}

describe('GET /dashboard/api/overview', () => {
  test('200 of a company that has nothing: zeros of its own currency, twelve months', async () => {
    const data = await overviewOf(app.tenant.sibling_id)
    assert.equal(data.today, TODAY)
    const [usd, ...others] = data.currencies
    assert.deepEqual([usd.currency, usd.outstanding, usd.overdue, usd.overdue_by_age, others], ['USD', 0, 0, [0, 0, 0, 0], []])
    assert.deepEqual(
      [usd.paid_by_month[0], usd.paid_by_month[11]],
      [
        { month: '2025-07', amount: 0 },
        { month: '2026-06', amount: 0 },
      ],
    )
    const nothing = { count: 0, amounts: [] }
    assert.deepEqual([data.drafts, data.quotes_waiting, data.longest_overdue], [nothing, nothing, []])
    assert.deepEqual(data.unbilled, { minutes: 0, amount: 0, currency: 'USD', minutes_without_rate: 0 })
    assert.deepEqual(data.projects_over_budget, { total: 0, projects: [] })
  })

  test('200 with the very sums of what the lists show, whatever was done to documents, in four currencies', async () => {
    const customer = await post('/v1/customers', { name: 'By chance' })
    const made = { invoices: [] as string[], quotes: [] as string[] }
    const chance = createChance(5)
    for (let step = 0; step < 260; step++) await changeSomething(chance, customer.id, made)
    const { currencies, drafts, quotes_waiting, longest_overdue } = await overviewOf(company)
    const expected = await recompute('USD')
    assert.deepEqual({ currencies, drafts, quotes_waiting, longest_overdue }, expected)
    assert.equal(currencies.length, 4)
    assert.ok(currencies.every((one: Json) => one.overdue > 0) && longest_overdue.length === 8 && drafts.count > 5)
    assert.equal((await overviewOf(app.tenant.sibling_id)).drafts.count, 0)
  })

  test('200: overdue is judged by the day, before the hourly sweep and after it', async () => {
    const before_it = await overviewOf(company)
    await app.sweep()
    const { currencies, longest_overdue } = await overviewOf(company)
    assert.deepEqual(currencies, before_it.currencies)
    const keys = (some: Json[]) => some.map(({ id, due_date, amount_due }) => [id, due_date, amount_due])
    assert.deepEqual(keys(longest_overdue), keys(before_it.longest_overdue))
    assert.ok(longest_overdue.every((one: Json) => ['overdue', 'partial', 'sent'].includes(one.status)))
  })

  test('400 without a company, 403 for one of another organization', async () => {
    const missing = await fromPage(app, cookie, 'GET', '/dashboard/api/overview')
    assert.deepEqual([missing.status, missing.body.param], [400, 'company_id'])
    const stranger = await app.addTenant()
    const foreign = await fromPage(app, cookie, 'GET', '/dashboard/api/overview', { company: stranger.company_id })
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'company_not_accessible'])
  })

  test('200 with totals as large as there may be', async () => {
    const stranger = await app.addTenant('KWD')
    const scope = { company: stranger.company_id, key: stranger.keys.admin }
    const customer = (await app.call('POST', '/v1/customers', { ...scope, body: { name: 'Large' } })).data
    for (let count = 0; count < 12; count++) {
      const body = { customer_id: customer.id, items: [{ name: 'All', unit_price: 999_999_999_999.999 }] }
      const { data } = await app.call('POST', '/v1/invoices', { ...scope, body })
      const paid = await app.call('PATCH', `/v1/invoices/${data.id}`, { ...scope, body: { status: count % 2 ? 'paid' : 'sent' } })
      assert.equal(paid.status, 200, paid.text)
    }
    const owner = await signedIn(app, 'owner', stranger)
    const call = { company: stranger.company_id }
    const { currencies } = (await fromPage(app, owner.cookie, 'GET', '/dashboard/api/overview', call)).data
    assert.equal(currencies[0].outstanding, 5_999_999_999_999.994)
    assert.equal(currencies[0].paid_by_month[11].amount, 5_999_999_999_999.994)
  })
})

describe('the time and projects of the overview', () => {
  test('200 with unbilled minutes and their worth at the rates that bill them, exact, rounded once; without those of deleted projects', async () => {
    company = app.tenant.sibling_id
    const chance = createChance(11)
    const customer = await post('/v1/customers', { name: 'Time' })
    const rated: { minutes: bigint; rate: bigint | undefined }[] = []
    const projects = [
      await post('/v1/projects', { title: 'Rated', customer_id: customer.id, hourly_rate: 90.333333 }),
      await post('/v1/projects', { title: 'Without', customer_id: customer.id }),
      await post('/v1/projects', { title: 'Archived', customer_id: customer.id, hourly_rate: 50 }),
      await post('/v1/projects', { title: 'Deleted', customer_id: customer.id, hourly_rate: 70 }),
      await post('/v1/projects', { title: 'Billed', customer_id: customer.id, hourly_rate: 70 }),
    ]
    const exact = (rate: number) => BigInt(Math.round(rate * 1_000_000))
    for (const project of projects) {
      const tasks = [undefined, 12.345678, 40].map((hourly_rate, index) =>
        post(`/v1/projects/${project.id}/tasks`, { title: `Task ${index}`, ...(hourly_rate ? { hourly_rate } : {}) }),
      )
      const made = [undefined, ...(await Promise.all(tasks))]
      for (let count = 0; count < 12; count++) {
        const task = chance.pick(made)
        const own = chance.pick([undefined, undefined, 33.1, 0])
        const is_billable = chance.next() < 0.8
        const minutes = chance.whole(1, 500)
        await post(`/v1/projects/${project.id}/time-entries`, {
          start_time: '2026-06-01T08:00:00Z',
          duration_minutes: minutes,
          is_billable,
          ...(task ? { task_id: task.id } : {}),
          ...(own === undefined ? {} : { hourly_rate: own }),
        })
        const rate = own ?? task?.hourly_rate ?? project.hourly_rate
        const counts = is_billable && project.title !== 'Deleted' && project.title !== 'Billed'
        if (counts) rated.push({ minutes: BigInt(minutes), rate: rate == null ? undefined : exact(rate) })
      }
    }
    await post(`/v1/projects/${projects[0].id}/time-entries`, {})
    const archive = { company, body: { is_archived: true } }
    assert.equal((await app.call('PATCH', `/v1/projects/${projects[2].id}`, archive)).status, 200)
    assert.equal((await app.call('DELETE', `/v1/projects/${projects[3].id}`, { company })).status, 200)
    await post(`/v1/projects/${projects[4].id}/invoice`, {})

    const { unbilled } = await overviewOf(company)
    const total = (some: typeof rated) => some.reduce((all, one) => all + one.minutes, 0n)
    assert.equal(unbilled.minutes, Number(total(rated)))
    assert.equal(unbilled.minutes_without_rate, Number(total(rated.filter(({ rate }) => rate === undefined))))
    const worth = rated.reduce((all, { minutes, rate }) => all + minutes * (rate ?? 0n), 0n)
    // Cents, from millionths of a dollar times sixtieths of an hour; half a cent goes up.
    const divisor = 60n * 10_000n
    assert.equal(unbilled.amount, Number((worth * 2n + divisor) / (divisor * 2n)) / 100)
    assert.ok(unbilled.minutes_without_rate > 0 && unbilled.amount > 0)
  })

  test('200 with the projects under way that are over a budget, the farthest first, six at most, and how many there are', async () => {
    const make = async (title: string, budgets: object, minutes: number, more: object = {}) => {
      const project = await post('/v1/projects', { title, status: 'in_progress', hourly_rate: 60, ...budgets })
      const entry = { start_time: '2026-06-01T08:00:00Z', duration_minutes: minutes }
      await post(`/v1/projects/${project.id}/time-entries`, entry)
      await app.call('PATCH', `/v1/projects/${project.id}`, { company, body: more })
    }
    await make('just within', { budget_hours: 2.3, budget_amount: 138 }, 138)
    await make('a minute over', { budget_hours: 2.3 }, 139)
    await make('twice the money', { budget_hours: 100, budget_amount: 50 }, 100)
    await make('without budget', {}, 6000)
    await make('archived', { budget_hours: 1 }, 600, { is_archived: true })
    await make('completed', { budget_hours: 1 }, 600, { status: 'completed' })
    await make('cancelled', { budget_hours: 1 }, 600, { status: 'cancelled' })
    await make('a budget of nothing', { budget_hours: 0 }, 1)
    for (let count = 1; count <= 5; count++) await make(`over by ${count}`, { budget_hours: 10 }, 600 + count * 60)
    const { projects_over_budget } = await overviewOf(company)
    assert.equal(projects_over_budget.total, 8)
    assert.deepEqual(
      projects_over_budget.projects.map((one: Json) => one.title),
      ['a budget of nothing', 'twice the money', 'over by 5', 'over by 4', 'over by 3', 'over by 2'],
    )
    const [, money] = projects_over_budget.projects
    assert.deepEqual([money.total_hours, money.budget_hours, money.total_revenue, money.budget_amount], [1.67, 100, 100, 50])
  })

  test('200 without either while the module is off', async () => {
    const owner = await signedIn(app, 'owner')
    const path = `/dashboard/api/companies/${company}/modules`
    const turn = (is_enabled: boolean) => fromPage(app, owner.cookie, 'POST', path, { body: { module: 'projects', is_enabled } })
    assert.equal((await turn(false)).status, 200)
    const { unbilled, projects_over_budget } = await overviewOf(company)
    assert.deepEqual(unbilled, { minutes: 0, amount: 0, currency: 'USD', minutes_without_rate: 0 })
    assert.deepEqual(projects_over_budget, { total: 0, projects: [] })
    await turn(true)
    assert.equal((await overviewOf(company)).projects_over_budget.total, 8)
  })
})

describe('the sums that are kept', () => {
  test('are those that the migrations make of the rows, after all that was done', async () => {
    const kept = await readKeptSums(app)
    assert.deepEqual(kept, await remakeKeptSums(app))
    const names = [...new Set(kept.map(({ name }) => name))].sort()
    assert.deepEqual(names, ['drafts', 'open', 'paid', 'quotes_waiting', 'time', 'unbilled'])
  })
})

test('cancelling an invoice keeps the money that came in: the invoice, its payments and the home page say the same of it', async () => {
  const tenant = await app.addTenant()
  const scope = { key: tenant.keys.admin, company: tenant.company_id }
  const { cookie: own_cookie } = await signedIn(app, 'owner', tenant)
  const call = async (method: string, path: string, body?: object) =>
    (await app.call(method, path, { ...scope, ...(body ? { body } : {}) })).data
  const home = async () =>
    (await fromPage(app, own_cookie, 'GET', '/dashboard/api/overview', { company: tenant.company_id })).data.currencies[0]
      .paid_by_month
  const customer_id = (await call('POST', '/v1/customers', { name: 'C' })).id
  const items = [{ name: 'x', unit_price: 100 }]
  for (const pay of [
    (path: string) => call('POST', `${path}/payments`, { amount: 40 }),
    (path: string) => call('PATCH', path, { status: 'paid' }),
  ]) {
    const path = `/v1/invoices/${(await call('POST', '/v1/invoices', { customer_id, items })).id}`
    await call('PATCH', path, { status: 'sent' })
    await pay(path)
    const [paid, before_it] = [await call('GET', path), await home()]
    const cancelled = await call('PATCH', path, { status: 'cancelled' })
    assert.deepEqual([cancelled.status, cancelled.amount_paid, cancelled.amount_due], ['cancelled', paid.amount_paid, 0])
    const { payments } = await call('GET', `${path}/payments`)
    assert.equal(
      sum(
        payments.map(({ amount }: Json) => amount),
        'USD',
      ),
      paid.amount_paid,
    )
    const after_it = await home()
    assert.deepEqual(after_it, before_it)
    assert.ok(JSON.stringify(after_it.at(-1)).includes(String(paid.amount_paid)))
    for (const { id } of payments) await call('DELETE', `${path}/payments/${id}`)
    const undone = await call('GET', path)
    assert.deepEqual([undone.status, undone.amount_paid, undone.amount_due], ['cancelled', 0, 0])
  }
  assert.deepEqual(await readKeptSums(app), await remakeKeptSums(app))
})
