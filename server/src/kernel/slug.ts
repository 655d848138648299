import { foldText } from './text.ts'

const LONGEST = 60

/** A name as part of an address: small letters and digits of any script, joined by hyphens; `x` when nothing is left of it. */
export function slugify(name: string): string {
  const slug = foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [...slug].slice(0, LONGEST).join('').replace(/-$/, '') || 'x'
}
