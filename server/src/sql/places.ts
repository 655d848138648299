// Lists as parameters of a statement that is compiled once: its `in (…)` has a fixed number of places, and the last value fills those left over.

/** The parameters `name0`, `name1`, … of a list of 1 to `places` values. */
export function fillPlaces(name: string, values: readonly string[], places: number): Record<string, string> {
  if (values.length === 0 || values.length > places) throw new Error(`${values.length} values for ${places} places of ${name}`)
  return Object.fromEntries(
    Array.from({ length: places }, (_, index) => [`${name}${index}`, values[Math.min(index, values.length - 1)]!]),
  )
}

/** The places themselves, for the statement's author: `.where('status', 'in', placesOf<TaskStatus>(p, 'status', 6))`. */
export function placesOf<T>(p: object, name: string, places: number): T[] {
  return Array.from({ length: places }, (_, index) => (p as Record<string, T>)[`${name}${index}`]!)
}
