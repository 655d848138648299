// Servers that are killed while the clock of a sandbox runs through years: every period of a recurring invoice has exactly one invoice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE, queryFolder } from './support/engine.ts'
import { createChance } from './support/random.ts'
import {
  Client,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const IS_LONG = process.env['QUOIN_TEST_LONG'] !== undefined
const PROCESSES = ENGINE === 'postgres' ? 2 : 1
const PLANS = IS_LONG ? 1_000 : 12
const MONTHS = IS_LONG ? 60 : 4
const KILLS = IS_LONG ? (ENGINE === 'postgres' ? 100 : 30) : 1
const LONGEST_MS = IS_LONG ? 3 * 60 * 60_000 : 300_000
/** The mail server is not there, and not asked: a sandbox sends to nobody. */
const SETTINGS = { QUOIN_RATE_LIMIT: 'off', QUOIN_SMTP_URL: 'smtp://127.0.0.1:9?tls=off', QUOIN_MAIL_FROM: 'billing@quoin.test' }

interface Plan {
  id: string
  frequency: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  interval: number
  start_date: string
  occurrences: number | null
  auto_send: boolean
}

test(`${PLANS} recurring invoices, ${MONTHS} months, ${PROCESSES} process(es), ${KILLS} kills: each period has one invoice, in order, without a gap`, async () => {
  const folder = temporaryFolder()
  const setup = await setUpWithCli(folder.path, '--currency', 'EUR')
  const cli = async (...args: string[]) => JSON.parse((await runCli(folder.path, ...args, '--json')).stdout)
  const company = await cli('companies', 'create', '--organization', setup.organization_id, '--name', 'Box', '--sandbox')
  const { key } = await cli('keys', 'create', '--company', company.id, '--name', 'Box', '--level', 'admin')
  const of = `company_id=${company.id}`
  const servers: ServerProcess[] = []
  for (let index = 0; index < PROCESSES; index++) servers.push(await startServerProcess(folder.path, SETTINGS))
  const chance = createChance(7)
  try {
    const call = async (method: string, path: string, body?: object) => {
      const client = new Client(servers[0]!.url, key)
      try {
        const answer = await client.call(method, `/v1/${path}?${of}`, body)
        assert.ok(answer.status < 300, JSON.stringify(answer.body))
        return answer.body.data
      } finally {
        client.close()
      }
    }
    const { today } = await call('GET', 'sandbox')
    const customer_id = (await call('POST', 'customers', { name: 'C', contact_email: 'c@example.com' })).id
    const plans: Plan[] = []
    for (let index = 0; index < PLANS; index++) {
      const frequency = chance.pick(['weekly', 'monthly', 'monthly', 'monthly', 'quarterly', 'yearly'] as const)
      const start_date = Temporal.PlainDate.from(today)
        .add({ days: chance.whole(1, 60) })
        .toString()
      const occurrences = chance.next() < 0.2 ? chance.whole(1, 20) : null
      const schedule = { frequency, interval: chance.whole(1, 3), start_date, occurrences, auto_send: chance.next() < 0.1 }
      const items = [{ name: 'Retainer {month}', unit_price: 100 }]
      plans.push({ ...schedule, id: (await call('POST', 'recurring-invoices', { ...schedule, customer_id, items })).id })
    }

    const begun = performance.now()
    let killed = 0
    /** A clock that is always somewhere between two kills: they are spread over the days that are to come. */
    const last_day = Temporal.PlainDate.from(today).add({ months: MONTHS })
    const total_days = Temporal.PlainDate.from(today).until(last_day).days
    const clockOf = async () => {
      try {
        return await call('GET', 'sandbox')
      } catch {
        return undefined
      }
    }
    for (;;) {
      assert.ok(performance.now() - begun < LONGEST_MS, 'it takes too long')
      const clock = await clockOf()
      if (!clock) continue
      const days = Temporal.PlainDate.from(today).until(clock.today).days
      if (clock.advancing_to === null) {
        if (clock.today >= last_day.toString()) break
        await call('POST', 'sandbox/advance', { days: Math.min(366, total_days - days) })
      } else if (killed < KILLS && days >= (killed * total_days) / KILLS) {
        // In the midst of whatever it does.
        await sleep(chance.whole(0, 200))
        const index = chance.whole(0, servers.length - 1)
        await servers[index]!.end('SIGKILL')
        servers[index] = await startServerProcess(folder.path, SETTINGS)
        killed++
      } else await sleep(20)
    }
    assert.equal(killed, KILLS)
    await verify(folder.path, company.id, plans, (await call('GET', 'sandbox')).today)
  } finally {
    for (const server of servers) await server.end('SIGTERM')
    folder.remove()
  }
})

async function verify(folder: string, company_id: string, plans: readonly Plan[], today: string): Promise<void> {
  const rows: { id: string; recurring_invoice_id: string; issue_date: string; invoice_number: string; status: string }[] =
    await queryFolder(
      folder,
      `SELECT id, recurring_invoice_id, issue_date, invoice_number, status FROM invoices WHERE company_id = '${company_id}' ORDER BY issue_date, id`,
    )
  const made = Map.groupBy(rows, (row) => row.recurring_invoice_id)
  let count = 0
  for (const plan of plans) {
    const dates = datesOf(plan, today)
    const of_plan = made.get(plan.id) ?? []
    assert.deepEqual(
      of_plan.map(({ issue_date }) => issue_date),
      dates,
      JSON.stringify(plan),
    )
    // In order: of one year the later one has the higher number.
    const numbers = of_plan.map(({ invoice_number }) => invoice_number)
    assert.deepEqual(numbers, numbers.toSorted())
    for (const { status } of of_plan) assert.equal(status === 'draft', !plan.auto_send)
    count += dates.length
  }
  assert.equal(rows.length, count)
  for (const [year, of_year] of Map.groupBy(rows, ({ issue_date }) => issue_date.slice(0, 4))) {
    const numbers = of_year.map(({ invoice_number }) => invoice_number).toSorted()
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`),
    )
  }
  // One event and, of those that are sent, one mail each.
  const countOf = async (sql: string) => Number((await queryFolder(folder, sql))[0].count)
  const events = `FROM events WHERE company_id = '${company_id}' AND type = 'invoice.created'`
  assert.equal(await countOf(`SELECT count(*) AS count ${events}`), count)
  assert.equal(await countOf(`SELECT count(DISTINCT resource_id) AS count ${events}`), count)
  const sent = new Set(plans.filter(({ auto_send }) => auto_send).map(({ id }) => id))
  const mailed = rows.filter(({ recurring_invoice_id }) => sent.has(recurring_invoice_id)).length
  const mails = `FROM emails WHERE company_id = '${company_id}'`
  assert.equal(await countOf(`SELECT count(*) AS count ${mails}`), mailed)
  assert.equal(await countOf(`SELECT count(DISTINCT resource_id) AS count ${mails}`), mailed)
  assert.ok(mailed > 0 && count > plans.length)
}

/** The dates up to today, as Temporal counts them. */
function datesOf({ frequency, interval, start_date, occurrences }: Plan, today: string): string[] {
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
