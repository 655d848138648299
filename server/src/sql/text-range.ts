// Texts that begin with another, as the bounds of a range: so any index of the texts finds them, on either engine.

/** The bounds of the texts that begin with `start`: from the first on, and before the second. */
export function startingWith(start: string): { from: string; until: string } {
  return { from: start, until: `${start}\u{10FFFF}` }
}
