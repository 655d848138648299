import type { Command } from 'commander'
import { readConfig } from '../../server/src/config.ts'
import { isMailAddress } from '../../server/src/kernel/email.ts'
import { randomToken } from '../../server/src/kernel/ids.ts'
import { createMailer, type OutgoingMail } from '../../server/src/record/mail/mailer.ts'
import { CliError, print, wrapped } from './output.ts'

/** How long a person waits for the mail server. */
const LONGEST_MS = 60_000

/** `quoin mail test`. */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('the mail server of the installation')
  mail
    .command('test')
    .description('send a mail with the settings of the QUOIN_… variables, and show what the mail server says')
    .argument('<address>', 'who gets it')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin mail test you@example.com'))
    .action(test)
}

async function test(address: string, options: { json?: boolean }): Promise<void> {
  if (!isMailAddress(address)) throw new CliError(`${address} is no e-mail address: give one like you@example.com`)
  const { mail } = readConfig()
  if (!mail) throw new CliError('No mail server is configured: set QUOIN_SMTP_URL and QUOIN_MAIL_FROM (docs/mail.md)')
  const mailer = createMailer(mail)
  const begun = performance.now()
  try {
    const ended = await mailer.send(testMail(address, mail.from), AbortSignal.timeout(LONGEST_MS))
    const where = `${mail.server.host}:${mail.server.port}`
    if (ended.outcome !== 'sent') throw new CliError(`${where} did not take the mail: ${ended.error}`)
    const duration_ms = Math.round(performance.now() - begun)
    print(options.json, { to: address, from: mail.from, server: where, duration_ms }, [
      `${where} took a mail from ${mail.from} to ${address} after ${duration_ms} ms`,
    ])
  } finally {
    mailer.close()
  }
}

function testMail(address: string, from: string): OutgoingMail {
  const text = 'This is a test. Quoin can send mails.'
  return {
    message_id: `<test-${randomToken(20)}@${from.split('@').at(-1)}>`,
    date: new Date(),
    from_name: 'Quoin',
    reply_to: null,
    to: [address],
    cc: [],
    subject: 'A test of the mail settings of Quoin',
    text: `${text}\n`,
    html: `<p>${text}</p>`,
    attachments: [],
  }
}
