// Recurring invoices of all kinds, and what must be there of them on a day: their dates are counted by Temporal, not by the code under test.
import assert from 'node:assert/strict'
import type { Chance } from './random.ts'

export interface MadePlan {
  id: string
  frequency: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  interval: number
  start_date: string
  occurrences: number | null
  auto_send: boolean
}

/** Makes so many by `make`, which gives the id; they begin within 60 days after `today`. */
export async function makePlans(
  chance: Chance,
  count: number,
  today: string,
  make: (body: object) => Promise<string>,
): Promise<MadePlan[]> {
  const plans: MadePlan[] = []
  for (let index = 0; index < count; index++) {
    const plan = {
      frequency: chance.pick(['weekly', 'monthly', 'monthly', 'monthly', 'quarterly', 'yearly'] as const),
      interval: chance.whole(1, 3),
      start_date: Temporal.PlainDate.from(today)
        .add({ days: chance.whole(1, 60) })
        .toString(),
      occurrences: chance.next() < 0.2 ? chance.whole(1, 20) : null,
      auto_send: index % 10 === 0,
    }
    plans.push({ ...plan, id: await make({ ...plan, items: [{ name: 'Retainer {month}', unit_price: 100 }] }) })
  }
  return plans
}

/**
 * Fails unless each plan of a company has one invoice for each of its dates up to `today`, the later with the higher number, no number is missing, and
 * each has one event and, if it is sent, one mail. `query` runs SQL. Gives how many there are.
 */
export async function verifyPlans(
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query
  query: (sql: string) => Promise<any[]>,
  company_id: string,
  plans: readonly MadePlan[],
  today: string,
): Promise<number> {
  const rows: { recurring_invoice_id: string; issue_date: string; invoice_number: string; status: string }[] = await query(
    `SELECT recurring_invoice_id, issue_date, invoice_number, status FROM invoices WHERE company_id = '${company_id}' ORDER BY issue_date, id`,
  )
  const made = Map.groupBy(rows, (row) => row.recurring_invoice_id)
  let count = 0
  let mailed = 0
  for (const plan of plans) {
    const dates = datesOf(plan, today)
    const of_plan = made.get(plan.id) ?? []
    assert.deepEqual(
      of_plan.map(({ issue_date }) => issue_date),
      dates,
      JSON.stringify(plan),
    )
    const numbers = of_plan.map(({ invoice_number }) => invoice_number)
    assert.deepEqual(numbers, numbers.toSorted())
    for (const { status } of of_plan) assert.equal(status === 'draft', !plan.auto_send)
    count += dates.length
    if (plan.auto_send) mailed += dates.length
  }
  assert.equal(rows.length, count)
  assert.ok(count > plans.length)
  for (const [year, of_year] of Map.groupBy(rows, ({ issue_date }) => issue_date.slice(0, 4))) {
    const numbers = of_year.map(({ invoice_number }) => invoice_number).toSorted()
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`),
    )
  }
  const countOf = async (sql: string) => Number((await query(sql))[0].count)
  const events = `FROM events WHERE company_id = '${company_id}' AND type = 'invoice.created'`
  assert.equal(await countOf(`SELECT count(*) AS count ${events}`), count)
  assert.equal(await countOf(`SELECT count(DISTINCT resource_id) AS count ${events}`), count)
  const mails = `FROM emails WHERE company_id = '${company_id}'`
  assert.equal(await countOf(`SELECT count(*) AS count ${mails}`), mailed)
  assert.equal(await countOf(`SELECT count(DISTINCT resource_id) AS count ${mails}`), mailed)
  return count
}

function datesOf({ frequency, interval, start_date, occurrences }: MadePlan, today: string): string[] {
  const unit = { weekly: 'weeks', monthly: 'months', quarterly: 'months', yearly: 'years' }[frequency]
  const step = interval * (frequency === 'quarterly' ? 3 : 1)
  const dates: string[] = []
  for (let index = 0; dates.length < (occurrences ?? Number.POSITIVE_INFINITY); index++) {
    const date = Temporal.PlainDate.from(start_date)
      .add({ [unit]: index * step })
      .toString()
    if (date > today) break
    dates.push(date)
  }
  return dates
}
