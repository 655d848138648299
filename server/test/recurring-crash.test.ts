// Servers that are killed while the clock of a sandbox runs through years: every period of a recurring invoice has exactly one invoice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE, queryFolder } from './support/engine.ts'
import { createChance } from './support/random.ts'
import { makePlans, verifyPlans } from './support/recurring-plans.ts'
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
const PLANS = IS_LONG ? 100 : 12
const MONTHS = IS_LONG ? 12 : 4
/** A job that is killed often waits long: recurring-kills.test.ts has the many. */
const KILLS = IS_LONG ? 2 : 1
const LONGEST_MS = 300_000
/** The mail server is not there, and not asked: a sandbox sends to nobody. */
const SETTINGS = { QUOIN_RATE_LIMIT: 'off', QUOIN_SMTP_URL: 'smtp://127.0.0.1:9?tls=off', QUOIN_MAIL_FROM: 'billing@quoin.test' }

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
    const plans = await makePlans(chance, PLANS, today, async (body) => {
      const made = await call('POST', 'recurring-invoices', { ...body, customer_id })
      return made.id
    })

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
    const query = (sql: string) => queryFolder(folder.path, sql)
    await verifyPlans(query, company.id, plans, (await call('GET', 'sandbox')).today)
  } finally {
    for (const server of servers) await server.end('SIGTERM')
    folder.remove()
  }
})
