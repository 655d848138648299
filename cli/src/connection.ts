// Which server the client commands talk to, and as whom.
import type { Command } from 'commander'
import type { Server } from '../../sdk/src/follow.ts'
import { createQuoin, type Quoin } from '../../sdk/src/index.ts'
import { VERSION } from '../../server/src/version.ts'
import { CliError } from './output.ts'
import { readSetting } from './settings.ts'

export const LOGIN_FILE = 'login.json'
export const DEFAULT_URL = 'http://127.0.0.1:4280'
/** A person waits at the terminal. */
const RETRIES = 2
const USER_AGENT = `quoin-cli/${VERSION}`

/** The options that all client commands have. */
export interface ConnectionOptions {
  url?: string
  apiKey?: string
  company?: string
}

/** What `quoin login` stores. */
export interface Login {
  url: string
  api_key: string
  company_id: string
}

export interface Access {
  url: string
  api_key: string
  company_id: string | undefined
}

/** Adds `--url`, `--api-key` and `--company` to a command. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', `the server (default: QUOIN_URL, the login, ${DEFAULT_URL})`)
    .option('--api-key <key>', 'the API key (default: QUOIN_API_KEY, the login)')
    .option('--company <id>', 'the company (default: QUOIN_COMPANY, the login)')
}

/** What the options and the environment say, without what was stored. An empty variable counts as none. */
export function givenAccess(options: ConnectionOptions): Partial<Login> {
  const given = (option: string | undefined, variable: string) => (option ?? process.env[variable]) || undefined
  return {
    url: withoutSlash(given(options.url, 'QUOIN_URL')),
    api_key: given(options.apiKey, 'QUOIN_API_KEY'),
    company_id: given(options.company, 'QUOIN_COMPANY'),
  }
}

/** Where to go, and as whom. Throws a CliError when no key is known. */
export function accessOf(options: ConnectionOptions): Access {
  const given = givenAccess(options)
  const stored = readLogin()
  const url = given.url ?? stored?.url ?? DEFAULT_URL
  // What was stored for one server is never shown to another, and a company goes with its key.
  const login = stored?.url === url ? stored : undefined
  const api_key = given.api_key ?? login?.api_key
  if (api_key === undefined) throw new CliError(`No API key for ${url}: run quoin login, or give --api-key or QUOIN_API_KEY`)
  return { url, api_key, company_id: given.company_id ?? (api_key === login?.api_key ? login.company_id : undefined) }
}

/** The stored login, if there is one. */
export function readLogin(): Login | undefined {
  const text = readSetting(LOGIN_FILE)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`The stored login can't be read: run quoin login again`)
  }
}

/** A client for an access. Throws a CliError for an address that is none. */
export function clientOf({ url, api_key, company_id }: Access): Quoin {
  try {
    return createQuoin({ url, api_key, company_id, retries: RETRIES, headers: { 'user-agent': USER_AGENT } })
  } catch {
    throw new CliError(`${url} is no address of a server: give one like https://billing.example.com`)
  }
}

/** The same for the following of events. */
export function connectionOf({ url, api_key, company_id }: Access): Server {
  return { url, company_id, headers: { 'user-agent': USER_AGENT, authorization: `Bearer ${api_key}` }, fetch: globalThis.fetch }
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '')
}
