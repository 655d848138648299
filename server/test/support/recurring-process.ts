// A process that makes the invoices of recurring ones, over and over, by a clock that runs fast, until it is killed. Arguments: the settings of the
// database, and the clock as JSON.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { sweepRecurringInvoices } from '../../src/billing/recurring-invoices/sweep.ts'
import { openDatabase } from '../../src/engines/open.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { deliveryOf } from '../../src/record/mail/delivery.ts'
import type { MailParts } from '../../src/record/mail/service.ts'
import type { Database } from '../../src/sql/database.ts'
import { billableTime } from '../../src/work/time-entries/invoicing.ts'

/** A clock that shows `from_ms` at `since_ms` of the machine, runs so many times as fast, and stands still at `until_ms`. */
export interface FastClock {
  from_ms: number
  since_ms: number
  speed: number
  until_ms: number
}

/** What it shows. */
export const shownBy = ({ from_ms, since_ms, speed, until_ms }: FastClock) =>
  Math.min(until_ms, Math.floor(from_ms + (Date.now() - since_ms) * speed))

/** Mails are queued, and never sent: no job runs. */
const mail: MailParts = {
  from: 'billing@quoin.test',
  per_day: undefined,
  delivery: deliveryOf({ mailer: undefined, attachmentOf: undefined, clock: systemClock }),
  requireXml: async () => {},
}

/** Between two runs. */
const PAUSE_MS = 20

/** One run of the sweep at a moment. */
export const sweepAt = (database: Database, now_ms: number): Promise<number> =>
  sweepRecurringInvoices(
    database,
    { mail: () => mail, url: () => '', time: billableTime, log: pino({ level: 'silent' }) },
    now_ms,
  )

if (import.meta.main) {
  const [settings, clock] = process.argv.slice(2).map((text) => JSON.parse(text))
  const { database } = await openDatabase(settings, (error) => {
    throw error
  })
  process.stdout.write('running\n')
  for (;;) {
    await sweepAt(database, shownBy(clock))
    await sleep(PAUSE_MS)
  }
}
