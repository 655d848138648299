// Sends mails through the mail server, over a few connections that are kept for a while. Knows nothing of the database.
import { type Attempt, judge, refusalsOf } from './reply.ts'
import type { MailServer } from './smtp-url.ts'

/** Connections to the mail server. Providers count them by sender: two from each process are enough for what a process sends at once. */
const CONNECTIONS = 2
const MAILS_OF_CONNECTION = 100
/** A connection that nothing was sent over for this long is closed. */
const IDLE_MS = 20_000
/** A server that is dropped by a firewall answers nothing. */
const CONNECT_MS = 20_000
const GREETING_MS = 30_000
/** How long the server may be silent after that. It may look into a mail for minutes before it takes it; a mail that is given up for lost then goes out twice. */
const SILENCE_MS = 3 * 60_000

/** A mail, ready to be sent. Addresses were checked by `isMailAddress`. */
export interface OutgoingMail {
  message_id: string
  date: Date
  /** The sender's name; the address is the mailer's. */
  from_name: string
  reply_to: string | null
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
}

export interface Attachment {
  filename: string
  content_type: string
  content: Uint8Array
}

export interface Mailer {
  /** Returns the result of the attempt; never throws. When `signal` fires, the connection is closed and the email is deferred. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Attempt>
  /** Closes what is open. */
  close(): void
}

export interface MailerSettings {
  server: MailServer
  /** The address that all mails come from. */
  from: string
  /** For tests, whose servers have certificates of their own and do not keep silent for minutes. */
  ca?: string | undefined
  silence_ms?: number | undefined
}

/** Makes the mailer of a process. It loads what it needs, and connects, when there is something to send. */
export function createMailer(settings: MailerSettings): Mailer {
  let transport: Promise<SmtpTransport> | undefined
  return {
    async send(mail, signal) {
      try {
        transport ??= openTransport(settings)
        const { rejectedErrors } = await (await transport).sendMail({ ...messageOf(mail, settings.from), signal })
        return { outcome: 'sent', refused: refusalsOf(rejectedErrors) }
      } catch (error) {
        if (signal.aborted) return { outcome: 'deferred', error: 'The mail server took too long, or the process ended' }
        return judge(error)
      }
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

type SmtpTransport = Awaited<ReturnType<typeof openTransport>>

async function openTransport({ server, ca, silence_ms = SILENCE_MS }: MailerSettings) {
  const { host, port, tls, sign_in } = server
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    // A server that offers no sign-in gets the password all the same, and refuses it: else the mail would go out without a sign-in.
    ...(sign_in ? { auth: { user: sign_in.user, pass: sign_in.password }, forceAuth: true } : {}),
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_OF_CONNECTION,
    // Once: a connection that the server closed while it was idle. All else is for the job to repeat.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: Math.min(CONNECT_MS, silence_ms),
    greetingTimeout: Math.min(GREETING_MS, silence_ms),
    dnsTimeout: Math.min(CONNECT_MS, silence_ms),
    socketTimeout: silence_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function messageOf(mail: OutgoingMail, from: string) {
  return {
    envelope: { from, to: [...mail.to, ...mail.cc] },
    from: { name: mail.from_name, address: from },
    to: mail.to.map(addressOnly),
    cc: mail.cc.map(addressOnly),
    ...(mail.reply_to === null ? {} : { replyTo: addressOnly(mail.reply_to) }),
    subject: mail.subject,
    messageId: mail.message_id,
    date: mail.date,
    xMailer: false as const,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map(({ filename, content_type, content }) => ({
      filename,
      contentType: content_type,
      content: Buffer.from(content),
    })),
  }
}

/** As an object, so that nothing is read into it. */
const addressOnly = (address: string) => ({ name: '', address })
