// Random plans, pauses, changes and days in two processes that sweep at once and restart, beside a plain second telling of the rules: each period
// has exactly one invoice, in order, and no number is missing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createChance } from '../../../test/support/random.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const IS_LONG = process.env['QUOIN_TEST_LONG'] !== undefined
const STEPS = IS_LONG ? 1_500 : 150
const MOST_PLANS = IS_LONG ? 40 : 12
const PATH = '/v1/recurring-invoices'

let app: TestApp
let other: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  other = await startTestApp({ beside: app, currency: 'EUR' })
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
})
after(async () => {
  await other.close()
  await app.close()
})

/** A plan as the model has it: counted day by day with Temporal, and not with the code under test. */
interface Model {
  frequency: string
  interval: number
  start: Temporal.PlainDate
  end: string | null
  occurrences: number | null
  status: string
  from: string
  price: number
  made: { date: string; price: number }[]
}

const dateAt = ({ frequency, interval, start }: Model, index: number): string => {
  const unit = { weekly: 'weeks', monthly: 'months', quarterly: 'months', yearly: 'years' }[frequency]!
  return start.add({ [unit]: index * interval * (frequency === 'quarterly' ? 3 : 1) }).toString()
}

function nextOf(model: Model): string | null {
  if (model.occurrences !== null && model.made.length >= model.occurrences) return null
  for (let index = 0; ; index++) {
    const date = dateAt(model, index)
    if (date < model.from) continue
    return model.end !== null && date > model.end ? null : date
  }
}

const dayAfter = (date: string, days = 1) => Temporal.PlainDate.from(date).add({ days }).toString()

/** What `runs` sweeps of a day make. */
function sweepModel(model: Model, today: string, runs: number): void {
  for (let count = 0; count < runs * 12 && model.status === 'active'; count++) {
    const date = nextOf(model)
    if (date === null || date > today) return
    model.made.push({ date, price: model.price })
    model.from = dayAfter(date)
    if (nextOf(model) === null) model.status = 'ended'
  }
}

for (const seed of IS_LONG ? [1, 2, 3, 4] : [1]) {
  test(`walk ${seed}: every period has exactly one invoice, in order, without a gap in the numbers`, async () => {
    const { data } = await app.call('GET', PATH, { query: { limit: '100' } })
    for (const { id } of data.recurring_invoices) await app.call('DELETE', `${PATH}/${id}`)
    const { next: random, pick } = createChance(seed)
    const plans = new Map<string, Model>()
    let today = new Date(app.now_ms()).toISOString().slice(0, 10)

    const sweepBoth = async () => {
      const runs = await Promise.allSettled([app.sweep(), other.sweep(), ...(random() < 0.3 ? [app.sweep()] : [])])
      for (const run of runs) if (run.status === 'rejected') throw run.reason
      // A run makes 12 invoices of a plan at most.
      const query = { status: 'active', sort: 'next_date', limit: '1' }
      for (;;) {
        const [first] = (await app.call('GET', PATH, { query })).data.recurring_invoices
        if (!first || first.next_date > today) break
        await app.sweep()
      }
      for (const model of plans.values()) sweepModel(model, today, 100)
    }
    const change = async (id: string, model: Model, body: Record<string, unknown>, apply: () => void) => {
      const { status, text, data } = await app.call('PATCH', `${PATH}/${id}`, { body })
      const before = { ...model }
      apply()
      if (status >= 400) Object.assign(model, before)
      assert.ok(status === 200 || status === 409 || status === 400, text)
      if (status === 200) {
        model.status = data.status
        assert.equal(data.next_date, model.status === 'ended' ? null : nextOf(model))
      }
    }

    for (let step = 0; step < STEPS; step++) {
      const chosen = pick([...plans.keys(), undefined])
      const model = chosen === undefined ? undefined : plans.get(chosen)
      const action = random()
      if (!model || !chosen) {
        if (plans.size >= MOST_PLANS) continue
        const start = dayAfter(today, Math.floor(random() * 90) - 60)
        const ends = random()
        const occurrences = ends < 0.2 ? 1 + Math.floor(random() * 8) : null
        const end_date = ends > 0.8 ? dayAfter(start, Math.floor(random() * 400)) : null
        const made = { frequency: pick(['weekly', 'monthly', 'quarterly', 'yearly']), interval: 1 + Math.floor(random() * 3) }
        const price = 1 + Math.floor(random() * 100)
        const items = [{ name: 'L', unit_price: price }]
        const body = { customer_id, ...made, start_date: start, occurrences, end_date, items }
        const { status, text, data } = await app.call('POST', PATH, { body })
        assert.equal(status, 201, text)
        const first = { start: Temporal.PlainDate.from(start), end: end_date, occurrences, from: start, price }
        plans.set(data.id, { ...made, ...first, status: 'active', made: [] })
      } else if (action < 0.4) {
        today = dayAfter(today, Math.floor(random() ** 3 * 60))
        for (const one of [app, other]) one.setClock(`${today}T${pick(['00:00', '11:15', '23:45'])}:00.000Z`)
        await sweepBoth()
      } else if (action < 0.5) {
        await change(chosen, model, { status: 'paused' }, () => {})
      } else if (action < 0.65) {
        await change(chosen, model, { status: 'active' }, () => {
          if (model.status !== 'active' && model.from < today) model.from = today
        })
      } else if (action < 0.7) {
        await change(chosen, model, { status: 'ended' }, () => {})
      } else if (action < 0.85) {
        const price = 1 + Math.floor(random() * 100)
        await change(chosen, model, { items: [{ name: 'L', unit_price: price }] }, () => {
          model.price = price
        })
      } else if (action < 0.95) {
        const frequency = pick(['weekly', 'monthly', 'quarterly'])
        await change(chosen, model, { frequency }, () => {
          model.frequency = frequency
        })
      } else {
        await other.close()
        other = await startTestApp({ beside: app, currency: 'EUR' })
        other.setClock(new Date(app.now_ms()).toISOString())
      }
    }
    today = dayAfter(today, 30)
    for (const one of [app, other]) one.setClock(`${today}T12:00:00.000Z`)
    await sweepBoth()

    let count = 0
    for (const [id, model] of plans) {
      const { invoices, pagination } = (await app.call('GET', `${PATH}/${id}/invoices`, { query: { limit: '100' } })).data
      const made = invoices
        .toReversed()
        .map((one: { issue_date: string; total: number }) => ({ date: one.issue_date, price: one.total }))
      assert.ok(pagination.total <= 100)
      assert.deepEqual(made, model.made, JSON.stringify({ ...model, made: undefined }))
      count += made.length
    }
    assert.ok(count > STEPS / 5, `${count} invoices`)
    const numbers = new Map<string, number[]>()
    for (let offset = 0; ; offset += 100) {
      const { invoices } = (await app.call('GET', '/v1/invoices', { query: { limit: '100', offset: String(offset) } })).data
      for (const { invoice_number } of invoices) {
        const [, year, number] = invoice_number.split('-')
        numbers.set(year, [...(numbers.get(year) ?? []), Number(number)])
      }
      if (invoices.length < 100) break
    }
    for (const [year, found] of numbers) {
      const sorted = found.sort((a, b) => a - b)
      assert.deepEqual(
        sorted,
        sorted.map((_, index) => index + 1),
        `the numbers of ${year}`,
      )
    }
  })
}
