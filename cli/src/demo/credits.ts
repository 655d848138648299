// Sample credit notes, with their mails and refunds.
import { issuedCreditNotes } from '../../../server/src/billing/credit-notes/issued.ts'
import type { CreateCreditNote, CreditNote } from '../../../server/src/billing/credit-notes/schema.ts'
import { createCreditNote, recordRefund } from '../../../server/src/billing/credit-notes/service.ts'
import type { Invoice } from '../../../server/src/billing/invoices/schema.ts'
import type { Context } from '../../../server/src/http/context.ts'
import type { MailParts } from '../../../server/src/record/mail/service.ts'
import { freeCreditedTime } from '../../../server/src/work/time-entries/invoicing.ts'
import type { Happening } from './fill.ts'

const REFUND_AFTER_DAYS = 4

/** The invoice of a credit note, once it is made, and what happens so many days after it. */
interface Scope {
  invoice(): Invoice
  later(days: number, run: (context: Context) => Promise<unknown>): Happening
  mail: MailParts
}

/** All of an invoice is taken back. */
export const planWholeCredit = (scope: Scope, days: number): Happening[] =>
  planCredit(scope, days, ({ id }) => ({ invoice_id: id, reason: 'Ordered twice by mistake' }))

/** One of the first thing on an invoice is taken back. */
export const planPartlyCredit = (scope: Scope, days: number): Happening[] =>
  planCredit(scope, days, ({ id, items: [first] }) => ({
    invoice_id: id,
    items: [{ item_id: first!.id, quantity: 1 }],
    reason: `${first!.item_name}: less was delivered than ordered`,
  }))

/** A credit note and its mail, and what was paid beyond is paid back a few days later. */
function planCredit({ invoice, later, mail }: Scope, days: number, bodyOf: (invoice: Invoice) => CreateCreditNote): Happening[] {
  let note: CreditNote
  return [
    later(days, async (context) => {
      note = await createCreditNote(context, bodyOf(invoice()), freeCreditedTime)
    }),
    later(days + 0.1, (context) => issuedCreditNotes.send(context, mail, note.id, {})),
    later(days + REFUND_AFTER_DAYS, async (context) => {
      const { id, refund_due, credit_note_number } = note
      if (refund_due === 0) return
      await recordRefund(context, id, { amount: refund_due, method: 'bank transfer', reference: credit_note_number })
    }),
  ]
}
