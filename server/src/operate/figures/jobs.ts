// Drift of kept figures: a write that meets it says so, each company is checked about once a week, and a job repairs what differs.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listCompanyIds } from '../../access/companies/repository.ts'
import type { Difference } from '../../figures/check.ts'
import { type Drift, readDrift } from '../../figures/drift.ts'
import { rebuildCompany, verifyCompany } from '../../figures/rebuild.ts'
import type { Pause } from '../../figures/rows.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { sha256 } from '../../kernel/crypto.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { Telling } from '../../kernel/telling.ts'
import type { Database } from '../../sql/database.ts'
import { ALL_CHECKS } from './checks.ts'

const HOUR_MS = 60 * 60 * 1000
/** Hours between two checks of a company: a week less one, so that no company is always due in an hour in which the server is off. */
const CYCLE = 7 * 24 - 1
/** Figures that the result of a job names. */
const MOST_NAMED = 10
/** While a company is repaired no second job of it is made. */
const UNIQUE_KEY = 'rebuild'

/** Repairs the figures of its company. */
export const rebuildFigures = defineJob({
  kind: 'figures.rebuild',
  concurrency: 1,
  async run({ database, company_id, signal }) {
    const repaired = await rebuildCompany(database, ALL_CHECKS, company_id!, restingPause(signal))
    return { mended: repaired.length, figures: repaired.slice(0, MOST_NAMED).map(nameOf) }
  },
})

/** Checks the companies that are due in this hour. */
export const verifyFigures = (onDrift: (drift: Drift) => Promise<void>) =>
  defineJob({
    kind: 'figures.verify',
    every: 'hour',
    concurrency: 1,
    async run({ database, now_ms, signal }) {
      const hour = Math.floor(now_ms / HOUR_MS) % CYCLE
      const pause = restingPause(signal)
      const due = (await listCompanyIds(database)).filter((id) => hourOf(id) === hour)
      let differing = 0
      for (const company_id of due) {
        const [first] = await verifyCompany(database, ALL_CHECKS, company_id, pause)
        if (!first) continue
        differing++
        await onDrift(first)
      }
      return { checked: due.length, differing }
    },
  })

/** Makes what a report of drift calls for: a job that repairs the company, and one line in the log for each such job. */
export function driftMender({ database, clock, log }: { database: Database; clock: Clock; log: Logger }) {
  return async ({ company_id, figure, cell }: Drift): Promise<void> => {
    const job = { kind: rebuildFigures, company_id, payload: null, unique_key: UNIQUE_KEY }
    const id = await database.write((tx) => enqueue(tx, job, clock.now_ms()), company_id)
    if (id) log.warn({ company_id, figure, cell, job: id }, 'a kept figure differs from its rows; a job repairs it')
  }
}

/** Has what writes say about drift repaired. Gives the function that ends it. */
export function followDrift(database: Database, log: Logger, onDrift: (drift: Drift) => Promise<void>): () => void {
  const telling = new Telling()
  const tell = (drift: Drift, error: unknown) => {
    const failures = telling.count('no job', performance.now())
    if (failures > 0) log.error({ err: error, ...drift, failures }, 'no job could be made that repairs kept figures')
  }
  return database.onNotify((topics) => {
    for (const topic of topics) {
      const drift = readDrift(topic)
      if (drift) onDrift(drift).catch((error) => tell(drift, error))
    }
  })
}

const nameOf = ({ figure, cell, kept, real }: Difference) => `${figure} ${cell}: ${kept}, not ${real}`

const hourOf = (id: CompanyId) => Number.parseInt(sha256(id).slice(0, 8), 16) % CYCLE

/** Rests as long as the work before it took, so that it takes half of a processor at most, and ends with its job. */
function restingPause(signal: AbortSignal): Pause {
  let worked_from = performance.now()
  return async () => {
    await sleep(performance.now() - worked_from, undefined, { signal })
    worked_from = performance.now()
  }
}
