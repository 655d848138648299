import { issuedDocuments } from '../documents/issued.ts'
import { creditNoteStore } from './repository.ts'
import { CreditNote, type CreditNoteRecord, creditNoteExample, presentCreditNote } from './schema.ts'

/** Credit notes on their way to the customer. */
export const issuedCreditNotes = issuedDocuments<CreditNoteRecord, CreditNote, CreditNoteRecord['id']>({
  kind: 'credit_note',
  store: creditNoteStore,
  schema: CreditNote,
  example: creditNoteExample,
  present: presentCreditNote,
  own: ({ credit_note_number, invoice_number, invoice_date, reason }) => {
    return { number: credit_note_number, invoice_number, invoice_date, reason }
  },
  // Its link is no part of what it says.
  changed: () => [],
  drafts: null,
})
