// Statements of customers: read on one snapshot, so that their balances agree.
import type { Context } from '../../http/context.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import { listMovements, listOpenByDate, sumsBefore } from './repository.ts'
import { type Ageing, ENTRY_KINDS, type Statement } from './schema.ts'
import { ageingOf, statementOf } from './statement.ts'

/** Entries that a statement has at most. */
export const MOST_ENTRIES = 100_000
/** Before any day. */
const FIRST_DAY = '0001-01-01'

/** A period: of everything up to `to` without a `from`, and up to today without a `to`. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** The statement of a customer. Throws 404, and 400 for a period that ends before it begins or has too many entries. */
export function getStatement(context: Context, id: string, period: Period): Promise<Statement> {
  return context.read((tx) => statementIn(tx, context, id, period))
}

/** The same on a snapshot that is there already. */
export async function statementIn(
  tx: Tx,
  { company_id, today }: Pick<Context, 'company_id' | 'today'>,
  id: string,
  { from, to = today }: Period,
): Promise<Statement> {
  const customer = await loadCustomer(tx, company_id, id)
  if (from !== undefined && to < from) throw invalid('to', `to must not be before from, ${from}`)
  const params = { company_id, customer_id: customer.id, from: from ?? FIRST_DAY, to, limit: MOST_ENTRIES + 1 }
  const openings = from === undefined ? [] : await Promise.all(ENTRY_KINDS.map((kind) => sumsBefore(tx, kind, params)))
  const movements = (await Promise.all(ENTRY_KINDS.map((kind) => listMovements(tx, kind, params)))).flat()
  if (movements.length > MOST_ENTRIES)
    throw invalid(
      'from',
      `The statement would have more than ${MOST_ENTRIES.toLocaleString('en')} entries: choose a shorter period`,
    )
  return statementOf({ customer_id: customer.id, from: from ?? null, to }, openings.flat(), movements)
}

/** What a customer owes by how long it has been due. Throws 404. */
export function getAgeing(context: Context, id: string): Promise<Ageing> {
  return context.read(async (tx) => {
    const customer = await loadCustomer(tx, context.company_id, id)
    return ageingOf(await listOpenByDate(tx, context.company_id, customer.id), context.today)
  })
}

async function loadCustomer(tx: Tx, company_id: CompanyId, id: string) {
  const customer = isId('customer', id) ? await findCustomerNow(tx, company_id, id) : undefined
  if (!customer) throw notFound()
  return customer
}
