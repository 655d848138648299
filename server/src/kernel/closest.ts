// Which of the names that exist was probably meant by one that does not.

/**
 * The names of `allowed` that differ so little from `given` that a slip of the hand explains it: at most `most`, the closest first.
 * customerId and customer-id are meant for customer_id without any slip.
 */
export function closestNames(given: string, allowed: readonly string[], most: number): string[] {
  if (given.length > LONGEST_COMPARED) return []
  const simple = simplify(given)
  const largest = Math.min(LARGEST_SLIP, Math.floor(simple.length / 3))
  return allowed
    .map((name) => ({ name, distance: editDistance(simple, simplify(name)) }))
    .filter(({ distance }) => distance <= largest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

const LONGEST_COMPARED = 40
const LARGEST_SLIP = 3

function simplify(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '')
}

/** How many letters must be put in, left out, changed or swapped with their neighbour to make one name of the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_unused, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const change = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
      let least = Math.min(change, above[column]! + 1, current[column - 1]! + 1)
      const is_swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (is_swapped) least = Math.min(least, before[column - 2]! + 1)
      current.push(least)
    }
    before = above
    above = current
  }
  return above[to.length]!
}
