// The table of this room.
import type { MailKind } from '../../access/companies/table.ts'
import type { CompanyId, EmailId } from '../../kernel/ids.ts'
import { defineTable, integer, json, type RowOf, text } from '../../sql/columns.ts'

export type EmailKind = MailKind
/** What mails are about. */
export const MAILED_TYPES = ['invoice', 'quote', 'credit_note', 'customer'] as const
export type MailedType = (typeof MAILED_TYPES)[number]
export type MailedDocument = Exclude<MailedType, 'customer'>
export const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'cancelled'] as const

export const emails = defineTable('emails', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<EmailId>(),
    kind: text<EmailKind>().fixed(),
    status: text<(typeof EMAIL_STATUSES)[number]>().indexed(),
    resource_type: text<MailedType>().fixed(),
    resource_id: text().fixed(),
    /** JSON arrays of addresses. */
    to: json().fixed(),
    cc: json().fixed(),
    subject: text().fixed(),
    /** JSON: `MailContent`, from which every attempt makes the same mail. */
    content: json().fixed(),
    /** JSON array of the forms that are attached (`pdf`). */
    attach: json().fixed(),
    /** The Message-ID of every attempt, in angle brackets. */
    message_id: text().fixed(),
    /** Attempts that ended, of all rounds. */
    attempts: integer(),
    /** The version of the document that it carries, from its first attempt on: each attempt carries the same file. */
    attached_version: integer().nullable(),
    last_error: text().nullable(),
    /** JSON array of `{address, reply}`. */
    refused: json(),
    created_at: text().fixed(),
    sent_at: text().nullable(),
  },
})
export type EmailsTable = RowOf<typeof emails>
/** Without what only its sending needs: the content of a statement has all of its entries. */
export type ListedEmail = Omit<EmailsTable, 'content'>

declare module '../../sql/tables.ts' {
  interface Tables {
    emails: EmailsTable
  }
}
