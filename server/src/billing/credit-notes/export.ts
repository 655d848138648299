// What exports have of credit notes and refunds.
import { currencyDigits } from '../../kernel/currencies.ts'
import { exportPage, oneByOne, type ReadExport } from '../../sql/export-page.ts'
import { creditNoteStore, readRefundPage } from './repository.ts'
import { type CreditNote, presentCreditNote, presentRefund, type Refund } from './schema.ts'

/** Credit notes whose day of issue is in a period. */
export const readCreditNotes: ReadExport<CreditNote> = async (tx, scope, after) => {
  const { rows, after: next } = await creditNoteStore.readExport(tx, scope, after)
  return { rows: oneByOne(rows, presentCreditNote), after: next }
}

/** A refund with its credit note and customer. */
export interface RefundOfCompany extends Refund {
  credit_note_number: string
  customer_id: string
  customer_name: string
}

/** Refunds that were paid on a day of a period. */
export const readRefunds: ReadExport<RefundOfCompany> = async (tx, scope, after = ['', '']) => {
  const page = exportPage(await readRefundPage(tx, scope, after), ({ credit_note_id, id }) => [credit_note_id, id])
  return {
    rows: page.rows.map(({ credit_note_number, customer_id, customer_name, currency, ...refund }) => ({
      ...presentRefund(refund, currency, currencyDigits(currency)),
      credit_note_number,
      customer_id,
      customer_name,
    })),
    after: page.after,
  }
}
