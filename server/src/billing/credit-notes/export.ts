// What exports have of credit notes.
import type { ReadExport } from '../../sql/export-page.ts'
import { creditNoteStore } from './repository.ts'
import { type CreditNote, presentCreditNote } from './schema.ts'

/** Credit notes whose day of issue is in a period. */
export const readCreditNotes: ReadExport<CreditNote> = async (tx, scope, after) => {
  const { rows, after: next } = await creditNoteStore.readExport(tx, scope, after)
  return { rows: rows.map(presentCreditNote), after: next }
}
