/** Whether each word of `query` begins a word of `text`, in any order; how pages and actions are found by typing. Pure. */
export function fitsWords(query: string, text: string): boolean {
  const words = wordsOf(text)
  const wanted = wordsOf(query)
  // Only signs mean nothing that has a name.
  if (wanted.length === 0) return query.trim() === ''
  return wanted.every((one) => words.some((word) => word.startsWith(one)))
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
