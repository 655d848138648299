// The time zone of the machine is no part of any answer: dates are calendar dates, moments are UTC, and "today" is the UTC day.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ENGINE } from './support/engine.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const ROOT = dirname(dirname(import.meta.dirname))
/** The earliest zone, a late one with summer time, the one of the tests with summer time, and none. */
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin', 'UTC']
/**
 * Those of processes that run other tests. What an engine adds is how its driver reads rows, for which one zone
 * is enough.
 */
const ZONES_OF_PROCESSES = ENGINE === 'postgres' ? ['America/Los_Angeles'] : ['Pacific/Kiritimati', 'America/Los_Angeles']

/** Where rules of dates are tested: calendar dates, overdue and expiry, elapsed time. */
const FILES = [
  'server/src/kernel/dates.test.ts',
  'server/src/billing/invoices/routes.test.ts',
  'server/src/billing/quotes/routes.test.ts',
  'server/src/work/time-entries/!(dashboard-)*.test.ts',
]
/** Names of the tests of calendar dates, overdue and expiry, elapsed time, and of the comparisons with `Temporal` and `Date`, which know zones. */
const NAMES =
  '/impossible dates|day that does not exist|YYYY-MM-DD|30 days|UTC day|due date|overdue|expires|elapsed|begins? in the future|bound of created|Temporal|timestamp/'

/** A run that hangs is ended, and fails. */
const LONGEST_RUN_MS = 240_000

interface Run {
  code: number | null
  passed: number
  failed: number
  output: string
}

function runIn(zone: string): Promise<Run> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', '--test-isolation=none', '--test-reporter=tap', `--test-name-pattern=${NAMES}`, ...FILES]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, TZ: zone },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_RUN_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const countOf = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? Number.NaN)
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, passed: countOf('pass'), failed: countOf('fail'), output }))
  })
}

describe('the tests of dates', () => {
  let runs: Run[]
  before(async () => {
    runs = await Promise.all(ZONES_OF_PROCESSES.map(runIn))
  })

  for (const [index, zone] of ZONES_OF_PROCESSES.entries()) {
    test(`pass with TZ=${zone}`, () => {
      const { code, passed, failed, output } = runs[index]!
      assert.deepEqual([code, failed], [0, 0], output.slice(-5000))
      assert.ok(passed >= 15, `only ${passed} tests were run`)
      assert.equal(passed, runs[0]!.passed)
    })
  }
})

describe('in the zone of the process', () => {
  const zone_before = process.env['TZ']
  let app: TestApp
  let customer_id: string
  before(async () => {
    app = await startTestApp()
    customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
  })
  after(async () => {
    if (zone_before === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone_before
    await app.close()
  })

  for (const zone of [...ZONES, 'Pacific/Auckland']) {
    test(`dates stay through three rounds of PATCH and GET with TZ=${zone}`, async () => {
      process.env['TZ'] = zone
      const offset = zone === 'UTC' ? 0 : new Date('2026-03-01T00:00:00Z').getTimezoneOffset()
      assert.equal(offset === 0, zone === 'UTC', 'the zone of the process has changed')
      const body = { customer_id, issue_date: '2026-03-01' }
      for (const [path, term] of [
        ['/v1/invoices', 'due_date'],
        ['/v1/quotes', 'valid_until'],
      ] as const) {
        const { id } = (await app.call('POST', path, { body })).data
        for (const notes of ['a', 'b', 'c']) {
          const changed = (await app.call('PATCH', `${path}/${id}`, { body: { notes } })).data
          const shown = (await app.call('GET', `${path}/${id}`)).data
          for (const document of [changed, shown]) {
            assert.deepEqual([document.issue_date, document[term], document.notes], ['2026-03-01', '2026-03-31', notes])
          }
        }
      }
    })

    test(`today is the UTC day with TZ=${zone}, at both ends of it`, async () => {
      process.env['TZ'] = zone
      for (const [clock, today, term] of [
        ['2026-12-31T00:00:00.000Z', '2026-12-31', '2027-01-30'],
        ['2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-30'],
        ['2027-01-01T00:00:00.000Z', '2027-01-01', '2027-01-31'],
      ] as const) {
        app.setClock(clock)
        const { data } = await app.call('POST', '/v1/invoices', { body: { customer_id } })
        assert.deepEqual([data.issue_date, data.due_date, data.created_at], [today, term, clock])
        assert.match(data.invoice_number, new RegExp(`^INV-${today.slice(0, 4)}-`))
      }
    })

    test(`an invoice becomes overdue at the end of its UTC day with TZ=${zone}`, async () => {
      process.env['TZ'] = zone
      const body = { customer_id, issue_date: '2026-05-01', due_date: '2026-05-10', items: [{ name: 'x', unit_price: 1 }] }
      const { id } = (await app.call('POST', '/v1/invoices', { body })).data
      await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
      const statusAt = async (clock: string) => {
        app.setClock(clock)
        await app.sweep()
        return (await app.call('GET', `/v1/invoices/${id}`)).data.status
      }
      assert.equal(await statusAt('2026-05-10T23:59:59.999Z'), 'sent')
      assert.equal(await statusAt('2026-05-11T00:00:00.000Z'), 'overdue')
    })
  }

  test('elapsed time is not what local clocks say, in a night when summer time ends', async () => {
    process.env['TZ'] = 'Europe/Berlin'
    assert.equal(new Date('2026-10-25T00:30:00Z').getHours(), 2)
    assert.equal(new Date('2026-10-25T02:15:00Z').getHours(), 3)
    const project = (await app.call('POST', '/v1/projects', { body: { title: 'Night' } })).data.id
    const body = { start_time: '2026-10-25T00:30:00Z', end_time: '2026-10-25T02:15:00Z' }
    const { data } = await app.call('POST', `/v1/projects/${project}/time-entries`, { body })
    assert.deepEqual([data.duration_minutes, data.start_time], [105, '2026-10-25T00:30:00.000Z'])
    const local = { start_time: '2026-10-25T02:30:00+02:00', end_time: '2026-10-25T03:15:00+01:00' }
    assert.equal((await app.call('POST', `/v1/projects/${project}/time-entries`, { body: local })).data.duration_minutes, 105)
  })
})
