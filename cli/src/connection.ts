// The server and the key that the client commands use.
import type { Command } from 'commander'
import type { Server } from '../../sdk/src/follow.ts'
import { type Company, createQuoin, type Quoin, QuoinError } from '../../sdk/src/index.ts'
import { VERSION } from '../../server/src/operate/version.ts'
import { CliError } from './output.ts'
import { readSetting } from './settings.ts'
import { TIME_FORMS } from './since.ts'

export const LOGIN_FILE = 'login.json'
export const DEFAULT_URL = 'http://127.0.0.1:4280'
/** What to try when there is no answer. */
export const UNREACHABLE_HINT = 'Is the server running (npm start)? Another address: --url or QUOIN_URL'
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

/** The options and the environment, without the stored login. An empty variable counts as unset. */
export function givenAccess(options: ConnectionOptions): Partial<Login> {
  const given = (option: string | undefined, variable: string) => (option ?? process.env[variable]) || undefined
  return {
    url: withoutSlash(given(options.url, 'QUOIN_URL')),
    api_key: given(options.apiKey, 'QUOIN_API_KEY'),
    company_id: given(options.company, 'QUOIN_COMPANY'),
  }
}

/** The server and the key. Throws a CliError if no key is known. */
function accessOf(options: ConnectionOptions): Access {
  const given = givenAccess(options)
  const stored = readLogin()
  const url = given.url ?? stored?.url ?? DEFAULT_URL
  // A login stored for one server is never sent to another, and its company only applies with its key.
  const login = stored?.url === url ? stored : undefined
  const api_key = given.api_key ?? login?.api_key
  if (api_key === undefined) throw new CliError(`No API key for ${url}: run quoin login, or give --api-key or QUOIN_API_KEY`)
  return { url, api_key, company_id: given.company_id ?? (api_key === login?.api_key ? login.company_id : undefined) }
}

/** The stored login, if there is one. Throws a CliError for an invalid file. */
export function readLogin(): Login | undefined {
  try {
    const text = readSetting(LOGIN_FILE)
    if (text === undefined) return undefined
    const { url, api_key, company_id } = JSON.parse(text)
    if ([url, api_key, company_id].every((part) => typeof part === 'string')) return { url, api_key, company_id }
  } catch {
    // Reported below: whatever is wrong with the file, another login fixes it.
  }
  throw new CliError(`The stored login can't be read: run quoin login again`)
}

/**
 * Runs `work` with a client for the options, the environment and the login. A refusal that is about an option becomes a CliError
 * in the terms of the command line.
 */
export async function callServer<T>(
  options: ConnectionOptions & { since?: string; until?: string },
  work: (quoin: Quoin, access: Access) => Promise<T>,
): Promise<T> {
  const access = accessOf(options)
  const quoin = clientOf(access)
  // The API ignores an empty filter; on a command line it is a variable that was not set.
  if (options.since === '') throw timeFault('--since', '')
  if (options.until === '') throw timeFault('--until', '')
  try {
    return await work(quoin, access)
  } catch (error) {
    if (!(error instanceof QuoinError)) throw error
    if (error.param === 'created[gte]') throw timeFault('--since', options.since)
    if (error.param === 'created[lte]') throw timeFault('--until', options.until)
    // Throws with the companies that are possible; if they can't be loaded either, with the server's own message.
    if (error.code === 'company_not_accessible') await companyOf(quoin, access.company_id)
    throw error
  }
}

/** The company `wanted`, or the only one that the key reaches. Throws a CliError that names those that it reaches. */
export async function companyOf(quoin: Quoin, wanted: string | undefined): Promise<Company> {
  return pickCompany((await quoin.get('/v1/companies')).companies, wanted)
}

/** The same among companies that are known. Pure. */
export function pickCompany(companies: readonly Company[], wanted: string | undefined): Company {
  const list = companies.map(({ id, name }) => `${id} (${name})`).join(', ')
  if (wanted === undefined && companies.length > 1) {
    throw new CliError(`The key reaches several companies, choose one with --company: ${list}`)
  }
  const company = companies.find(({ id }) => wanted === undefined || id === wanted)
  if (!company) throw new CliError(`The key does not reach ${wanted ?? 'any company'}${list && `; it reaches ${list}`}`)
  return company
}

/** A client for an access. Throws a CliError for an invalid address. */
export function clientOf({ url, api_key, company_id }: Access): Quoin {
  const fault = addressFault(url)
  if (fault !== undefined) throw new CliError(fault)
  return createQuoin({ url, api_key, company_id, retries: RETRIES, headers: { 'user-agent': USER_AGENT } })
}

/** What is wrong with the address of a server, in one sentence; undefined for a good one. Pure. */
export function addressFault(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') {
    const without_version = url.replace(/\/v1\/*$/, '')
    return without_version === url ? undefined : `Give the address of the server without /v1: ${without_version}`
  }
  if (!url.includes('://') && URL.canParse(`http://${url}`)) {
    const scheme = /^(localhost|\[|[\d.]+(:|\/|$))/.test(url) ? 'http' : 'https'
    return `${url} lacks http:// or https://: did you mean ${scheme}://${url}?`
  }
  return `${url} is no address of a server: give one like https://billing.example.com`
}

/** The same for the following of events. */
export function connectionOf({ url, api_key, company_id }: Access): Server {
  return { url, company_id, headers: { 'user-agent': USER_AGENT, authorization: `Bearer ${api_key}` }, fetch: globalThis.fetch }
}

function timeFault(option: string, text: string | undefined): CliError {
  return new CliError(`${option} ${text} is no time: give ${TIME_FORMS}`)
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '')
}
