// The mailer against a real mail server on loopback: what is accepted, what is refused temporarily or permanently, and what breaks in between.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { makeCertificate } from '../../../test/support/certificate.ts'
import {
  headerOf,
  type MailScript,
  type RunningMailServer,
  readMail,
  startMailServer,
} from '../../../test/support/mail-server.ts'
import { createMailer, type Mailer, type OutgoingMail } from './mailer.ts'
import type { Attempt } from './reply.ts'
import type { MailServer } from './smtp-url.ts'

const FROM = 'billing@quoin.test'
const MAIL: OutgoingMail = {
  message_id: '<eml_1@quoin.test>',
  date: new Date('2026-02-01T08:00:00Z'),
  from_name: 'Acme',
  reply_to: null,
  to: ['ada@example.com'],
  cc: [],
  subject: 'Invoice INV-2026-000001 from Acme',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  attachments: [],
}
const certificate = makeCertificate(['127.0.0.1'])
const opened: { stop?(): Promise<void>; close?(): void }[] = []
after(async () => {
  for (const one of opened) one.close?.()
  for (const one of opened) await one.stop?.()
})

const errorOf = (ended: Attempt) => (ended.outcome === 'sent' ? '' : ended.error)
const NEVER = new AbortController().signal

async function scene(
  script: MailScript,
  other: Partial<MailServer> = {},
  silence_ms?: number,
): Promise<{ server: RunningMailServer; mailer: Mailer; send(mail?: Partial<OutgoingMail>): ReturnType<Mailer['send']> }> {
  const server = await startMailServer(script)
  const mailer = createMailer({ server: { ...server.server, ...other }, from: FROM, ca: certificate?.cert, silence_ms })
  opened.push(mailer, server)
  return { server, mailer, send: (mail = {}) => mailer.send({ ...MAIL, ...mail }, NEVER) }
}

describe('a mail', () => {
  test('arrives with its headers, both of its texts and its attachment', async () => {
    const { server, send } = await scene({})
    const content = Buffer.from('%PDF-1.7 é')
    const sent = await send({
      to: ['ada@example.com', 'Bob.O@example.com'],
      cc: ['carol@example.com'],
      reply_to: 'office@acme.example',
      attachments: [{ filename: 'INV-2026-000001.pdf', content_type: 'application/pdf', content }],
    })
    assert.deepEqual(sent, { outcome: 'sent', refused: [] })
    const [mail] = server.mails
    assert.equal(mail!.from, FROM)
    assert.deepEqual(mail!.to, ['ada@example.com', 'Bob.O@example.com', 'carol@example.com'])
    const read = await readMail(mail!)
    assert.deepEqual(read.from, { name: 'Acme', address: FROM })
    assert.deepEqual(
      read.to?.map(({ address }) => address),
      ['ada@example.com', 'Bob.O@example.com'],
    )
    assert.deepEqual(
      read.cc?.map(({ address }) => address),
      ['carol@example.com'],
    )
    assert.deepEqual(
      read.replyTo?.map(({ address }) => address),
      ['office@acme.example'],
    )
    assert.equal(read.messageId, MAIL.message_id)
    assert.equal(headerOf(mail!, 'Date'), 'Sun, 01 Feb 2026 08:00:00 +0000')
    assert.equal(read.subject, MAIL.subject)
    assert.equal(read.text?.trim(), 'Hello')
    assert.equal(read.html?.trim(), '<p>Hello</p>')
    const [attached] = read.attachments
    assert.deepEqual(
      [attached!.filename, attached!.mimeType, attached!.disposition],
      ['INV-2026-000001.pdf', 'application/pdf', 'attachment'],
    )
    assert.deepEqual(Buffer.from(attached!.content as ArrayBuffer), content)
    assert.equal(headerOf(mail!, 'List-Unsubscribe'), undefined)
    assert.equal(headerOf(mail!, 'X-Mailer'), undefined)
  })

  test('is encoded for servers that know only ASCII, whatever is in it', async () => {
    const { server, send } = await scene({})
    const subject = 'Rechnung für Zoë – 請求書 مرحبا 🧾'
    const text = `${'é'.repeat(2_000)}\n.\nFrom here\n`
    await send({ subject, text, from_name: 'Müller & Søn, GmbH "Berlin"' })
    const [mail] = server.mails
    assert.ok(mail!.raw.every((byte) => byte < 0x80))
    assert.ok(
      mail!.raw
        .toString()
        .split('\r\n')
        .every((line) => line.length <= 998),
    )
    const read = await readMail(mail!)
    assert.equal(read.subject, subject)
    assert.equal(read.from?.name, 'Müller & Søn, GmbH "Berlin"')
    assert.equal(read.text?.replaceAll('\r\n', '\n').trim(), text.trim())
  })

  test('has no header and no recipient that is hidden in a name or a subject', async () => {
    const { server, send } = await scene({})
    const hostile = 'Acme\r\nBcc: eve@evil.example\r\n\r\n<x@evil.example>, "eve" <eve@evil.example>'
    await send({ from_name: hostile, subject: hostile })
    const [mail] = server.mails
    assert.deepEqual([mail!.from, mail!.to], [FROM, ['ada@example.com']])
    const read = await readMail(mail!)
    assert.equal(read.bcc, undefined)
    assert.equal(read.from?.address, FROM)
    assert.deepEqual(
      read.to?.map(({ address }) => address),
      ['ada@example.com'],
    )
    assert.equal(headerOf(mail!, 'Bcc'), undefined)
    assert.equal(read.text?.trim(), 'Hello')
  })

  test('goes out over one connection with the ones before', async () => {
    const { server, send } = await scene({})
    for (let count = 0; count < 5; count++) assert.equal((await send()).outcome, 'sent')
    assert.deepEqual([server.connections, server.mails.length], [1, 5])
  })
})

describe('the mail server says no', () => {
  const refused: [name: string, script: MailScript, outcome: string, error: RegExp][] = [
    [
      'greylisting',
      { onRecipient: () => ({ code: 451, text: '4.7.1 Greylisted, try again' }) },
      'deferred',
      /451 4\.7\.1 Greylisted/,
    ],
    [
      'an unknown recipient',
      { onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }) },
      'failed',
      /ada@example\.com: 550 5\.1\.1 No such user/,
    ],
    ['the sender, permanently', { onSender: () => ({ code: 553, text: '5.7.1 Not your address' }) }, 'failed', /553 5\.7\.1/],
    [
      'the sender, without a sign-in',
      { onSender: () => ({ code: 530, text: '5.7.0 Authentication required' }) },
      'deferred',
      /530/,
    ],
    [
      'the content, permanently',
      { onMail: () => ({ code: 554, text: '5.7.1 Looks like spam' }) },
      'failed',
      /554 5\.7\.1 Looks like spam/,
    ],
    ['the content, temporarily', { onMail: () => ({ code: 452, text: '4.3.1 Out of space' }) }, 'deferred', /452 4\.3\.1/],
    ['anyone, temporarily', { onConnect: () => ({ code: 421, text: 'Too many connections' }) }, 'deferred', /421/],
    ['anyone, permanently', { onConnect: () => ({ code: 554, text: 'Not from your address' }) }, 'deferred', /554/],
    ['nothing, and hangs up in the middle of the mail', { onBytes: () => 'hang_up' }, 'deferred', /./],
    ['nothing, and hangs up before it takes the mail', { onMail: () => 'hang_up' }, 'deferred', /./],
  ]
  for (const [name, script, outcome, error] of refused) {
    test(`to ${name}: ${outcome}`, async () => {
      const { server, send } = await scene(script)
      const ended = await send({ text: 'x'.repeat(200_000) })
      assert.equal(ended.outcome, outcome)
      assert.match(errorOf(ended), error)
      assert.deepEqual(server.mails, [])
      // What was wrong is over: the next one goes out.
      server.script = {}
      assert.equal((await send()).outcome, 'sent')
    })
  }

  test('to some recipients: sent, and they are named', async () => {
    const { server, send } = await scene({
      onRecipient: (address) => (address.startsWith('bob') ? { code: 550, text: '5.1.1 No such user' } : undefined),
    })
    const ended = await send({ to: ['ada@example.com', 'bob@example.com'] })
    assert.deepEqual(ended, { outcome: 'sent', refused: [{ address: 'bob@example.com', reply: '550 5.1.1 No such user' }] })
    assert.deepEqual(server.mails[0]!.to, ['ada@example.com'])
  })

  test('to all recipients, to one of them temporarily: deferred', async () => {
    const { send } = await scene({
      onRecipient: (address) => (address.startsWith('bob') ? { code: 450, text: 'Later' } : { code: 550, text: 'No' }),
    })
    const ended = await send({ to: ['ada@example.com', 'bob@example.com'] })
    assert.deepEqual(ended, { outcome: 'deferred', error: 'ada@example.com: 550 No; bob@example.com: 450 Later' })
  })

  test('to the content temporarily, after it refused a recipient permanently: deferred', async () => {
    const { send } = await scene({
      onRecipient: (address) => (address.startsWith('bob') ? { code: 550, text: 'No' } : undefined),
      onMail: () => ({ code: 451, text: 'Later' }),
    })
    const ended = await send({ to: ['ada@example.com', 'bob@example.com'] })
    assert.deepEqual(ended, { outcome: 'deferred', error: '451 Later' })
  })
})

describe('the mail server', () => {
  for (const [where, script] of [
    ['at the greeting', { onConnect: () => 'silence' }],
    ['at a recipient', { onRecipient: () => 'silence' }],
    ['after the mail', { onMail: () => 'silence' }],
  ] as [string, MailScript][]) {
    test(`keeps silent ${where}: deferred after a while`, async () => {
      const { send } = await scene(script, {}, 300)
      const begun = performance.now()
      assert.equal((await send()).outcome, 'deferred')
      assert.ok(performance.now() - begun < 5_000)
    })
  }

  test('keeps silent, and the process wants to end: deferred at once', async () => {
    const { mailer } = await scene({ onRecipient: () => 'silence' })
    const abort = new AbortController()
    const sending = mailer.send(MAIL, abort.signal)
    setTimeout(() => abort.abort(), 100)
    assert.deepEqual(await sending, { outcome: 'deferred', error: 'The mail server took too long, or the process ended' })
  })

  test('is not there: deferred', async () => {
    const { server, send } = await scene({})
    await server.stop()
    const ended = await send()
    assert.equal(ended.outcome, 'deferred')
    assert.match(errorOf(ended), /ECONNREFUSED/)
  })
})

describe('encryption and sign-in', { skip: certificate ? false : 'there is no openssl' }, () => {
  const account = { user: 'acme@example.com', password: 'p@ss/w:rd é' }

  for (const is_implicit of [true, false]) {
    test(`a mail is sent encrypted and signed in, ${is_implicit ? 'from the first byte' : 'after STARTTLS'}`, async () => {
      const { server, send } = await scene({ certificate: certificate!, is_implicit, account })
      assert.deepEqual(await send(), { outcome: 'sent', refused: [] })
      const [mail] = server.mails
      assert.deepEqual([mail!.is_encrypted, mail!.user], [true, account.user])
    })
  }

  test('a server without STARTTLS gets neither the password nor the mail: deferred', async () => {
    const { server, send } = await scene({ has_no_tls: true, account }, { tls: 'starttls' })
    const ended = await send()
    assert.equal(ended.outcome, 'deferred')
    assert.deepEqual(server.mails, [])
  })

  test('the same server is used where the URL says so', async () => {
    const { server, send } = await scene({ has_no_tls: true, account })
    assert.equal((await send()).outcome, 'sent')
    assert.equal(server.mails[0]!.is_encrypted, false)
  })

  test('a certificate of somebody else: deferred', async () => {
    const { server, send } = await scene({ certificate: makeCertificate(['mail.example.com'])!, is_implicit: true })
    assert.equal((await send()).outcome, 'deferred')
    assert.deepEqual(server.mails, [])
  })

  test('a wrong password: deferred, with the words of the server and without the password', async () => {
    const { server, send } = await scene({ certificate: certificate!, account }, { sign_in: { ...account, password: 'wrong' } })
    const ended = await send()
    assert.equal(ended.outcome, 'deferred')
    assert.match(errorOf(ended), /535 5\.7\.8 Username and password not accepted/)
    assert.doesNotMatch(JSON.stringify(ended), /wrong|d3Jvbmc/)
    assert.deepEqual(server.mails, [])
  })
})
