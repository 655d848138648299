import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { webhookBodyOf } from '../../sdk/src/event-text.ts'
import { follow } from '../../sdk/src/follow.ts'
import type { Company, Quoin } from '../../sdk/src/index.ts'
import { type Access, accessOf, addConnectionOptions, type ConnectionOptions, clientOf, connectionOf } from './connection.ts'
import { withCloseTypes } from './event-types.ts'
import { Forwarder } from './listen/forward.ts'
import { LONGEST_PAUSE_MS, type PlaceKey, readPlace, savePlace } from './listen/places.ts'
import { type Format, Screen, type ShownEvent } from './listen/screen.ts'
import { CliError } from './output.ts'
import { keepSetting } from './settings.ts'
import { readSince } from './since.ts'

const SECRET_FILE = 'listen-secret'
/** How often a quiet run writes down that it is there. */
const HEARTBEAT_MS = 30_000
/** After Ctrl-C, the answer of the forward under way is waited for this long. */
const LAST_ANSWER_MS = 2_000
/** The time before all events. */
const EVER = '1970-01-01'

interface ListenOptions extends ConnectionOptions {
  forwardTo: string[]
  events: string[]
  since?: string
  printSecret?: boolean
  format: Format
  skipVerify?: boolean
  headers: Record<string, string>
}

/** `quoin listen`. */
export function addListenCommand(program: Command): void {
  addConnectionOptions(program.command('listen').description('follow the events of a company, and forward each to a local URL'))
    .option('--forward-to <url>', 'where to post each event: localhost:3000/webhooks; may be repeated', collectUrl, [])
    .option('--events <filters>', "only these types: 'invoice.*,quote.approved'", collectFilters, [])
    .option('--since <time>', 'begin there instead: now, 2h, 2026-03-01, 2026-03-01T12:00:00Z, unix seconds')
    .option('--print-secret', 'print the local signing secret, and end')
    .addOption(
      new Option('--format <format>', 'text, or one JSON line an event and answer').choices(['text', 'json']).default('text'),
    )
    .option('--skip-verify', 'accept any TLS certificate of the URLs')
    .option('--headers <headers>', "sent along: 'X-Tenant: 7, X-Env: dev'; may be repeated", collectHeaders, {})
    .addHelpText('after', HELP)
    .action(listen)
}

const HELP = `
Each event is posted as a webhook delivery would be, oldest first, and signed with a secret of this machine. A refused connection is tried
again for ten seconds; any other failure is shown, and the next event follows.

It goes on where the last run with the same server, company, filter and URL stopped, if that was less than 24 hours ago; else it begins
with new events. --since overrides this.

Examples:
  quoin listen --forward-to localhost:3000/webhooks
  quoin listen --events 'invoice.*,payment.received' --forward-to localhost:3000/webhooks --forward-to localhost:4000/ledger
  quoin listen --since 2h --format json
  export QUOIN_WEBHOOK_SECRET=$(quoin listen --print-secret)`

/** One URL and how far it is; without a URL, events are only shown. */
interface Lane {
  key: PlaceKey
  forwarder: Forwarder | undefined
  /** Undefined while `--since` decides; null before the first event. */
  event_id: string | null | undefined
}

async function listen(options: ListenOptions): Promise<void> {
  const secret = keepSetting(SECRET_FILE, `whsec_${randomBytes(32).toString('base64')}\n`).trim()
  if (options.printSecret) return void process.stdout.write(`${secret}\n`)
  const ending = new AbortController()
  endOnSignals(ending)
  const screen = new Screen(options.format, () => process.emit('SIGINT'))
  try {
    const access = accessOf(options)
    await screen.spin(`Connecting to ${access.url}`)
    const quoin = clientOf(access)
    const company = await companyOf(quoin, access)
    const run = { access: { ...access, company_id: company.id }, quoin: clientOf({ ...access, company_id: company.id }) }
    for (const type of options.events) {
      await withCloseTypes(run.quoin, type, () => run.quoin.get('/v1/events', { query: { type, limit: 1 } }))
    }
    const settings = { secret, headers: options.headers, skip_verify: options.skipVerify ?? false }
    const keyOf = (forward_to: string | null) => ({ url: access.url, company_id: company.id, types: options.events, forward_to })
    const lanes: Lane[] = options.forwardTo.map((url) => ({
      key: keyOf(url),
      forwarder: new Forwarder(url, settings),
      event_id: undefined,
    }))
    if (lanes.length === 0) lanes.push({ key: keyOf(null), forwarder: undefined, event_id: undefined })
    const since = await placeLanes(lanes, run.quoin, options.since, screen)
    for (const { forwarder } of lanes) {
      if (forwarder) screen.note(`Forwarding ${options.events.join(', ') || 'all events'} to ${forwarder.url}`)
    }
    screen.note(`Ready: following ${company.name} (${company.id}) on ${access.url}. The signing secret is ${secret}`)
    const start = { ...startOf(lanes, since), types: options.events }
    await forwardAll(lanes, run.access, start, screen, ending.signal)
  } finally {
    screen.end()
  }
}

/** Ctrl-C ends with exit code 0: at once the second time, or when the answer under way takes too long. */
function endOnSignals(ending: AbortController): void {
  const end = () => {
    if (ending.signal.aborted) process.exit(0)
    ending.abort()
    setTimeout(() => process.exit(0), LAST_ANSWER_MS).unref()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The reader of a pipe has gone: `quoin listen | head`.
  process.stdout.on('error', () => process.exit(0))
}

async function companyOf(quoin: Quoin, { company_id }: Access): Promise<Company> {
  const { companies } = await quoin.get('/v1/companies')
  const list = companies.map(({ id, name }) => `${id} (${name})`).join(', ')
  if (company_id === undefined && companies.length > 1) {
    throw new CliError(`The key reaches several companies, choose one with --company: ${list}`)
  }
  const company = companies.find(({ id }) => company_id === undefined || id === company_id)
  if (!company) throw new CliError(`The key does not reach ${company_id ?? 'any company'}${list && `; it reaches ${list}`}`)
  return company
}

/** Decides where each lane begins, and says so. Gives the time that `--since` means, when it decides. */
async function placeLanes(lanes: Lane[], quoin: Quoin, since: string | undefined, screen: Screen): Promise<string | undefined> {
  if (since !== undefined && since !== 'now') {
    const time = readSince(since, Date.now())
    await quoin.get('/v1/events', { query: { 'created[gte]': time, limit: 1 } })
    return time
  }
  const [newest] = (await quoin.get('/v1/events', { query: { limit: 1 } })).events
  for (const lane of lanes) {
    const stored = since === 'now' ? undefined : await storedPlace(lane, quoin, screen)
    lane.event_id = stored === undefined ? (newest?.id ?? null) : stored
    // Written before the first event, so that what happens while a restart is under way isn't taken for old.
    savePlace(lane.key, lane.event_id, Date.now())
  }
  return undefined
}

/** Where the last run stopped, when going on there is what is wanted. */
async function storedPlace({ key }: Lane, quoin: Quoin, screen: Screen): Promise<string | null | undefined> {
  const place = readPlace(key)
  if (!place) return undefined
  const { event_id: id, at } = place
  const where = key.forward_to === null ? '' : ` to ${key.forward_to}`
  if (Date.now() - Date.parse(at) > LONGEST_PAUSE_MS) {
    screen.note(
      `The last run${where} ended at ${at}, too long ago to go on there: beginning with new events (--since ${at} gives the rest)`,
    )
    return undefined
  }
  if (id !== null && !(await isKnown(quoin, id))) {
    screen.note(`The server has no event ${id}, where the last run${where} stopped: beginning with new events`)
    return undefined
  }
  screen.note(
    `Going on${where} after ${id ?? 'the beginning'}, where the last run stopped at ${at} (--since now skips what is missed)`,
  )
  return id
}

async function isKnown(quoin: Quoin, id: string): Promise<boolean> {
  try {
    await quoin.get('/v1/events/{id}', { path: { id } })
    return true
  } catch (error) {
    if ((error as { status?: number }).status === 404) return false
    throw error
  }
}

/** Where the following begins, for the lane that is behind all others. */
function startOf(lanes: readonly Lane[], since: string | undefined): { after?: string; since?: string } {
  if (since !== undefined) return { since }
  const [first] = lanes.map(({ event_id }) => event_id ?? '').sort()
  return first === '' || first === undefined ? { since: EVER } : { after: first }
}

async function forwardAll(
  lanes: readonly Lane[],
  access: Access,
  start: { after?: string; since?: string; types: readonly string[] },
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const heartbeat = setInterval(() => {
    for (const { key, event_id } of lanes) if (event_id !== undefined) savePlace(key, event_id, Date.now())
  }, HEARTBEAT_MS)
  try {
    const options = { ...start, signal, on_state: (state: Parameters<Screen['state']>[0]) => screen.state(state) }
    for await (const { id, text } of follow(connectionOf(access), options)) {
      await screen.event(JSON.parse(text) as ShownEvent, text)
      const body = webhookBodyOf(text)
      const behind = lanes.filter(({ event_id }) => event_id === undefined || event_id === null || event_id < id)
      await Promise.all(behind.map((lane) => forwardOne(lane, id, body, screen, signal)))
    }
  } finally {
    clearInterval(heartbeat)
  }
}

/** The place is written when the answer is there: a kill repeats the one event at most whose answer was lost. */
async function forwardOne(lane: Lane, id: string, body: string, screen: Screen, signal: AbortSignal): Promise<void> {
  const { forwarder, key } = lane
  let outcome: Awaited<ReturnType<Forwarder['forward']>> | undefined
  try {
    outcome = await forwarder?.forward(id, body, signal, () =>
      screen.note(`${forwarder.url} refuses connections: waiting for it for 10 s`),
    )
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  lane.event_id = id
  savePlace(key, id, Date.now())
  if (outcome) await screen.answer(id, forwarder!.url, outcome)
}

/** `localhost:3000/webhooks`, `:3000`, `3000` and whole URLs. */
function collectUrl(text: string, previous: readonly string[]): string[] {
  const with_host = /^:?\d+(\/|$)/.test(text) ? `localhost:${text.replace(/^:/, '')}` : text
  const url = URL.parse(/^[a-z]+:\/\//i.test(with_host) ? with_host : `http://${with_host}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('It must be like localhost:3000/webhooks.')
  return previous.includes(url.href) ? [...previous] : [...previous, url.href]
}

function collectFilters(text: string, previous: readonly string[]): string[] {
  const filters = text
    .split(',')
    .map((filter) => filter.trim())
    .filter((filter) => filter !== '')
  return [...new Set([...previous, ...filters])]
}

function collectHeaders(text: string, previous: Record<string, string>): Record<string, string> {
  const headers = { ...previous }
  // A comma inside a value stays: the next header begins with a name and a colon.
  for (const part of text.split(/,\s*(?=[\w-]+\s*:)/)) {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(part) ?? []
    if (name === undefined) throw new InvalidArgumentError("It must be like 'X-Tenant: 7, X-Env: dev'.")
    headers[name.toLowerCase()] = value!
  }
  return headers
}
