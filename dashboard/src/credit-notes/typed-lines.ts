// What is typed about the lines of a credit note, and the faults at them. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { readTyped } from '../ui/numbers.ts'

type CreditedItem = components['schemas']['CreditedItem']

interface TypedLines {
  /** The lines with a quantity, in their order: an index of the API's faults is one of these. */
  items: CreditedItem[]
  /** By the id of the line: why its quantity can't be read. */
  faults: Record<string, string>
  has_fault: boolean
}

/** Reads the typed quantities; empty fields and 0 credit nothing. */
export function itemsOf(lines: readonly { id: string }[], quantities: Readonly<Record<string, string>>): TypedLines {
  const items: CreditedItem[] = []
  const faults: Record<string, string> = {}
  for (const { id } of lines) {
    const { value, fault } = readTyped(quantities[id] ?? '')
    if (fault !== undefined) faults[id] = fault
    else if (value) items.push({ item_id: id, quantity: value })
  }
  return { items, faults, has_fault: Object.keys(faults).length > 0 }
}

/** The faults of a refused request by the id of the line. The number in a sentence counts the credited lines, which nobody sees: it is left out. */
export function lineFaults(items: readonly CreditedItem[], errors: Readonly<Record<string, string>>): Record<string, string> {
  const faults: Record<string, string> = {}
  items.forEach(({ item_id }, index) => {
    const error = errors[`items[${index}].quantity`]
    if (error !== undefined) faults[item_id] = error.replace(/^Quantity of line \d+/, 'Quantity')
  })
  return faults
}
