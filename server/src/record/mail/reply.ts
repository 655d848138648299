// What an answer of the mail server means for the mail. Pure.
import { errorText } from '../../jobs/job.ts'

/** A recipient that was refused while others were taken. */
export interface Refusal {
  address: string
  reply: string
}

/** The end of an attempt. */
export type Attempt =
  | { outcome: 'sent'; refused: readonly Refusal[] }
  /** `deferred`: worth another attempt. `failed`: the server refused it permanently. */
  | { outcome: 'deferred' | 'failed'; error: string }

/** An error of nodemailer, as far as it is looked at. */
interface MailError {
  code?: unknown
  responseCode?: unknown
  response?: unknown
  recipient?: unknown
  rejectedErrors?: unknown
  command?: unknown
}

/** Replies that ask for a sign-in, or refuse it: the mail is not what is wrong. */
const OF_SIGN_IN = [530, 534, 535, 538]
/** The session was in the wrong state, and the next one is not. */
const BAD_SEQUENCE = 503
/** Of recipients, sender and content; all others are about the connection. */
const OF_THE_MAIL = ['EENVELOPE', 'EMESSAGE']

/**
 * What an error means: `failed` when the server refused sender, content or all recipients permanently (5xx), `deferred` for everything else: 4xx, no
 * connection, no TLS, a refused sign-in. If one recipient may be taken later, the mail is deferred.
 */
export function judge(error: unknown): Attempt {
  const { rejectedErrors, command } = error as MailError
  // An error of the content has them too, of recipients that were refused before while others were taken.
  const of_recipients = command === 'RCPT TO' && Array.isArray(rejectedErrors) ? (rejectedErrors as MailError[]) : []
  const is_final = of_recipients.length > 0 ? of_recipients.every(isFinal) : isFinal(error as MailError)
  const told = of_recipients.length > 0 ? of_recipients.map(replyOf).join('; ') : replyOf(error as MailError)
  return { outcome: is_final ? 'failed' : 'deferred', error: cut(told) }
}

/** The recipients that were refused while others were taken. */
export function refusalsOf(errors: readonly unknown[] | undefined): Refusal[] {
  return (errors ?? []).map((error) => {
    const { recipient } = error as MailError
    return { address: String(recipient), reply: cut(ownReply(error as MailError)) }
  })
}

function isFinal({ code, responseCode }: MailError): boolean {
  if (!OF_THE_MAIL.includes(code as string)) return false
  // Refused before it was sent, because it is larger than the server accepts.
  if (typeof responseCode !== 'number') return true
  return responseCode >= 500 && responseCode !== BAD_SEQUENCE && !OF_SIGN_IN.includes(responseCode)
}

function replyOf(error: MailError): string {
  const reply = ownReply(error)
  return typeof error.recipient === 'string' ? `${error.recipient}: ${reply}` : reply
}

/** The server's own words, or if it said none, what happened. */
function ownReply(error: MailError): string {
  if (typeof error.response !== 'string' || error.response === '') return errorText(error)
  return error.response.replace(/\s+/g, ' ').trim()
}

const LONGEST_TOLD = 500
const cut = (text: string) => text.slice(0, LONGEST_TOLD).toWellFormed()
