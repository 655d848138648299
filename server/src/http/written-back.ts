// The parts of a PATCH that repeat the object as GET showed it: fields that can't be changed, and fields that stay as they are.
import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { type Fault, invalidAll } from '../kernel/errors.ts'
import { shownNumber } from '../kernel/money.ts'
import type { Endpoint } from './endpoint.ts'
import { MOVED_BY_READING, MOVED_BY_USE } from './etag.ts'

/** Fields of a body by their names. */
export type Fields = Readonly<Record<string, unknown>>

const NONE: ReadonlySet<string> = new Set()

/**
 * The fields that an endpoint shows of its object and does not change: a PATCH may send them back. They are compared with what `handle`
 * passes to `context.changesOf`, together with If-Match.
 */
export function readOnlyFields({ method, has_etag, body, data }: Endpoint): ReadonlySet<string> {
  if (method !== 'PATCH' || !has_etag || !body) return NONE
  const shown = Object.keys((data as TSchema & { properties: object }).properties)
  return new Set(shown.filter((name) => !Object.hasOwn(body.properties, name)))
}

/** A body without its read-only fields, and those. */
export function takeReadOnly(body: Fields, names: ReadonlySet<string>): { body: Fields; given_back: Fields | undefined } {
  if (names.size === 0) return { body, given_back: undefined }
  const fields = Object.entries(body)
  const found = fields.filter(([name]) => names.has(name))
  if (found.length === 0) return { body, given_back: undefined }
  return { body: Object.fromEntries(fields.filter(([name]) => !names.has(name))), given_back: Object.fromEntries(found) }
}

/**
 * What a PATCH changes of an object that is shown as `shown`. If it has read-only fields, it is the whole object sent back: fields that equal
 * what is shown are then not changes, whatever they would do on their own (a given figure is set by hand).
 *
 * Throws 400 `parameter_read_only` for each field of `given_back` that differs from what is shown.
 */
export function changesOf<C extends object>(shown: object, changes: C, given_back: Fields | undefined): C {
  if (given_back === undefined) return changes
  const fields = shown as Fields
  const faults = Object.keys(given_back).flatMap((name): Fault[] => {
    if (isShown(given_back[name], fields[name]) || isEarlier(name, given_back[name], fields[name])) return []
    return [{ error: `${name} can't be changed, only given back as it is shown`, code: 'parameter_read_only', param: name }]
  })
  if (faults.length > 0) throw invalidAll(faults)
  return onlyChanged(shown, changes)
}

/** Whether it is what the object showed before its document was read, or it was used, again. */
function isEarlier(name: string, given: unknown, shown: unknown): boolean {
  if (name === MOVED_BY_USE && typeof shown === 'string') return given === null || (typeof given === 'string' && given < shown)
  return name === MOVED_BY_READING && Number.isInteger(given) && (given as number) >= 0 && (given as number) < (shown as number)
}

/** The fields of a PATCH that differ from what is shown. */
export function onlyChanged<C extends object>(shown: object, changes: C): C {
  const fields = shown as Fields
  const is_changed = ([name, value]: [string, unknown]) =>
    !isDeepStrictEqual(withoutNulls(value), withoutNulls(plain(fields[name])))
  return Object.fromEntries(Object.entries(changes).filter(is_changed)) as C
}

/** Whether a value equals what is shown; for an object a part is enough, because lists show less of some objects than GET does. */
function isShown(given: unknown, shown: unknown): boolean {
  if (Array.isArray(given) && Array.isArray(shown)) {
    return given.length === shown.length && given.every((value, index) => isShown(value, shown[index]))
  }
  if (isObject(given) && isObject(shown)) return Object.entries(given).every(([key, value]) => isShown(value, shown[key]))
  return given === shownNumber(shown)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A shown value as its reader sees it. */
function plain(shown: unknown): unknown {
  return shown === undefined ? undefined : JSON.parse(JSON.stringify(shown))
}

/** In the objects of a list null is an absent field: a body was read so, and what is shown says null. */
function withoutNulls(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((one) => (isObject(one) ? Object.fromEntries(Object.entries(one).filter(([, field]) => field !== null)) : one))
}
