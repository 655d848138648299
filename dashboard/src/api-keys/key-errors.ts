// The faults of a form about a key, by field.
import type { FieldErrors } from '../app/api.ts'

/** `allowed_addresses[1]` is about the field `allowed_addresses`. */
export const fieldOf = (param: string): string => param.replace(/\[\d+\]$/, '')

/** The same errors, each at its field. */
export const errorsByField = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([param, sentence]) => [fieldOf(param), sentence]))
