// A process that runs jobs until it is killed: a kind that counts in the transaction in which it is done, slowly. Run by jobs-crash.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Type } from 'typebox'
import { type DatabaseSettings, openDatabase } from '../../src/engines/open.ts'
import { defineJob } from '../../src/jobs/job-kind.ts'
import { createJobRunner } from '../../src/jobs/runner.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CompanyId } from '../../src/kernel/ids.ts'
import { statement } from '../../src/sql/statement.ts'

/** A row for each effect: a second one of the same job adds to it. */
const addEffect = statement<{ kind: string; company_id: CompanyId }>()((db, p) =>
  db
    .insertInto('number_counters')
    .values({ company_id: p.company_id, kind: p.kind, year: '2026', last_number: 1 })
    .onConflict((old) =>
      old
        .columns(['company_id', 'kind', 'year'])
        .doUpdateSet((one) => ({ last_number: one('number_counters.last_number', '+', 1) })),
    ),
)

/** Takes effect once, in between which and its end there is time for a kill. */
export const countSlowly = defineJob({
  kind: 'test.crash',
  schema: Type.Object({ name: Type.String() }),
  async change(tx, { company_id, payload }) {
    await addEffect.run(tx, { company_id: company_id!, kind: payload.name })
    await sleep(4)
  },
})

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2]!) as DatabaseSettings
  const { database } = await openDatabase(settings, (error) => {
    throw error
  })
  const log = pino({ level: 'silent' })
  // What a run of mine before this one left counts as gone soon, and not after 15 s.
  const timing = { beat_ms: 20, gone_after_ms: 200 }
  createJobRunner({ database, clock: systemClock, log, kinds: [countSlowly], timing }).start()
  process.stdout.write('started\n')
}
