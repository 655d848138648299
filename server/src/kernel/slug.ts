import { foldText } from './text.ts'

const LONGEST = 60

/** A name as part of an address: small letters and digits of any script, joined by hyphens; `x` when nothing is left of it. */
export function slugify(name: string): string {
  const slug = foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [...slug].slice(0, LONGEST).join('').replace(/-$/, '') || 'x'
}

/** The slug, or the first of `-2`, `-3` … behind it that `taken` does not have; cut so that it is no longer than a slug may be. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number++) {
    const end = `-${number}`
    const numbered =
      [...slug]
        .slice(0, LONGEST - end.length)
        .join('')
        .replace(/-$/, '') + end
    if (!taken.has(numbered)) return numbered
  }
}
