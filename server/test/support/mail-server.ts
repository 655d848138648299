// A mail server on loopback that takes mails, refuses them, keeps silent or hangs up, as a test says.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email as ParsedMail } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { MailServer } from '../../src/record/mail/smtp-url.ts'
import type { Certificate } from './certificate.ts'

/** What the server does instead of taking something. */
type Deed = { code: number; text: string } | 'hang_up' | 'silence' | undefined

export interface MailScript {
  certificate?: Certificate
  /** TLS from the first byte. */
  is_implicit?: boolean
  /** Offers no STARTTLS. */
  has_no_tls?: boolean
  /** The only one that may sign in; without it nobody needs to. */
  account?: { user: string; password: string }
  onConnect?(): Deed
  onSender?(): Deed
  onRecipient?(address: string): Deed | Promise<Deed>
  /** When the first bytes of a mail are there. */
  onBytes?(): Deed
  /** When all of a mail is there, before the server takes it. */
  onMail?(mail: ReceivedMail): Deed | Promise<Deed>
}

export interface ReceivedMail {
  from: string
  to: string[]
  raw: Buffer
  is_encrypted: boolean
  user: string | undefined
}

export interface RunningMailServer {
  /** As the service reaches it: by STARTTLS, unless it has another way. */
  server: MailServer
  /** The same as a URL. */
  url: string
  script: MailScript
  /** The mails that were taken, in their order. */
  mails: ReceivedMail[]
  connections: number
  stop(): Promise<void>
}

/** Starts one. */
export async function startMailServer(script: MailScript = {}): Promise<RunningMailServer> {
  const has_tls = script.certificate !== undefined && !script.has_no_tls
  const running = { script, mails: [] as ReceivedMail[], connections: 0 }
  const answer = (deed: Deed, socket: { destroy(): void } | undefined, done: (error?: Error | null) => void) => {
    if (deed === 'hang_up') socket?.destroy()
    else if (deed === undefined) done()
    else if (deed !== 'silence') done(Object.assign(new Error(deed.text), { responseCode: deed.code }))
  }
  const socketOf = (session: { id: string }) =>
    [...(smtp as unknown as { connections: Set<{ session: { id: string }; _socket: { destroy(): void } }> }).connections].find(
      (connection) => connection.session.id === session.id,
    )?._socket
  const readData = async (stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<Deed> => {
    const chunks: Buffer[] = []
    let deed: Deed
    for await (const chunk of stream) {
      if (chunks.length === 0) deed = running.script.onBytes?.()
      if (deed === 'hang_up') return deed
      chunks.push(chunk)
    }
    const { mailFrom, rcptTo } = session.envelope
    const mail = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      raw: Buffer.concat(chunks),
      is_encrypted: Boolean(session.secure),
      user: session.user as string | undefined,
    }
    deed ??= await running.script.onMail?.(mail)
    if (deed === undefined) running.mails.push(mail)
    return deed
  }
  const smtp = new SMTPServer({
    logger: false,
    banner: 'test',
    secure: script.is_implicit ?? false,
    ...(script.certificate ? { key: script.certificate.key, cert: script.certificate.cert } : {}),
    disabledCommands: [...(has_tls && !script.is_implicit ? [] : ['STARTTLS']), ...(script.account ? [] : ['AUTH'])],
    authOptional: script.account === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    // Connections that a test leaves hanging.
    closeTimeout: 100,
    onConnect(session, done) {
      running.connections++
      answer(running.script.onConnect?.(), socketOf(session), done)
    },
    onAuth({ username, password }, _, done) {
      const { account } = running.script
      if (username === account?.user && password === account?.password) return done(null, { user: username })
      done(Object.assign(new Error('5.7.8 Username and password not accepted'), { responseCode: 535 }))
    },
    onMailFrom(_, session, done) {
      answer(running.script.onSender?.(), socketOf(session), done)
    },
    async onRcptTo({ address }, session, done) {
      answer(await running.script.onRecipient?.(address), socketOf(session), done)
    },
    onData(stream, session, done) {
      // The client may hang up, too.
      readData(stream, session).then(
        (deed) => answer(deed, socketOf(session), done),
        () => {},
      )
    },
  })
  // Connections that end in the midst are what tests are about.
  smtp.on('error', () => {})
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const tls = script.is_implicit ? 'implicit' : has_tls ? 'starttls' : 'off'
  const { account } = script
  const sign_in = account && `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@`
  const url = `smtp${script.is_implicit ? 's' : ''}://${sign_in ?? ''}127.0.0.1:${port}${tls === 'off' ? '?tls=off' : ''}`
  return Object.assign(running, {
    server: { host: '127.0.0.1', port, tls, sign_in: account } as MailServer,
    url,
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  })
}

/** A mail as its reader sees it. */
export const readMail = (mail: ReceivedMail): Promise<ParsedMail> => PostalMime.parse(mail.raw)

/** The value of a header, as it is on the wire, folded lines joined; undefined if there is none. */
export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  const head = raw.toString('latin1').split('\r\n\r\n')[0]!
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}
