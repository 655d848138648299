// Lists as parameters of a statement that is compiled once: its `in (…)` has a fixed number of parameters, and the last value fills unused ones.

/** The parameters `name0`, `name1`, … of a list of 1 to `most` values. */
export function listParams(name: string, values: readonly string[], most: number): Record<string, string> {
  if (values.length === 0 || values.length > most)
    throw new Error(`${values.length} values for the ${most} parameters of ${name}`)
  return Object.fromEntries(
    Array.from({ length: most }, (_, index) => [`${name}${index}`, values[Math.min(index, values.length - 1)]!]),
  )
}

/** The same list in the statement: `.where('status', 'in', listValues<TaskStatus>(p, 'status', 6))`. */
export function listValues<T>(p: object, name: string, most: number): T[] {
  return Array.from({ length: most }, (_, index) => (p as Record<string, T>)[`${name}${index}`]!)
}

/** What `read` finds for the distinct ones of any number of values, at most `most` of them at a time. */
export async function inChunks<V, R>(values: readonly V[], most: number, read: (some: V[]) => Promise<R[]>): Promise<R[]> {
  const distinct = [...new Set(values)]
  const found: R[] = []
  for (let start = 0; start < distinct.length; start += most) found.push(...(await read(distinct.slice(start, start + most))))
  return found
}
