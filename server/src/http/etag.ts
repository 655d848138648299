// Entity tags: the version of a single object as shown, so that a client can say which one it means to change.
import { fingerprint } from '../kernel/crypto.ts'
import { serialize } from '../kernel/serialize.ts'

/** The strong entity tag of an object, by its JSON text: it changes exactly when something that GET shows changes. */
export function etagOf(text: string): string {
  return `"${fingerprint(text)}"`
}

/** Whether a header If-Match (`*`, or a list of tags) names the object as shown. Weak tags never match. */
export function matchesObject(header: string, shown: object): boolean {
  return matchesTag(header, etagOf(serialize(shown)))
}

/** Whether a header If-Match or If-None-Match names the object that has `tag`. */
export function matchesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.split(',').some((candidate) => candidate.trim() === tag)
}
