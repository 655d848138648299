import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { webhookBodyOf } from '../../sdk/src/event-text.ts'
import { follow } from '../../sdk/src/follow.ts'
import type { Quoin } from '../../sdk/src/index.ts'
import {
  type Access,
  addConnectionOptions,
  type ConnectionOptions,
  callServer,
  clientOf,
  companyOf,
  connectionOf,
} from './connection.ts'
import { withCloseTypes } from './event-types.ts'
import { Forwarder } from './listen/forward.ts'
import { LONGEST_PAUSE_MS, type PositionKey, readPosition, savePosition } from './listen/positions.ts'
import { type Format, Screen, type ShownEvent } from './listen/screen.ts'
import { CliError, printable, wrapped } from './output.ts'
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
  forwardTo?: string[]
  events?: string[]
  since?: string
  printSecret?: boolean
  format: Format
  skipVerify?: boolean
  headers?: Record<string, string>
  json?: boolean
}

/** `quoin listen`. */
export function addListenCommand(program: Command): void {
  addConnectionOptions(program.command('listen').description('follow the events of a company, and forward each to a local URL'))
    .option('--forward-to <url>', 'where to post each event: localhost:3000/webhooks; may be repeated', collectUrl)
    .option('--events <filters>', "only these types: 'invoice.*,quote.approved'", collectFilters)
    .option('--since <time>', 'begin there instead: now, 2h, 2026-03-01, 2026-03-01T12:00:00Z, unix seconds')
    .option('--print-secret', 'print the local signing secret, and end')
    .addOption(
      new Option('--format <format>', 'text, or one JSON line an event and answer').choices(['text', 'json']).default('text'),
    )
    .option('--skip-verify', 'accept any TLS certificate of the URLs')
    .option('--headers <headers>', "sent along: 'X-Tenant: 7, X-Env: dev'; may be repeated", collectHeaders)
    // Options of other commands and tools: the message says what to type instead.
    .addOption(new Option('--json').hideHelp())
    .allowExcessArguments()
    .addHelpText('after', wrapped(HELP))
    .action((options: ListenOptions, command: Command) => {
      const [stray] = command.args
      if (stray !== undefined) command.error(`listen takes no ${stray}: did you mean ${optionFor(stray)}?`)
      if (options.json) command.error('listen prints JSON with --format json')
      return listen(options)
    })
}

const HELP = `
Each event is posted as a webhook delivery would be, oldest first, and signed with a secret of this machine. A refused connection is tried again for ten seconds; any other failure is shown, and the next event follows.

It goes on where the last run with the same server, company, filter and URL stopped, if that was less than 24 hours ago; else it begins with new events. --since overrides this.

Examples:
  quoin listen --forward-to localhost:3000/webhooks
  quoin listen --events 'invoice.*,payment.received' --forward-to localhost:3000/webhooks --forward-to localhost:4000/ledger
  quoin listen --since 2h --format json
  export QUOIN_WEBHOOK_SECRET=$(quoin listen --print-secret)`

/** One URL and how far it is; without a URL, events are only shown. */
interface Lane {
  key: PositionKey
  forwarder: Forwarder | undefined
  /** Undefined while `--since` decides; null before the first event. */
  event_id: string | null | undefined
}

/** The state of a run. */
interface Run {
  /** Empty until it is ready. */
  lanes: readonly Lane[]
  event_count: number
}

/** The option that was meant by an argument: a filter, or where to forward to. */
function optionFor(stray: string): string {
  const is_filter = /^[a-z_]+\.([a-z_]+|\*)$|^\*$/.test(stray)
  return is_filter ? `--events '${stray}'` : `--forward-to ${stray}`
}

async function listen(options: ListenOptions): Promise<void> {
  const secret = keepSetting(SECRET_FILE, `whsec_${randomBytes(32).toString('base64')}\n`).trim()
  if (!/^whsec_[A-Za-z0-9+/]{32,}=*$/.test(secret)) {
    throw new CliError(
      `The local signing secret is damaged: remove the file ${SECRET_FILE} in the settings folder, and a new one is made`,
    )
  }
  if (options.printSecret) return void process.stdout.write(`${secret}\n`)
  const ending = new AbortController()
  const screen = new Screen(options.format, () => process.emit('SIGINT'))
  const run: Run = { lanes: [], event_count: 0 }
  endOnSignals(ending, () => sayFarewell(run, screen))
  try {
    await callServer(options, (quoin, access) => followInto(run, quoin, access, { ...options, secret }, screen, ending.signal))
    sayFarewell(run, screen)
  } finally {
    screen.end()
  }
}

/** Fills `run` with its lanes, and follows the events into them until `signal` is aborted. */
async function followInto(
  run: Run,
  quoin: Quoin,
  given: Access,
  options: ListenOptions & { secret: string },
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { secret, headers = {}, events: types = [], forwardTo: urls = [] } = options
  await screen.spin(`Connecting to ${given.url}`)
  const company = await companyOf(quoin, given.company_id)
  const access = { ...given, company_id: company.id }
  const in_company = clientOf(access)
  for (const type of types) {
    await withCloseTypes(in_company, type, () => in_company.get('/v1/events', { query: { type, limit: 1 } }))
  }
  const settings = { secret, headers, skip_verify: options.skipVerify ?? false }
  const keyOf = (forward_to: string | null) => ({ url: access.url, company_id: company.id, types, forward_to })
  const lanes: Lane[] = urls.map((url) => ({ key: keyOf(url), forwarder: new Forwarder(url, settings), event_id: undefined }))
  if (lanes.length === 0) lanes.push({ key: keyOf(null), forwarder: undefined, event_id: undefined })
  const since = await startLanes(lanes, in_company, options.since, screen)
  for (const url of urls) screen.note(`Forwarding ${types.join(', ') || 'all events'} to ${url}`)
  // The secret is the last thing on its line, so that it can be copied.
  screen.note(`Ready: following ${printable(company.name)} (${company.id}) on ${access.url}\nThe signing secret is ${secret}`)
  run.lanes = lanes
  await forwardAll(run, access, { ...startOf(lanes, since), types }, screen, signal)
}

/** The last line of a run that was ready. */
function sayFarewell({ lanes, event_count }: Run, screen: Screen): void {
  if (lanes.length === 0) return
  const count = `${event_count} ${event_count === 1 ? 'event' : 'events'}`
  // A run with --since that met no event has no position to resume from.
  const has_position = lanes.every(({ event_id }) => event_id !== undefined)
  // The terminal has echoed a ^C that this line would stick to.
  const start = process.stdin.isTTY ? '\n' : ''
  screen.note(`${start}Stopped after ${count}${has_position ? '; the next listen goes on from here.' : '.'}`)
}

/** Ctrl-C ends with exit code 0: at once the second time, or when the answer under way takes too long. */
function endOnSignals(ending: AbortController, beforeExit: () => void): void {
  const end = () => {
    if (ending.signal.aborted) process.exit(0)
    ending.abort()
    setTimeout(() => {
      beforeExit()
      process.exit(0)
    }, LAST_ANSWER_MS).unref()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The reader of a pipe has gone: `quoin listen | head`.
  process.stdout.on('error', () => process.exit(0))
}

/** Decides where each lane starts, and reports it. Returns the time of `--since` if that decides. */
async function startLanes(lanes: Lane[], quoin: Quoin, since: string | undefined, screen: Screen): Promise<string | undefined> {
  if (since !== undefined && since !== 'now') {
    const time = readSince(since, Date.now())
    await quoin.get('/v1/events', { query: { 'created[gte]': time, limit: 1 } })
    return time
  }
  const [newest] = (await quoin.get('/v1/events', { query: { limit: 1 } })).events
  for (const lane of lanes) {
    const stored = since === 'now' ? undefined : await storedPosition(lane, quoin, screen)
    lane.event_id = stored === undefined ? (newest?.id ?? null) : stored
    // Written before the first event, so that what happens during a restart isn't taken for old.
    savePosition(lane.key, lane.event_id, Date.now())
  }
  return undefined
}

/** Where the last run stopped, if this run should continue there. */
async function storedPosition({ key }: Lane, quoin: Quoin, screen: Screen): Promise<string | null | undefined> {
  const stored = readPosition(key)
  if (!stored) return undefined
  const { event_id: id, at } = stored
  const where = key.forward_to === null ? '' : ` to ${key.forward_to}`
  if (Date.now() - Date.parse(at) > LONGEST_PAUSE_MS) {
    screen.note(
      `The last run${where} ended at ${at}, too long ago to go on there: beginning with new events (--since ${at} gives the rest)`,
    )
    return undefined
  }
  if (id !== null && !(await isKnown(quoin, id))) {
    screen.note(
      `The server has no event ${id}, where the last run${where} stopped: beginning with new events (--since 1970-01-01 gives all that it has)`,
    )
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

/** Where to start following: at the lane that is behind all others. */
function startOf(lanes: readonly Lane[], since: string | undefined): { after?: string; since?: string } {
  if (since !== undefined) return { since }
  const [first] = lanes.map(({ event_id }) => event_id ?? '').sort()
  return first === '' || first === undefined ? { since: EVER } : { after: first }
}

async function forwardAll(
  run: Run,
  access: Access,
  start: { after?: string; since?: string; types: readonly string[] },
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { lanes } = run
  const heartbeat = setInterval(() => {
    for (const { key, event_id } of lanes) if (event_id !== undefined) savePosition(key, event_id, Date.now())
  }, HEARTBEAT_MS)
  try {
    const options = { ...start, signal, on_state: (state: Parameters<Screen['state']>[0]) => screen.state(state) }
    for await (const { id, text } of follow(connectionOf(access), options)) {
      run.event_count++
      await screen.event(JSON.parse(text) as ShownEvent, text)
      const body = webhookBodyOf(text)
      const behind = lanes.filter(({ event_id }) => event_id === undefined || event_id === null || event_id < id)
      await Promise.all(behind.map((lane) => forwardOne(lane, id, body, screen, signal)))
    }
  } finally {
    clearInterval(heartbeat)
  }
}

/** The position is written when the answer is there: a kill repeats the one event at most whose answer was lost. */
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
  savePosition(key, id, Date.now())
  if (outcome) await screen.answer(id, forwarder!.url, outcome)
}

/** `localhost:3000/webhooks`, `:3000`, `3000` and whole URLs. */
function collectUrl(text: string, previous: readonly string[] = []): string[] {
  const with_host = /^:?\d+(\/|$)/.test(text) ? `localhost:${text.replace(/^:/, '')}` : text
  const url = URL.parse(/^[a-z]+:\/\//i.test(with_host) ? with_host : `http://${with_host}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('It must be like localhost:3000/webhooks.')
  return previous.includes(url.href) ? [...previous] : [...previous, url.href]
}

function collectFilters(text: string, previous: readonly string[] = []): string[] {
  const filters = text
    .split(',')
    .map((filter) => filter.trim())
    .filter((filter) => filter !== '')
  // An unset variable must not mean all events.
  if (filters.length === 0) throw new InvalidArgumentError('It names no event type: leave it out for all events.')
  return [...new Set([...previous, ...filters])]
}

function collectHeaders(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const headers = { ...previous }
  // A comma inside a value is kept: the next header starts with a name and a colon.
  for (const part of text.split(/,\s*(?=[\w-]+\s*:)/)) {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(part) ?? []
    if (name === undefined) throw new InvalidArgumentError("It must be like 'X-Tenant: 7, X-Env: dev'.")
    headers[name.toLowerCase()] = value!
  }
  return headers
}
