// What happened to a document, from its events, mails, payments, credit notes and refunds. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { date, money } from '../ui/format.ts'

type Email = components['schemas']['Email']

/** One entry of the history; `email` is the mail that it is about. */
export interface Happening {
  id: string
  at: string
  title: string
  detail?: string
  tone: 'plain' | 'ok' | 'waiting' | 'failed'
  email?: Email
}

interface Told {
  id: string
  type: string
  created_at: string
  test?: boolean
  data: Readonly<Record<string, unknown>>
}

/** The customer's answer to a quote: a name accepts, a reason declines. */
export type Decision = components['schemas']['QuoteDecision']

/** What each event says; those that are not here add nothing. */
const SENTENCES: Readonly<Record<string, [title: string, tone: Happening['tone']]>> = {
  created: ['Created', 'plain'],
  sent: ['Marked as sent', 'plain'],
  viewed: ['Viewed by the customer', 'ok'],
  overdue: ['Overdue', 'failed'],
  cancelled: ['Cancelled', 'plain'],
  paid: ['Paid', 'ok'],
  approved: ['Approved', 'ok'],
  rejected: ['Rejected', 'failed'],
  expired: ['Expired', 'plain'],
  converted: ['Made into an invoice', 'ok'],
  ended: ['Ended', 'plain'],
}

const KINDS: Readonly<Record<Email['kind'], string>> = {
  invoice: 'Sent',
  quote: 'Sent',
  credit_note: 'Sent',
  reminder: 'Reminder sent',
  thanks: 'Thank-you email sent',
  statement: 'Statement sent',
}

/** All of it, the latest first. An event that another entry tells better, as the mail that made a draft sent, is left out. */
export function historyOf(parts: {
  events: readonly Told[]
  emails: readonly Email[]
  payments?: readonly components['schemas']['Payment'][]
  credit_notes?: readonly components['schemas']['CreditNoteSummary'][]
  refunds?: readonly components['schemas']['Refund'][]
  decision?: Decision | null | undefined
}): Happening[] {
  const { events, emails, payments = [], credit_notes = [], refunds = [], decision } = parts
  const mailed = new Set(emails.map(({ created_at }) => created_at))
  const told = events.filter((event) => {
    const kind = event.type.split('.')[1]
    if (event.test) return false
    if (kind === 'sent') return !mailed.has(event.created_at)
    return !(decision && decision.decided_at === event.created_at && (kind === 'approved' || kind === 'rejected'))
  })
  const all = [
    ...told.flatMap(ofEvent),
    ...emails.map(ofEmail),
    ...payments.map(
      (payment): Happening => ({
        id: payment.id,
        at: payment.created_at,
        title: `${money(payment.amount, payment.currency)} paid`,
        detail: [date(payment.paid_at), payment.method].filter(Boolean).join(' · '),
        tone: 'ok',
      }),
    ),
    ...credit_notes.map(
      (note): Happening => ({
        id: note.id,
        at: note.created_at,
        title: `${money(note.total, note.currency)} credited by ${note.credit_note_number}`,
        ...(note.reason ? { detail: note.reason } : {}),
        tone: 'plain',
      }),
    ),
    ...refunds.map(
      (refund): Happening => ({
        id: refund.id,
        at: refund.created_at,
        title: `${money(refund.amount, refund.currency)} paid back`,
        detail: [date(refund.paid_at), refund.method].filter(Boolean).join(' · '),
        tone: 'plain',
      }),
    ),
    ...(decision ? [ofDecision(decision)] : []),
  ]
  // Of one moment the last one stored is the latest.
  return all
    .map((one, index) => ({ one, index }))
    .sort((a, b) => (a.one.at === b.one.at ? a.index - b.index : a.one.at < b.one.at ? 1 : -1))
    .map(({ one }) => one)
}

function ofEvent({ id, type, created_at }: Told): Happening[] {
  const [title, tone] = SENTENCES[type.split('.')[1] ?? ''] ?? []
  return title === undefined || tone === undefined ? [] : [{ id, at: created_at, title, tone }]
}

function ofEmail(email: Email): Happening {
  const to = email.to.join(', ')
  const refused = email.refused.map(({ address, reply }) => `${address} was refused: ${reply}`)
  const said = [...refused, ...(email.status !== 'sent' && email.last_error ? [email.last_error] : [])].join('\n')
  const base = { id: email.id, at: email.created_at, email, ...(said ? { detail: said } : {}) }
  if (email.status === 'failed') return { ...base, title: `Not delivered to ${to}`, tone: 'failed' }
  if (email.status === 'cancelled') return { ...base, title: `${KINDS[email.kind].replace(' sent', '')} not sent`, tone: 'plain' }
  if (email.status === 'queued') return { ...base, title: `On its way to ${to}`, tone: 'waiting' }
  return { ...base, title: `${KINDS[email.kind]} to ${to}`, tone: refused.length > 0 ? 'failed' : 'ok' }
}

function ofDecision({ decided_at, name, reason }: Decision): Happening {
  const about = { id: `decision ${decided_at}`, at: decided_at }
  if (name !== null) return { ...about, title: `Accepted by ${name}`, tone: 'ok' }
  return { ...about, title: 'Declined', ...(reason ? { detail: reason } : {}), tone: 'failed' }
}
