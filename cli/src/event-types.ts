// Telling what was probably meant by an event type or filter that does not exist.
import { type Quoin, QuoinError } from '../../sdk/src/index.ts'
import { CliError } from './output.ts'

const MOST_SHOWN = 5

/** What `work` gives; when the server does not know the event type or filter `name`, a CliError that lists the close ones. */
export async function withCloseTypes<T>(quoin: Quoin, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QuoinError && error.code === 'invalid_type')) throw error
    const close = await closeTypes(quoin, name).catch(() => [])
    const hint = close.length > 0 ? `did you mean ${close.join(', ')}?` : 'quoin events types lists them'
    throw new CliError(`There is no event type ${name}: ${hint}`)
  }
}

async function closeTypes(quoin: Quoin, name: string): Promise<string[]> {
  const { event_types } = await quoin.get('/v1/events/types')
  const types = event_types.map(({ type }) => type)
  const { closestNames } = await import('../../server/src/kernel/closest.ts')
  const filters = [...new Set(types.map((type) => `${type.split('.')[0]}.*`))]
  const close = closestNames(name, name.includes('*') ? filters : [...types, ...filters], MOST_SHOWN)
  return close.length > 0 ? close : types.filter((type) => type.split('.')[0] === name.split('.')[0]).slice(0, MOST_SHOWN)
}
