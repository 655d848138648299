// Processes that are killed while they make the invoices of recurring ones through simulated years: every period has exactly one invoice.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ENGINE } from './support/engine.ts'
import { createChance } from './support/random.ts'
import { makePlans, verifyPlans } from './support/recurring-plans.ts'
import { type FastClock, sweepAt } from './support/recurring-process.ts'
import { START, startTestApp } from './support/test-app.ts'

const IS_LONG = process.env['QUOIN_TEST_LONG'] !== undefined
/** SQLite has one at a time; two after a kill, for a moment. */
const PROCESSES = ENGINE === 'postgres' ? 2 : 1
const PLANS = IS_LONG ? 1_000 : 12
const YEARS = IS_LONG ? 5 : 1
const KILLS = IS_LONG ? (ENGINE === 'postgres' ? 100 : 30) : 2
/** Of the machine, for all of the years; what is not done by then is caught up afterwards. */
const LASTS_MS = IS_LONG ? KILLS * 3_000 : 3_000
const PROGRAM = fileURLToPath(new URL('support/recurring-process.ts', import.meta.url))

test(`${PLANS} plans, ${YEARS} years, ${PROCESSES} process(es), ${KILLS} kills: each period has one invoice, in order, without a gap`, {
  timeout: 60 * 60_000,
}, async () => {
  const app = await startTestApp({ currency: 'EUR' })
  const chance = createChance(11)
  const customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C', contact_email: 'c@example.com' } })).data.id
  const today = START.slice(0, 10)
  const plans = await makePlans(chance, PLANS, today, async (body) => {
    const made = await app.call('POST', '/v1/recurring-invoices', { body: { ...body, customer_id } })
    assert.equal(made.status, 201, made.text)
    return made.data.id
  })
  const until = Temporal.PlainDate.from(today).add({ years: YEARS })
  const until_ms = Date.parse(`${until}T12:00:00Z`)
  const from_ms = Date.parse(START)
  const clock: FastClock = { from_ms, since_ms: Date.now(), speed: (until_ms - from_ms) / LASTS_MS, until_ms }
  const children: ChildProcess[] = []
  const start = async () => {
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(app.settings), JSON.stringify(clock)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout!, 'data')
    return child
  }
  try {
    for (let index = 0; index < PROCESSES; index++) children.push(await start())
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(chance.whole(0, (1.2 * LASTS_MS) / KILLS))
      const index = chance.whole(0, children.length - 1)
      assert.equal(children[index]!.exitCode, null, 'a process has ended by itself')
      children[index]!.kill('SIGKILL')
      children[index] = await start()
    }
    // What is left, in three at once.
    while ((await Promise.all([0, 1, 2].map(() => sweepAt(app.database, until_ms)))).some((made) => made > 0));
  } finally {
    for (const child of children) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
  const query = (sql: string) =>
    app.database.read(async (tx) => (await tx.execute({ sql, returns_rows: true }, [])).rows as object[])
  const made = await verifyPlans(query, app.tenant.company_id, plans, until.toString())
  if (IS_LONG) console.log(`${made} invoices`)
  await app.close()
})
