// A mailer that sends nothing: it keeps the mails that it is given, and answers as a test says.
import type { Mailer, OutgoingMail } from '../../src/record/mail/mailer.ts'
import type { Attempt } from '../../src/record/mail/reply.ts'

export const TAKEN: Attempt = { outcome: 'sent', refused: [] }

export interface ScriptedMailer extends Mailer {
  /** What it was given, oldest first. */
  outgoing: OutgoingMail[]
  /** What it says of the next attempt. */
  answer: () => Attempt
  /** Forgets what it was given, and takes every mail from now on. */
  reset(): void
}

/** Makes one that takes every mail. */
export function createScriptedMailer(): ScriptedMailer {
  const mailer: ScriptedMailer = {
    outgoing: [],
    answer: () => TAKEN,
    reset() {
      mailer.outgoing = []
      mailer.answer = () => TAKEN
    },
    async send(mail) {
      mailer.outgoing.push(mail)
      return mailer.answer()
    },
    close() {},
  }
  return mailer
}
