import { addAbortSignal } from 'node:stream'
import type { Command } from 'commander'
import { type Company, QuoinError } from '../../sdk/src/index.ts'
import { reasonOf } from '../../sdk/src/retry.ts'
import {
  addConnectionOptions,
  addressFault,
  type ConnectionOptions,
  clientOf,
  DEFAULT_URL,
  givenAccess,
  LOGIN_FILE,
  type Login,
  pickCompany,
  readLogin,
  UNREACHABLE_HINT,
} from './connection.ts'
import { CliError, print, wrapped } from './output.ts'
import { removeSetting, writeSetting } from './settings.ts'

/** The server is asked whether it is one. */
const LONGEST_CHECK_MS = 10_000
/** How long a pipe may say nothing before there is no key in it. */
const LONGEST_SILENCE_MS = 3_000
/** No key is longer. */
const LONGEST_LINE = 1_000
/** So often a key may be typed. */
const MOST_TRIES = 3

/** `quoin login` and `quoin logout`. */
export function addLoginCommands(program: Command): void {
  addConnectionOptions(program.command('login').description('store the server, API key and company that the client commands use'))
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped(HELP))
    .action(login)
  program
    .command('logout')
    .description('forget what login stored')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin logout')
    .action(({ json }: { json?: boolean }) => {
      const url = readableLogin()?.url ?? null
      const was_there = removeSetting(LOGIN_FILE)
      const without_url = was_there ? "Removed a stored login that couldn't be read" : 'There was no login'
      print(json, { url }, [url === null ? without_url : `Logged out of ${url}`])
    })
}

const HELP = `
Asks on a terminal for what is not given, and proposes the server, key and company of the login before; in a pipe it asks nothing, reads the key from its input if there is one, and takes those. The key is checked, and kept in a file that only you can read.

Examples:
  quoin login
  echo $KEY | quoin login
  quoin login --url https://billing.example.com --api-key sk_… --company com_…`

async function login(options: ConnectionOptions & { json?: boolean }): Promise<void> {
  const given = givenAccess(options)
  const stored = readableLogin()
  const frame = new Frame()
  try {
    const url = given.url ?? (await frame.askUrl(stored?.url ?? DEFAULT_URL))
    await checkServer(url)
    // As everywhere: a login stored for one server is never sent to another.
    const login = stored?.url === url ? stored : undefined
    const { api_key, companies } = await keyFor(url, given.api_key, login?.api_key, frame)
    const company = await frame.choose(companies, given.company_id, login?.company_id)
    writeSetting(LOGIN_FILE, `${JSON.stringify({ url, api_key, company_id: company.id } satisfies Login, null, 2)}\n`)
    await frame.close('Stored')
    print(options.json, { url, company_id: company.id, company_name: company.name }, [
      `Logged in to ${url} as ${company.name} (${company.id})`,
    ])
  } catch (error) {
    await frame.close('Nothing is stored')
    throw error
  }
}

/** The stored login; none if it can't be read, because this command fixes that. */
function readableLogin(): Login | undefined {
  try {
    return readLogin()
  } catch {
    return undefined
  }
}

/** Throws a CliError unless a Quoin server answers there, so that nobody types a key in vain, or to something else. */
async function checkServer(url: string): Promise<void> {
  const fault = addressFault(url)
  if (fault !== undefined) throw new CliError(fault)
  let response: Response
  try {
    response = await fetch(`${url}/health`, { redirect: 'manual', signal: AbortSignal.timeout(LONGEST_CHECK_MS) })
    await response.body?.cancel()
  } catch (error) {
    throw new CliError(`${url} can't be reached: ${reasonOf(error)}. ${UNREACHABLE_HINT}`)
  }
  const moved_to = response.headers.get('location')
  if (moved_to !== null) throw new CliError(`${url} answers ${response.status}: it has moved to ${moved_to}`)
  if (!response.headers.has('quoin-request-id')) {
    throw new CliError(`${url} answers ${response.status}, but is no Quoin server: ${UNREACHABLE_HINT}`)
  }
}

/** A key that the server takes, and the companies that it reaches. A key that is typed wrong is asked for again. */
async function keyFor(
  url: string,
  given: string | undefined,
  stored: string | undefined,
  frame: Frame,
): Promise<{ api_key: string; companies: readonly Company[] }> {
  for (let tries = 1; ; tries++) {
    const api_key = given ?? (await frame.askKey(stored))
    if (!api_key) throw new CliError('Give the API key with --api-key or QUOIN_API_KEY')
    try {
      const { companies } = await clientOf({ url, api_key, company_id: undefined }).get('/v1/companies')
      return { api_key, companies }
    } catch (error) {
      const is_wrong = error instanceof QuoinError && error.status === 401
      if (!is_wrong || given !== undefined || !isTerminal() || tries === MOST_TRIES) throw error
      await frame.warn(`${error.message}: try again`)
    }
  }
}

/** The questions of one login, in one frame on standard error; standard output has only the result. In a pipe there are no questions. */
class Frame {
  private is_open = false

  /** The address of the server; `initial` in a pipe. */
  async askUrl(initial: string): Promise<string> {
    if (!isTerminal()) return initial
    const { text } = await this.prompts()
    const validate = (typed: string | undefined) => (typed ? addressFault(typed) : undefined)
    const answer = await answered(
      text({ message: 'Server', placeholder: initial, defaultValue: initial, validate, output: process.stderr }),
    )
    return answer.replace(/\/+$/, '')
  }

  /** The API key; in a pipe the one from standard input, and `stored` if there is none or nothing is typed. */
  async askKey(stored: string | undefined): Promise<string | undefined> {
    if (!isTerminal()) return (await pipedKey()) || stored
    const { password } = await this.prompts()
    const message = stored === undefined ? 'API key (sk_…)' : 'API key (sk_…; Enter keeps the stored one)'
    // Without any characters typed, clack gives undefined.
    const typed: string | undefined = await answered(password({ message, output: process.stderr }))
    return typed?.trim() || stored
  }

  /** One of the companies: the one `wanted`, the only one, or the one chosen; the `stored` one is proposed, and taken in a pipe. */
  async choose(companies: readonly Company[], wanted: string | undefined, stored: string | undefined): Promise<Company> {
    const kept = companies.find(({ id }) => id === stored)
    if (wanted !== undefined || companies.length <= 1 || !isTerminal()) {
      return pickCompany(companies, wanted ?? kept?.id)
    }
    const { select } = await this.prompts()
    const options = companies.map((company) => ({ value: company, label: company.name, hint: company.id }))
    return answered(select({ message: 'Company', options, initialValue: kept ?? companies[0]!, output: process.stderr }))
  }

  async warn(line: string): Promise<void> {
    const { log } = await this.prompts()
    log.warn(line, { output: process.stderr })
  }

  /** Draws the end of the frame, when there is one. */
  async close(line: string): Promise<void> {
    if (!this.is_open) return
    this.is_open = false
    const { outro } = await import('@clack/prompts')
    outro(line, { output: process.stderr })
  }

  private async prompts() {
    const prompts = await import('@clack/prompts')
    if (!this.is_open) prompts.intro('quoin login', { output: process.stderr })
    this.is_open = true
    return prompts
  }
}

/**
 * The first line of standard input if it is a pipe or a file: `echo $KEY | quoin login`. Undefined if there is none, and if nobody writes
 * into it: many programs are started with such a pipe.
 */
async function pipedKey(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined
  let text = ''
  const silence = AbortSignal.timeout(LONGEST_SILENCE_MS)
  try {
    for await (const chunk of addAbortSignal(silence, process.stdin.setEncoding('utf8'))) {
      text += chunk
      if (text.includes('\n') || text.length > LONGEST_LINE) break
    }
  } catch (error) {
    if (!silence.aborted) throw error
  }
  return text.split('\n', 1)[0]!.trim() || undefined
}

function isTerminal(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY)
}

/** The answer. Ctrl-C at a question ends the command; so does Ctrl-D, because no answer can come after it. */
async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const given_up = Symbol('given up')
  let giveUp = () => {}
  const ended = new Promise<symbol>((resolve) => {
    giveUp = () => resolve(given_up)
  })
  process.once('beforeExit', giveUp)
  const answer = await Promise.race([question, ended])
  process.off('beforeExit', giveUp)
  if (typeof answer === 'symbol') throw new CliError('Cancelled')
  return answer as Exclude<T, symbol>
}
