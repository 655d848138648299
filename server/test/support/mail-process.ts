// A process that sends queued mails until it is killed. Run by mail-crash.test.ts.
import { pino } from 'pino'
import { type DatabaseSettings, openDatabase } from '../../src/engines/open.ts'
import { createJobRunner } from '../../src/jobs/runner.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { deliveryOf } from '../../src/record/mail/delivery.ts'
import { createMailer, type MailerSettings } from '../../src/record/mail/mailer.ts'

const [settings, mail] = process.argv.slice(2).map((text) => JSON.parse(text)) as [DatabaseSettings, MailerSettings]
const { database } = await openDatabase(settings, (error) => {
  throw error
})
const log = pino({ level: 'silent' })
const kinds = [deliveryOf({ mailer: createMailer(mail), attachmentOf: undefined, clock: systemClock })]
// What a run before this one left counts as gone soon, and not after 15 s.
createJobRunner({ database, clock: systemClock, log, kinds, timing: { beat_ms: 20, gone_after_ms: 400 } }).start()
