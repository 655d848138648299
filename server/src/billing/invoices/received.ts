// What came in: the payments of all invoices of a company.
import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../http/context.ts'
import { cursorPage, refuseBothCursors } from '../../http/pagination.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { invalid } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { fromMinorSum } from '../../kernel/money.ts'
import type { Tx } from '../../sql/database.ts'
import { exportPage, type ReadExport } from '../../sql/export-page.ts'
import { presentPayment } from '../payments/schema.ts'
import { listBeyond, type PaymentOfCompanyRow, placeOfPayment, readPayments } from './payments-repository.ts'
import type { PaymentOfCompany, ReceivedSums, Sum } from './received-schema.ts'

const present = ({
  invoice_number,
  customer_id,
  customer_name,
  currency,
  ...payment
}: PaymentOfCompanyRow): PaymentOfCompany => ({
  ...presentPayment(payment, currency, currencyDigits(currency)),
  invoice_number,
  customer_id,
  customer_name,
})

/** Payments that came in on a day of a period, by the day: for exports. */
export const readPaymentsOfCompany: ReadExport<PaymentOfCompany> = async (tx, scope, after = [scope.from, '']) => {
  const { rows, after: next } = exportPage(await readPayments(tx, scope, after), ({ paid_at, id }) => [paid_at, id])
  return { rows: rows.map(present), after: next }
}

const FIRST_DAY = '0000-00-00'
const LAST_DAY = '9999-99-99'

export interface ReceivedQuery {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  customer_id?: string | undefined
  'paid[gte]'?: string | undefined
  'paid[lte]'?: string | undefined
}

/** Lists payments by cursor, the latest day first. Throws 400 for both cursors at once, and for one that names no payment of the company. */
export function listReceived(context: Context, query: ReceivedQuery) {
  return context.read(async (tx) => {
    const { limit, starting_after, ending_before, customer_id } = query
    refuseBothCursors(query)
    const is_newer = ending_before !== undefined
    const param = is_newer ? 'ending_before' : 'starting_after'
    const place = (await placeOf(tx, context, param, ending_before ?? starting_after)) ?? { paid_at: LAST_DAY, id: '' }
    const period = { from: query['paid[gte]'] ?? FIRST_DAY, to: query['paid[lte]'] ?? LAST_DAY }
    const page = { company_id: context.company_id, customer_id, is_newer, ...period, ...place, limit: limit + 1 }
    const { rows, pagination } = cursorPage(await listBeyond(tx, page), query)
    return { payments: rows.map(present), pagination }
  })
}

async function placeOf(tx: Tx, { company_id }: Context, param: string, id: string | undefined) {
  if (id === undefined) return undefined
  const place = isId('payment', id) ? await placeOfPayment(tx, company_id, id) : undefined
  if (!place) throw invalid(param, `${param} must be the id of a payment of this company`)
  return place
}

/** Payments that are added up at most: more take half a second. */
const MOST_ADDED_UP = 50_000
const MOST_SHOWN = 100

/**
 * Adds up what came in within a period, both days included (by default: this month so far): to the cent, by currency. The rows are read some at a
 * time; no sums by day, method and customer are kept, because each payment would write three more.
 */
export async function sumReceived(context: Context, period: { from?: string; to?: string }): Promise<ReceivedSums> {
  const to = period.to ?? context.today
  const from = period.from ?? `${to.slice(0, 8)}01`
  if (to < from) throw invalid('to', 'to must not be before from')
  const sums = { totals: new Sums(), by_day: new Sums(), by_method: new Sums(), by_customer: new Sums() }
  const scope = { company_id: context.company_id, from, to }
  let after: readonly string[] | undefined = [from, '']
  let count = 0
  while (after !== undefined && count < MOST_ADDED_UP) {
    const place: readonly string[] = after
    const page = await context.read(async (tx) =>
      exportPage(await readPayments(tx, scope, place), ({ paid_at, id }) => [paid_at, id]),
    )
    for (const row of page.rows) {
      const { currency, amount, paid_at, method, customer_id, customer_name } = row
      sums.totals.add(currency, '', '', amount)
      sums.by_day.add(currency, paid_at, paid_at, amount)
      sums.by_method.add(currency, method, method, amount)
      sums.by_customer.add(currency, customer_id, customer_name, amount)
    }
    count += page.rows.length
    after = page.after
    await setImmediate()
  }
  return {
    is_whole: after === undefined,
    totals: sums.totals.shown().map(({ currency, count, amount }) => ({ currency, count, amount })),
    by_day: sums.by_day.shown(),
    by_method: sums.by_method.largest(),
    by_customer: sums.by_customer.largest(),
  }
}

/** Amounts added up by currency and key, in minor units. */
class Sums {
  private readonly cells = new Map<string, { key: string; name: string; currency: string; count: number; amount: bigint }>()

  add(currency: string, key: string, name: string, amount: number): void {
    const place = `${currency}/${key}`
    const cell = this.cells.get(place)
    if (!cell) return void this.cells.set(place, { key, name, currency, count: 1, amount: BigInt(amount) })
    cell.count++
    cell.amount += BigInt(amount)
  }

  shown(): Sum[] {
    return [...this.cells.values()].map(({ amount, ...sum }) => ({
      ...sum,
      amount: fromMinorSum(amount, currencyDigits(sum.currency)),
    }))
  }

  /** Of each currency the largest; amounts of two currencies are not compared. */
  largest(): Sum[] {
    const by_currency = Map.groupBy(this.shown(), ({ currency }) => currency)
    return [...by_currency.values()].flatMap((sums) => sums.sort((a, b) => b.amount - a.amount).slice(0, MOST_SHOWN))
  }
}
