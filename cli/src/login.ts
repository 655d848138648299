import type { Command } from 'commander'
import type { Company } from '../../sdk/src/index.ts'
import {
  addConnectionOptions,
  type ConnectionOptions,
  clientOf,
  DEFAULT_URL,
  givenAccess,
  LOGIN_FILE,
  type Login,
  readLogin,
} from './connection.ts'
import { CliError, print } from './output.ts'
import { removeSetting, writeSetting } from './settings.ts'

/** `quoin login` and `quoin logout`. */
export function addLoginCommands(program: Command): void {
  addConnectionOptions(program.command('login').description('store the server, API key and company that the client commands use'))
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      [
        '',
        'Asks on a terminal for what is not given; in a pipe it asks nothing. The key is checked, and kept in a file that only you can read.',
        '',
        'Examples:',
        '  quoin login',
        '  quoin login --url https://billing.example.com --api-key sk_… --company com_…',
      ].join('\n'),
    )
    .action(login)
  program
    .command('logout')
    .description('forget what login stored')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin logout')
    .action(({ json }: { json?: boolean }) => {
      const url = readLogin()?.url ?? null
      removeSetting(LOGIN_FILE)
      print(json, { url }, [url === null ? 'There was no login' : `Logged out of ${url}`])
    })
}

async function login(options: ConnectionOptions & { json?: boolean }): Promise<void> {
  const given = givenAccess(options)
  const url = given.url ?? (await ask('Server', DEFAULT_URL)) ?? DEFAULT_URL
  const api_key = given.api_key ?? (await askSecret('API key (sk_…)'))
  if (!api_key) throw new CliError('Give the API key with --api-key or QUOIN_API_KEY')
  const { companies } = await clientOf({ url, api_key, company_id: undefined }).get('/v1/companies')
  const company = await choose(companies, given.company_id)
  writeSetting(LOGIN_FILE, `${JSON.stringify({ url, api_key, company_id: company.id } satisfies Login, null, 2)}\n`)
  print(options.json, { url, company_id: company.id, company_name: company.name }, [
    `Logged in to ${url} as ${company.name} (${company.id})`,
  ])
}

async function choose(companies: readonly Company[], wanted: string | undefined): Promise<Company> {
  if (companies.length === 0) throw new CliError('The key reaches no company')
  const found =
    wanted === undefined ? (companies.length === 1 ? companies[0] : undefined) : companies.find(({ id }) => id === wanted)
  if (found) return found
  const list = companies.map(({ id, name }) => `${id} (${name})`).join(', ')
  if (wanted !== undefined) throw new CliError(`The key does not reach ${wanted}; it reaches ${list}`)
  if (!isTerminal()) throw new CliError(`The key reaches several companies, choose one with --company: ${list}`)
  const { select } = await import('@clack/prompts')
  const options = companies.map((company) => ({ value: company, label: company.name, hint: company.id }))
  return answered(await select({ message: 'Company', options, output: process.stderr }))
}

async function ask(message: string, initial: string): Promise<string | undefined> {
  if (!isTerminal()) return undefined
  const { text } = await import('@clack/prompts')
  const answer = answered(await text({ message, placeholder: initial, defaultValue: initial, output: process.stderr }))
  return answer.replace(/\/+$/, '')
}

async function askSecret(message: string): Promise<string | undefined> {
  if (!isTerminal()) return undefined
  const { password } = await import('@clack/prompts')
  return answered(await password({ message, output: process.stderr })).trim()
}

/** Questions go to standard error: standard output has what was asked for. */
function isTerminal(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY)
}

/** Ctrl-C at a question ends the command. */
function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new CliError('Cancelled')
  return answer as Exclude<T, symbol>
}
