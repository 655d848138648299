// Reminders of a year in a sandbox, whose process is killed again and again while customers pay: each step goes out once at most, and never after
// the payment; of what is not paid every step goes out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeFolder, queryFolder } from './support/engine.ts'
import { createChance } from './support/random.ts'
import { Client, type ServerProcess, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

const IS_LONG = process.env['QUOIN_TEST_LONG'] !== undefined
const INVOICES = Number(process.env['QUOIN_TEST_INVOICES'] ?? (IS_LONG ? 10_000 : 60))
// On PostgreSQL another process waits for 15 s before it takes over what a killed one was at.
const KILLS = IS_LONG ? 50 : 3
/** From the first due date to the last. */
const DUE_WITHIN_DAYS = IS_LONG ? 300 : 30
const STEPS = [-3, 7, 30]
const DAYS = DUE_WITHIN_DAYS + 40
const WRITERS = 8
const LONGEST_MS = 1_800_000
/** A mail server that is not there: the mails of a sandbox that may go nowhere need none. */
const SETTINGS = {
  QUOIN_SMTP_URL: 'smtp://127.0.0.1:9?tls=off',
  QUOIN_MAIL_FROM: 'billing@quoin.test',
  QUOIN_MAIL_PER_DAY: '1000000',
  QUOIN_RATE_LIMIT: 'off',
}

const dateAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test(`${INVOICES} invoices over a year, with ${KILLS} kills: each step at most once, none after payment`, async (context) => {
  const random = createChance(7)
  const folder = temporaryFolder()
  const { company_id, api_key } = await setUpWithCli(folder.path)
  await changeFolder(folder.path, `UPDATE companies SET clock_ahead_ms = 0 WHERE id = '${company_id}'`)
  let server: ServerProcess
  let client: Client
  const start = async () => {
    server = await startServerProcess(folder.path, SETTINGS)
    client = new Client(server.url, api_key)
  }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await client.call(method, `${path}${path.includes('?') ? '&' : '?'}company_id=${company_id}`, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  await start()
  const reminders = STEPS.map((days) => ({ days, subject: `Step ${days}`, message: 'Please pay {amount}' }))
  await client!.call('PATCH', `/v1/companies/${company_id}`, { reminders })
  const customer = await call('POST', '/v1/customers', { name: 'Ada', contact_email: 'ada@example.com' })
  const ids: string[] = []
  await inParallel(INVOICES, async (index) => {
    const due_date = dateAfter(5 + (index % DUE_WITHIN_DAYS))
    const items = [{ name: 'Work', unit_price: 100 }]
    const { id } = await call('POST', '/v1/invoices', { customer_id: customer.id, due_date, items })
    await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
    ids.push(id)
  })

  const begun = performance.now()
  const unpaid = new Set(ids)
  /** Some customers pay, or may have: a request that was cut off is in doubt. */
  const pay = async () => {
    for (const id of [...unpaid]) {
      if (random.whole(0, IS_LONG ? 199 : 19) !== 0) continue
      unpaid.delete(id)
      await call('POST', `/v1/invoices/${id}/payments`, { amount: 100 }).catch(() => {})
    }
  }
  let kills = 0
  let day = 0
  try {
    while (day < DAYS) {
      const { advancing_to } = await call('GET', '/v1/sandbox')
      if (advancing_to === null) {
        day = Math.min(day + 7, DAYS)
        await call('POST', '/v1/sandbox/advance', { days: 7 })
      }
      // Chance may leave too few weeks for the kills that are left: then each has one.
      const weeks_left = Math.ceil((DAYS - day) / 7) + 1
      const is_kill = kills < KILLS && (weeks_left <= KILLS - kills || random.whole(0, Math.ceil(DAYS / 7 / KILLS)) === 0)
      const paying = pay()
      if (is_kill) {
        await sleep(random.whole(0, 300))
        await server!.end('SIGKILL')
        kills++
        await paying
        client!.close()
        await start()
      } else await paying
      while ((await call('GET', '/v1/sandbox')).advancing_to !== null && !(kills < KILLS && random.whole(0, 20) === 0)) {
        assert.ok(performance.now() - begun < LONGEST_MS, 'waited too long')
        await sleep(50)
      }
    }
    while ((await call('GET', '/v1/sandbox')).advancing_to !== null) await sleep(50)
    while ((await call('GET', '/v1/emails?status=queued&limit=1')).emails.length > 0) await sleep(50)
  } finally {
    client!.close()
    await server!.end('SIGTERM')
  }

  const mails = await queryFolder(folder.path, "SELECT resource_id, subject, status FROM emails WHERE kind = 'reminder'")
  const keys = mails.map(({ resource_id, subject }) => `${resource_id} ${subject}`)
  assert.equal(new Set(keys).size, keys.length, 'a step of an invoice has two mails')
  const rows = await queryFolder(folder.path, "SELECT invoice_id, days, email_id FROM invoice_reminders WHERE state = 'sent'")
  assert.equal(rows.length, mails.length)
  const events = await queryFolder(
    folder.path,
    "SELECT type, resource_id FROM events WHERE type IN ('invoice.reminded', 'invoice.paid') ORDER BY id",
  )
  const paid = new Set<unknown>()
  let reminded = 0
  for (const { type, resource_id } of events) {
    if (type === 'invoice.paid') paid.add(resource_id)
    else {
      reminded++
      assert.ok(!paid.has(resource_id), `${resource_id} was reminded after it was paid`)
    }
  }
  assert.equal(reminded, mails.length)
  // What was not paid, surely: every step went out, since the clock stops at each day.
  const of_open = ids.filter((id) => !paid.has(id)).flatMap((id) => STEPS.map((days) => `${id} Step ${days}`))
  const known = new Set(keys)
  assert.deepEqual(
    of_open.filter((key) => !known.has(key)),
    [],
  )
  assert.ok(paid.size > 0 && of_open.length > 0)
  const by_status = Object.entries(Object.groupBy(mails, ({ status }) => String(status))).map(
    ([name, all]) => `${all!.length} ${name}`,
  )
  context.diagnostic(
    `${kills} kills; ${mails.length} mails (${by_status.join(', ')}); ${paid.size} invoices paid; ${Math.round((performance.now() - begun) / 1000)} s`,
  )
  assert.equal(kills, KILLS)
  folder.remove()
})

/** Does something `count` times, a few at once. */
async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (next < count) await work(next++)
    }),
  )
}
