// Pure: which of the things that were found comes first.
import { foldText } from '../../kernel/text.ts'
import { RESULT_TYPES, type SearchResult } from './schema.ts'

/** Something that was found, with the texts that it was looked for by. */
export interface Found {
  result: SearchResult
  /** A result's own names: an exact match comes first, a match at the start second, one elsewhere third. */
  names: readonly string[]
}

/** The results, the best first: equal ones by kind, those of a kind in the order found. Results found by the name of another object come last. */
export function ranked(found: readonly Found[], text: string): SearchResult[] {
  const wanted = foldText(text)
  const rank = ({ names }: Found) => Math.min(...names.map((name) => rankOf(foldText(name), wanted)))
  const entries = found.map((one, index) => ({ one, index, rank: rank(one), kind: RESULT_TYPES.indexOf(one.result.type) }))
  entries.sort((a, b) => a.rank - b.rank || a.kind - b.kind || a.index - b.index)
  return entries.map(({ one }) => one.result)
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : 3
}
