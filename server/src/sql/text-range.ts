// Texts with a given prefix, as the bounds of a range, so that any index of the texts finds them, on either engine.

/** The bounds of the texts that begin with `start`: the first is included, the second is not. */
export function startingWith(start: string): { from: string; until: string } {
  return { from: start, until: `${start}\u{10FFFF}` }
}
