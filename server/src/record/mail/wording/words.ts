// What each language says, and how its texts are filled in.
import type { EmailKind, MailedType } from '../table.ts'

/** The words of one language. Texts have the placeholders of `PLACEHOLDERS` in braces. */
export interface Wording {
  texts: Record<EmailKind, { subject: string; message: string }>
  /** The reminder on the due date or before it. */
  early_reminder: { subject: string; message: string }
  /** Names of what a mail is about, as the first line of the summary has them. */
  names: Record<MailedType, string>
  amount: string
  /** The amount of a statement of account. */
  balance: string
  /** The date by which an invoice is paid, and that until which a quote stands. */
  due_date: string
  valid_until: string
  /** The button that opens the public page. */
  view: string
}

/** What texts may name, in braces. `period` is of statements; those have no `number`, `due_date` and `link`. */
export const PLACEHOLDERS = ['number', 'amount', 'due_date', 'customer', 'company', 'link', 'period'] as const
export type Facts = Record<(typeof PLACEHOLDERS)[number], string>
