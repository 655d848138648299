// Which events an endpoint gets.

import { closestNames } from '../../kernel/closest.ts'
import type { Fault } from '../../kernel/errors.ts'
import { quote } from '../../kernel/text.ts'
import type { EventCatalogue } from '../events/event-type.ts'

const MOST_SUGGESTED = 3

/** The faults of a list of filters: those that match no event type at all, with suggestions. */
export function filterFaults(catalogue: EventCatalogue, filters: readonly string[]): Fault[] {
  return filters.flatMap((filter, index): Fault[] => {
    if (catalogue.matching(filter)) return []
    const close = closestNames(filter, allFilters(catalogue), MOST_SUGGESTED)
    const question = close.length > 0 ? `; did you mean ${close.join(', ')}?` : ': GET /v1/events/types lists the types'
    const error = `${quote(filter)} is no event type, wildcard like invoice.*, or *${question}`
    return [{ error, code: 'invalid_type', param: `enabled_events[${index}]` }]
  })
}

function allFilters(catalogue: EventCatalogue): string[] {
  const types = catalogue.types.map(({ type }) => type)
  return [...types, ...new Set(types.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))]
}

/** A test whether an endpoint with these filters gets events of a type. Filters that mean nothing any more mean nothing. */
export function compileFilters(catalogue: EventCatalogue, filters: readonly string[]): (type: string) => boolean {
  if (filters.includes('*')) return () => true
  const types = new Set(filters.flatMap((filter) => catalogue.matching(filter) ?? []).map(({ type }) => type))
  return (type) => types.has(type)
}
