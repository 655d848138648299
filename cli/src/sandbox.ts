import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { components } from '../../sdk/src/api.ts'
import type { Quoin } from '../../sdk/src/index.ts'
import { addConnectionOptions, type ConnectionOptions, callServer, companyOf } from './connection.ts'
import { print, wrapped } from './output.ts'

type Sandbox = components['schemas']['Sandbox']

interface Options extends ConnectionOptions {
  json?: boolean
}

const LOOKED_EVERY_MS = 200

/** `quoin sandbox`. */
export function addSandboxCommands(program: Command): void {
  const sandbox = program.command('sandbox').description('the clock of a company for trying things out')
  addConnectionOptions(sandbox.command('show').description('what its clock shows, and where its mails may go'))
    .option('--json', 'print one JSON value')
    .action(show)
  addConnectionOptions(sandbox.command('advance').description('move the clock forward, and wait until it is there'))
    .option('--days <count>', 'by so many days, up to 366', readDays)
    .option('--to <moment>', 'until this day of the company, or this moment: 2027-01-31, 2027-01-31T09:30:00Z')
    .option('--no-wait', 'do not wait until the clock is there')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExamples:\n  quoin sandbox advance --days 30\n  quoin sandbox advance --to 2027-01-31')
    .action(advance)
  addConnectionOptions(sandbox.command('mails').description('change which addresses its mails may go to'))
    .argument('[addresses...]', 'all of them; none: no mail is sent')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nMails to other addresses count as sent.\n\nExample:\n  quoin sandbox mails dev@example.com'))
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
    ...(sandbox.advancing_to === null ? [] : [`Moves    to ${sandbox.advancing_to}`]),
    `Mails    ${sandbox.mail_to.join(', ') || 'are not sent'}`,
  ])
}

function readDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1) throw new InvalidArgumentError('It must be a whole number from 1 to 366.')
  return days
}
