// Sample credit notes, with their mails and refunds.
import { issuedCreditNotes } from '../../../server/src/billing/credit-notes/issued.ts'
import type { CreditNote } from '../../../server/src/billing/credit-notes/schema.ts'
import { createCreditNote, recordRefund } from '../../../server/src/billing/credit-notes/service.ts'
import type { Invoice } from '../../../server/src/billing/invoices/schema.ts'
import type { Context } from '../../../server/src/http/context.ts'
import type { MailParts } from '../../../server/src/record/mail/service.ts'
import { freeCreditedTime } from '../../../server/src/work/time-entries/invoicing.ts'
import type { Happening } from './fill.ts'

/** The invoice of a credit note, once it is made, and when something happens that many days after it. */
interface Scope {
  invoice(): Invoice
  later(days: number, run: (context: Context) => Promise<unknown>): Happening
  mail: MailParts
}

/** Nothing of the invoice is to be paid. */
export function planWholeCredit({ invoice, later, mail }: Scope, days: number): Happening[] {
  let note: CreditNote
  const made = later(days, async (context) => {
    const reason = 'Ordered twice by mistake'
    note = await createCreditNote(context, { invoice_id: invoice().id, reason }, freeCreditedTime)
  })
  return [made, later(days + 0.1, (context) => issuedCreditNotes.send(context, mail, note.id, {}))]
}

/** One of the first thing on a paid invoice is taken back, and paid back a few days later. */
export function planPartlyCredit({ invoice, later, mail }: Scope, days: number): Happening[] {
  let note: CreditNote
  const made = later(days, async (context) => {
    const { id, items } = invoice()
    const reason = `${items[0]!.item_name}: less was delivered than ordered`
    note = await createCreditNote(
      context,
      { invoice_id: id, items: [{ item_id: items[0]!.id, quantity: 1 }], reason },
      freeCreditedTime,
    )
  })
  return [
    made,
    later(days + 0.1, (context) => issuedCreditNotes.send(context, mail, note.id, {})),
    later(days + 4, (context) => {
      const { id, refund_due, credit_note_number } = note
      return recordRefund(context, id, { amount: refund_due, method: 'bank transfer', reference: credit_note_number })
    }),
  ]
}
