import { type Command, InvalidArgumentError } from 'commander'
import { accessOf, addConnectionOptions, type ConnectionOptions, clientOf } from './connection.ts'
import { withCloseTypes } from './event-types.ts'
import { print, table } from './output.ts'
import { readSince } from './since.ts'

const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 10_000

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
    .option('--since <time>', 'not before: 2h, 2026-03-01, 2026-03-01T12:00:00Z, unix seconds')
    .option('--until <time>', 'not after: likewise')
    .option('--resource <id>', 'only events about this resource: inv_…')
    .option('--limit <count>', `events at most, up to ${LARGEST_LIMIT}`, readLimit, DEFAULT_LIMIT)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      "\nExamples:\n  quoin events list --type 'invoice.*' --since 2h\n  quoin events list --resource inv_… --limit 100 --json",
    )
    .action(list)
  addConnectionOptions(events.command('get').description('show one event'))
    .argument('<id>', 'the event, evt_…')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin events get evt_…')
    .action(get)
  addConnectionOptions(events.command('types').description('list the event types that the company has'))
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin events types')
    .action(async (options: ConnectionOptions & { json?: boolean }) => {
      const { event_types } = await clientOf(accessOf(options)).get('/v1/events/types')
      const rows = event_types.map(({ type, module, label }) => [type, module ?? 'core', label])
      print(options.json, event_types, table(['TYPE', 'MODULE', 'LABEL'], rows))
    })
  addConnectionOptions(events.command('resend').description('deliver an event to a webhook endpoint once more'))
    .argument('<id>', 'the event, evt_…')
    .requiredOption('--endpoint <id>', 'the webhook endpoint, we_…')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin events resend evt_… --endpoint we_…')
    .action(async (id: string, options: ConnectionOptions & { endpoint: string; json?: boolean }) => {
      const body = { webhook_endpoint_id: options.endpoint }
      const delivery = await clientOf(accessOf(options)).post('/v1/events/{id}/resend', { path: { id }, body })
      print(options.json, delivery, [`Delivery ${delivery.id} of ${id} to ${options.endpoint} is ${delivery.status}`])
    })
}

async function list(options: ListOptions): Promise<void> {
  const quoin = clientOf(accessOf(options))
  const { type, resource, limit, json } = options
  const query = {
    type,
    resource_id: resource,
    'created[gte]': options.since && readSince(options.since, Date.now()),
    'created[lte]': options.until && readSince(options.until, Date.now()),
  }
  const found = await withCloseTypes(quoin, type, () => firstOf(quoin.list('/v1/events', { query }), limit))
  const rows = found.map((event) => [event.created_at, event.type, event.id, event.resource_id, event.test ? 'test' : ''])
  print(json, found, rows.length > 0 ? table(['CREATED', 'TYPE', 'ID', 'RESOURCE', ''], rows) : ['No events'])
}

async function firstOf<T>(list: AsyncIterable<T>, count: number): Promise<T[]> {
  const first: T[] = []
  for await (const item of list) if (first.push(item) >= count) break
  return first
}

async function get(id: string, options: ConnectionOptions & { json?: boolean }): Promise<void> {
  const event = await clientOf(accessOf(options)).get('/v1/events/{id}', { path: { id } })
  print(options.json, event, [
    `Id        ${event.id}`,
    `Type      ${event.type}${event.test ? '   (a test event)' : ''}`,
    `Created   ${event.created_at}`,
    `Resource  ${event.resource_id}   (${event.resource_type})`,
    JSON.stringify(event.data, null, 2),
  ])
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_LIMIT)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${LARGEST_LIMIT}.`)
  return limit
}
