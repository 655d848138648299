// Entity tags: the version of a single object as shown, so that a client can say which one it means to change.
import { fingerprint } from '../kernel/crypto.ts'
import { serialize } from '../kernel/serialize.ts'

/** The strong entity tag of an object as shown: it changes exactly when something that GET shows changes. */
export function etagOf(shown: object): string {
  return `"${fingerprint(serialize(shown))}"`
}

/** Whether a header If-Match or If-None-Match (`*`, or a list of tags) names the object as shown. Weak tags never match. */
export function matchesETag(header: string, shown: object): boolean {
  if (header.trim() === '*') return true
  const tag = etagOf(shown)
  return header.split(',').some((candidate) => candidate.trim() === tag)
}
