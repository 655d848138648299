// Entity tags: the version of a single object as shown, so that a client can say which one it means to change.
import { fingerprint } from '../kernel/crypto.ts'
import type { Fault } from '../kernel/errors.ts'
import { serialize } from '../kernel/serialize.ts'

/** The strong entity tag of an object, by its JSON text: it changes exactly when something that GET shows changes. */
function etagOf(text: string): string {
  return `"${fingerprint(text)}"`
}

/** The field of an object that reading moves: it counts what was made to be read, and is no part of the object's version. */
export const MOVED_BY_READING = 'document_version'

/** The field of an API key that each of its requests moves. */
export const MOVED_BY_USE = 'last_used_at'

/** The entity tag of an object by its JSON text. It is the same however often the object's documents were read, or the key was used. */
export function etagOfObject(shown: object, text: string): string {
  return etagOf(MOVED_BY_READING in shown ? text.replace(COUNT, '') : MOVED_BY_USE in shown ? text.replace(MOMENT, '') : text)
}

// The first occurrence of each is the object's own: what stands before it are texts, in which quotes are escaped, and numbers.
const COUNT = new RegExp(`"${MOVED_BY_READING}":\\d+,`)
const MOMENT = new RegExp(`"${MOVED_BY_USE}":(?:null|"[^"]*"),`)

/** Whether a header If-Match names the object as shown; see `matchesTag`. */
export function matchesObject(header: string, shown: object): boolean {
  return matchesTag(header, etagOfObject(shown, serialize(shown)))
}

/** One tag of a list, with the commas and blanks before it (RFC 9110, 5.6.1 and 8.8.3). A comma may be part of a tag. */
const NEXT_TAG = /[\t ,]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?=,|$)/y
/** What compressing proxies add before the last quote of a tag: Apache, Caddy `-gzip`, Jetty `--gzip`, others `;gzip` or `:gzip`. */
const OF_COMPRESSION = /^(?:--?|[;:])(?:gzip|br|zstd|deflate)"$/

/**
 * Whether a header If-Match or If-None-Match (`*`, or a list of tags) names the version that has `tag`.
 *
 * A weak tag, and one that a compressing proxy has marked, names the version that it was made of: our tags are of the content, which no
 * content coding changes (decisions/025-edge.md). A header that is neither `*` nor a list of tags names nothing; see `faultsOfTags`.
 */
export function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return readTags(header)?.some((given) => isSame(given, tag)) ?? false
}

/** Whether the client of these headers has the version with `tag` already (If-None-Match). */
export function isHeld(headers: Readonly<{ 'if-none-match'?: string | undefined }>, tag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && matchesTag(known, tag)
}

/** The faults of the headers If-Match and If-None-Match: one for each that is neither `*` nor a list of entity tags. */
export function faultsOfTags(headers: Readonly<{ 'if-match'?: string; 'if-none-match'?: string }>): Fault[] {
  return NAMES.filter((name) => {
    const header = headers[name.toLowerCase() as 'if-match']
    return header !== undefined && header.trim() !== '*' && !readTags(header)
  }).map((name) => ({
    error: `${name} must be * or entity tags as the header ETag has them, in quotes and with commas between`,
    code: 'parameter_invalid',
    param: name,
  }))
}

const NAMES = ['If-Match', 'If-None-Match']

/** The tags of a list; undefined if it is not a list, or is empty. */
function readTags(header: string): string[] | undefined {
  const tags: string[] = []
  // No regular expression: one that is bound to the end takes a time that grows with the square.
  let length = header.length
  while (length > 0 && '\t ,'.includes(header[length - 1]!)) length--
  const text = header.slice(0, length)
  NEXT_TAG.lastIndex = 0
  for (let end = 0; end < text.length; end = NEXT_TAG.lastIndex) {
    const found = NEXT_TAG.exec(text)
    if (!found) return undefined
    tags.push(found[1]!)
  }
  return tags.length > 0 ? tags : undefined
}

function isSame(given: string, tag: string): boolean {
  const strong = given.startsWith('W/') ? given.slice(2) : given
  if (strong === tag) return true
  const opaque = tag.slice(0, -1)
  return strong.startsWith(opaque) && OF_COMPRESSION.test(strong.slice(opaque.length))
}
