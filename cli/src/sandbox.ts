import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { components } from '../../sdk/src/api.ts'
import type { Quoin } from '../../sdk/src/index.ts'
import { addConnectionOptions, type ConnectionOptions, callServer, companyOf } from './connection.ts'
import { wholeNumber } from './numbers.ts'
import { print, wrapped } from './output.ts'

type Sandbox = components['schemas']['Sandbox']

interface Options extends ConnectionOptions {
  json?: boolean
}

const LOOKED_EVERY_MS = 200
/** The API's own limit (`MOST_DAYS`): it is checked before anything is sent. */
export const MOST_DAYS = 366

/** `quoin sandbox`. */
export function addSandboxCommands(program: Command): void {
  const sandbox = program.command('sandbox').description('the clock of a test company')
  addConnectionOptions(sandbox.command('show').description('show its clock, and which addresses receive its emails'))
    .option('--json', 'print one JSON value')
    .action(show)
  addConnectionOptions(sandbox.command('advance').description('move the clock forward, and wait until it has arrived'))
    .option('--days <count>', `by this many days, 1 to ${MOST_DAYS}`, wholeNumber(MOST_DAYS))
    .option('--to <moment>', 'to the start of a day, or to a moment: 2027-01-31, 2027-01-31T09:30:00Z')
    .option('--no-wait', 'return at once')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExamples:\n  quoin sandbox advance --days 30\n  quoin sandbox advance --to 2027-01-31')
    .action(advance)
  addConnectionOptions(sandbox.command('mails').description('set which addresses receive its emails'))
    .argument('[addresses...]', 'the addresses; without any, no email is delivered')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nEmails to other addresses are shown as sent, but not delivered.\n\nExample:\n  quoin sandbox mails dev@example.com',
      ),
    )
    .action(mails)
}

async function show(options: Options): Promise<void> {
  printSandbox(options, await inCompany(options, (quoin, query) => quoin.get('/v1/sandbox', { query })))
}

async function advance({ days, to, wait, ...options }: Options & { days?: number; to?: string; wait: boolean }): Promise<void> {
  const body = { ...(days !== undefined && { days }), ...(to !== undefined && { to }) }
  const sandbox = await inCompany(options, async (quoin, query) => {
    let now = await quoin.post('/v1/sandbox/advance', { body, query })
    while (wait && now.advancing_to !== null) {
      await sleep(LOOKED_EVERY_MS)
      now = await quoin.get('/v1/sandbox', { query })
    }
    return now
  })
  printSandbox(options, sandbox)
}

async function mails(addresses: string[], options: Options): Promise<void> {
  const body = { mail_to: addresses }
  printSandbox(options, await inCompany(options, (quoin, query) => quoin.patch('/v1/sandbox', { body, query })))
}

/** Asks about the company that is named, or the only one that the key reaches. */
const inCompany = <T>(options: Options, ask: (quoin: Quoin, query: { company_id: string }) => Promise<T>): Promise<T> =>
  callServer(options, async (quoin, { company_id }) => ask(quoin, { company_id: (await companyOf(quoin, company_id)).id }))

function printSandbox({ json }: Options, sandbox: Sandbox): void {
  print(json, sandbox, [
    `Company  ${sandbox.company_id}`,
    `Clock    ${sandbox.now} (${sandbox.today})`,
    ...(sandbox.advancing_to === null ? [] : [`Moving   to ${sandbox.advancing_to}`]),
    `Emails   ${sandbox.mail_to.join(', ') || 'not delivered'}`,
  ])
}
