// What a mail says, fixed when it is asked for, and the parts that every attempt makes of it. Pure.

import type { MailText } from '../../access/companies/schema.ts'
import type { Language } from '../../kernel/languages.ts'
import { fillIn } from '../../kernel/text.ts'
import { inOneLine } from './header-text.ts'
import { WORDINGS } from './languages.ts'
import { layOut } from './layout.ts'
import type { EmailKind, MailedType } from './table.ts'
import type { Facts } from './wording/words.ts'

/** The words and figures of a mail. Stored as JSON: a new field is optional in rows of older versions. */
export interface MailContent {
  language: Language
  message: string
  /** The sender's name. */
  company: string
  /** Where answers go; null: to the sender. */
  reply_to: string | null
  summary: readonly (readonly [name: string, value: string])[]
  /** The public page; empty: there is none. */
  link: string
  /** What the attachment is made of, where that is no version of a document: JSON. */
  enclosed?: object
}

/** What a mail is about: its kind, and the facts of its texts in its language. */
export interface Subject {
  kind: EmailKind
  resource_type: MailedType
  language: Language
  facts: Facts
  /** Of a reminder: the due date is not over yet. */
  is_early?: boolean
  /** Kept with the mail, so that each attempt makes the same attachment of it. */
  enclosed?: object
}

/** Texts of a request. */
interface Given {
  subject?: string | undefined
  message?: string | undefined
}

/** The subject and the content of a mail: as given, else as the company words it (`own`), else by the wording of its language. */
export function writeMail(
  { kind, resource_type, language, facts, is_early, enclosed }: Subject,
  given: Given,
  reply_to: string | null,
  own: MailText | null = null,
): { subject: string; content: MailContent } {
  const words = WORDINGS[language]
  const text = own ?? (is_early ? words.early_reminder : words.texts[kind])
  // A header is one line, whatever a customer or a company is called.
  const subject = inOneLine(fillIn(given.subject ?? text.subject, facts))
  const message = fillIn(given.message ?? text.message, facts).replace(/\r\n?/g, '\n')
  const date = resource_type === 'quote' ? words.valid_until : words.due_date
  const summary = [
    [words.names[resource_type], facts.number || facts.period],
    [resource_type === 'customer' ? words.balance : words.amount, facts.amount],
    ...(facts.due_date === '' ? [] : [[date, facts.due_date] as const]),
  ] as const
  const content = { language, message, company: facts.company, reply_to, summary, link: facts.link }
  return { subject, content: enclosed ? { ...content, enclosed } : content }
}

/** The text part and the HTML part of a mail. */
export function partsOf(
  subject: string,
  { language, message, company, summary, link }: MailContent,
): { text: string; html: string } {
  const { view } = WORDINGS[language]
  const button = link === '' ? undefined : { label: view, url: link }
  const lines = summary.map(([name, value]) => `${name}: ${value}`)
  const end = button && !message.includes(link) ? [`${view}: ${link}`] : []
  return {
    text: `${[message.trimEnd(), lines.join('\n'), ...end].join('\n\n')}\n`,
    html: layOut({ language, subject, company, message, summary, button }),
  }
}
