// The pending jobs of one company, for a clock that is moved: they are due by the clock of the machine.
import type { Clock } from '../kernel/clock.ts'
import type { CompanyId } from '../kernel/ids.ts'
import type { Tx, WriteTx } from '../sql/database.ts'
import { literals, statement } from '../sql/statement.ts'
import { JOBS_TOPIC } from './repository.ts'

const [PENDING, RUNNING] = literals('pending', 'running')

const findNext = statement<{ company_id: CompanyId; except: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select((eb) => ['state', eb.fn.min<number>('due_at_ms').as('due_at_ms')])
    .where('company_id', '=', p.company_id)
    .where('kind', '<>', p.except)
    .where('state', 'in', [PENDING!, RUNNING!])
    .groupBy('state'),
)

const move = statement<{ company_id: CompanyId; except: string; by_ms: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set((job) => ({ due_at_ms: job('due_at_ms', '-', p.by_ms), due_from_ms: job('due_from_ms', '-', p.by_ms) }))
    .where('company_id', '=', p.company_id)
    .where('kind', '<>', p.except)
    .where('state', '=', PENDING!),
)

/** The jobs of a company but those of the kind `except`. */
export const jobWaits = (clock: Clock, except: string) => ({
  /** Milliseconds until the next is due: 0 or less while one is, or runs; undefined: there is none. */
  async untilNext(tx: Tx, company_id: CompanyId): Promise<number | undefined> {
    const next = await findNext.all(tx, { company_id, except })
    if (next.some(({ state }) => state === 'running')) return 0
    return next[0] && next[0].due_at_ms - clock.now_ms()
  },
  /** Makes those that wait due earlier. */
  async bringForward(tx: WriteTx, company_id: CompanyId, by_ms: number): Promise<void> {
    move.post(tx, { company_id, except, by_ms })
    tx.notify(JOBS_TOPIC)
  },
})
