// How a list is sorted: by a field of the API, kept in the address as `sort=due_date`, or `sort=-due_date` from the end.

/** The `sort` of an address, if it is one of the fields that the list can be sorted by. */
export function sortOf<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
): Field | `-${Field}` | undefined {
  const field = fields.find((one) => one === text || `-${one}` === text)
  return field && (text === field ? field : `-${field}`)
}

/** The order in the address after a click on a column: ascending, then descending, then `standard`, which is left out. */
export function nextSort(current: string, field: string, standard: string): string | undefined {
  const steps = [field, `-${field}`].filter((one) => one !== standard)
  return steps[steps.indexOf(current) + 1]
}

/** For `aria-sort` of a column's head; undefined where the list is sorted by another. */
export function ariaSort(current: string, field: string): 'ascending' | 'descending' | undefined {
  return current === field ? 'ascending' : current === `-${field}` ? 'descending' : undefined
}
