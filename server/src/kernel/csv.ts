// CSV (RFC 4180) that can be opened in a spreadsheet. Pure.

/** A value of a cell; null is an empty one. */
export type Cell = string | number | boolean | null

/**
 * One line with its end. A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return at its start) begins with an
 * apostrophe; numbers stay numbers.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: Cell): string {
  if (value === null) return ''
  // The same text as `String(value)` has, which V8 keeps for its cache of numbers until the next full garbage collection.
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
