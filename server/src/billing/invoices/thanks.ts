// Thanks by mail for the payment that pays an invoice: asked for with the payment, done by the room of reminders.
import { Type } from 'typebox'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { nameJob } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Minor } from '../../kernel/money.ts'
import type { WriteTx } from '../../sql/database.ts'
import type { InvoiceRecord } from './schema.ts'

/** The job that thanks for a payment of `amount`, in minor units. */
export const thanksJob = nameJob('invoices.thanks', Type.Object({ invoice_id: Type.String(), amount: Type.Integer() }))

/** Asks for thanks, if the company sends any and the payment of `amount` has paid the invoice; in the transaction of the payment. */
export async function thankFor(tx: WriteTx, context: Context, after: InvoiceRecord, amount: Minor): Promise<void> {
  if (after.status !== 'paid') return
  const { send_thanks } = await getCompany(tx, after.company_id)
  if (!send_thanks) return
  const payload = { invoice_id: after.id, amount }
  await enqueue(tx, { kind: thanksJob, company_id: after.company_id, payload, unique_key: after.id }, context.real_ms)
}
