import { type EventDraft, eventsOf, typesOf } from '../events/event-type.ts'
import { type Email, emailExample } from './schema.ts'

const declare = eventsOf<Email>('email', null, emailExample)
const sent = declare('sent', 'Email sent', 'The mail server took a mail, for some of its recipients at least.')
const failed = declare(
  'failed',
  'Email failed',
  'The mail server refused a mail permanently, or it could not be delivered within two days.',
  {
    status: 'failed',
    last_error: '550 5.1.1 No such user',
    sent_at: null,
  },
)

export const emailEventTypes = typesOf(sent, failed)

/** The event of the end of a mail. */
export const emailSettled = (email: Email): EventDraft[] => [email.status === 'sent' ? sent(email) : failed(email)]
