import type { Command } from 'commander'
import { type Quoin, QuoinError } from '../../sdk/src/index.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { withCloseTypes } from './event-types.ts'
import { idReader } from './ids.ts'
import { DEFAULT_LIMIT, firstOf, LARGEST_LIMIT, readLimit } from './lists.ts'
import { CliError, fittingTable, localParts, print, screenWidth, table, wrapped } from './output.ts'
import { readSince, TIME_FORMS } from './since.ts'

interface ListOptions extends ConnectionOptions {
  type: string
  since?: string
  until?: string
  resource?: string
  limit: number
  json?: boolean
}

/** `quoin events list`, `get`, `types` and `resend`. */
export function addEventCommands(program: Command): void {
  const events = program.command('events').description('the events of a company')
  addConnectionOptions(events.command('list').description('list events, newest first'))
    .option('--type <filter>', 'only these types: invoice.paid, invoice.*', '*')
    .option('--since <time>', `not before: ${TIME_FORMS}`)
    .option('--until <time>', 'not after: same format')
    .option('--resource <id>', 'only events about this resource: inv_…')
    .option('--limit <count>', `events at most, up to ${LARGEST_LIMIT}`, readLimit, DEFAULT_LIMIT)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        "\nThe table has local times, and the resources where they fit; --json has all of an event.\n\nExamples:\n  quoin events list --type 'invoice.*' --since 2h\n  quoin events list --resource inv_… --limit 100 --json",
      ),
    )
    .action(list)
  addConnectionOptions(events.command('get').description('show one event'))
    .argument('<id>', 'the event, evt_…', readEventId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin events get evt_…')
    .action(get)
  addConnectionOptions(events.command('types').description('list the event types that the company has'))
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin events types')
    .action(async (options: ConnectionOptions & { json?: boolean }) => {
      const { event_types } = await callServer(options, (quoin) => quoin.get('/v1/events/types'))
      const rows = event_types.map(({ type, module, label }) => [type, module ?? 'core', label])
      print(options.json, event_types, table(['TYPE', 'MODULE', 'LABEL'], rows))
    })
  addConnectionOptions(events.command('resend').description('deliver an event to a webhook endpoint once more'))
    .argument('<id>', 'the event, evt_…', readEventId)
    .requiredOption('--endpoint <id>', 'the webhook endpoint, we_…', readEndpointId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin events resend evt_… --endpoint we_…')
    .action(async (id: string, options: ConnectionOptions & { endpoint: string; json?: boolean }) => {
      const delivery = await callServer(options, (quoin) => resend(quoin, id, options.endpoint))
      print(options.json, delivery, [`Delivery ${delivery.id} of ${id} to ${options.endpoint} is ${delivery.status}`])
    })
}

async function list(options: ListOptions): Promise<void> {
  const { type, resource, limit, json } = options
  const query = {
    type,
    resource_id: resource,
    'created[gte]': options.since === undefined ? undefined : readSince(options.since, Date.now()),
    'created[lte]': options.until === undefined ? undefined : readSince(options.until, Date.now()),
  }
  const found = await callServer(options, (quoin) =>
    withCloseTypes(quoin, type, () => firstOf(quoin.list('/v1/events', { query }), limit)),
  )
  print(json, found, found.length > 0 ? eventTable(found, screenWidth()) : ['No events'])
}

/** Four columns fit 80; that of the resources comes where the terminal has room for it. */
function eventTable(events: readonly Event[], width: number): string[] {
  const rows = events.map((event) => [
    shortTime(event.created_at),
    event.type,
    event.id,
    event.test ? 'test' : '',
    event.resource_id,
  ])
  return fittingTable(['CREATED', 'TYPE', 'ID', 'TEST', 'RESOURCE'], rows, width, 4)
}

type Event = Awaited<ReturnType<typeof getEvent>>

/** As `ls` does it: day and time within this year, the whole date of another. */
function shortTime(at: string): string {
  const [day, time] = localParts(new Date(at))
  const [today] = localParts(new Date())
  return day.slice(0, 4) === today.slice(0, 4) ? `${day.slice(5)} ${time}` : day
}

async function get(id: string, options: ConnectionOptions & { json?: boolean }): Promise<void> {
  const event = await callServer(options, (quoin) => getEvent(quoin, id))
  print(options.json, event, [
    `Id        ${event.id}`,
    `Type      ${event.type}${event.test ? '   (a test event)' : ''}`,
    `Created   ${event.created_at}`,
    `Resource  ${event.resource_id}   (${event.resource_type})`,
    ...JSON.stringify(event.data, null, 2).split('\n'),
  ])
}

async function resend(quoin: Quoin, id: string, webhook_endpoint_id: string) {
  try {
    return await quoin.post('/v1/events/{id}/resend', { path: { id }, body: { webhook_endpoint_id } })
  } catch (error) {
    if (isNotFound(error)) throw noEvent(id)
    if (!(error instanceof QuoinError && error.param === 'webhook_endpoint_id')) throw error
    throw new CliError(`The company has no webhook endpoint ${webhook_endpoint_id}`)
  }
}

async function getEvent(quoin: Quoin, id: string) {
  try {
    return await quoin.get('/v1/events/{id}', { path: { id } })
  } catch (error) {
    throw isNotFound(error) ? noEvent(id) : error
  }
}

function noEvent(id: string): CliError {
  return new CliError(`The company has no event ${id}: quoin events list shows them`)
}

function isNotFound(error: unknown): boolean {
  return error instanceof QuoinError && error.status === 404
}

const readEventId = idReader('evt', 'an event')
const readEndpointId = idReader('we', 'a webhook endpoint')
