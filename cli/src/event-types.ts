// Suggestions for an event type or filter that does not exist.
import { type Quoin, QuoinError } from '../../sdk/src/index.ts'
import { CliError } from './output.ts'

const MOST_SHOWN = 5
const LIST_HINT = 'quoin events types lists them'

/**
 * The result of `work`; if the server does not know the event type or filter `name`, throws a CliError that lists similar ones. Where only
 * `one` type is possible, no filter is suggested.
 */
export async function withCloseTypes<T>(
  quoin: Quoin,
  name: string,
  work: () => Promise<T>,
  wanted: 'one' | 'filter' = 'filter',
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QuoinError && error.code === 'invalid_type')) throw error
    const types = await typesOf(quoin).catch(() => [])
    throw new CliError(wanted === 'one' ? await typeFault(name, types) : await filterFault(name, types))
  }
}

async function typesOf(quoin: Quoin): Promise<string[]> {
  return (await quoin.get('/v1/events/types')).event_types.map(({ type }) => type)
}

async function typeFault(name: string, types: readonly string[]): Promise<string> {
  // `invoice.*`, `invoice.` and `invoice` all mean a family, and one of it is wanted.
  const family = ofPrefix(name.replace(/\.?\*?$/, ''), types)
  if (name.includes('*')) return `${name} is a filter, and one event type is wanted: ${family.join(', ') || LIST_HINT}`
  if (!name.includes('.') && family.length > 0) return `${name} is no single event type, choose one: ${family.join(', ')}`
  return unknownFault(name, await closeNames(name, types, types))
}

async function filterFault(name: string, types: readonly string[]): Promise<string> {
  const filters = [...new Set(types.map((type) => `${prefixOf(type)}.*`))]
  return unknownFault(name, await closeNames(name, name.includes('*') ? filters : [...types, ...filters], types))
}

function unknownFault(name: string, close: readonly string[]): string {
  return `There is no event type ${name}: ${close.length > 0 ? `did you mean ${close.join(', ')}?` : LIST_HINT}`
}

/** Those of `allowed` that a typing mistake explains, else the types with the same prefix. */
async function closeNames(name: string, allowed: readonly string[], types: readonly string[]): Promise<string[]> {
  const { closestNames } = await import('../../server/src/kernel/closest.ts')
  const close = closestNames(name, allowed, MOST_SHOWN)
  return close.length > 0 ? close : ofPrefix(prefixOf(name), types).slice(0, MOST_SHOWN)
}

function ofPrefix(prefix: string, types: readonly string[]): string[] {
  return types.filter((type) => prefixOf(type) === prefix)
}

function prefixOf(type: string): string {
  return type.split('.')[0]!
}
