// Pure: applies a field of a request to a stored one, for projects, tasks and time entries.
import type { Fault } from '../../kernel/errors.ts'
import { decimalText } from '../../kernel/money.ts'

/** A field after a change: an absent one is left alone, null clears it. */
export function changed<T>(change: T | null | undefined, before: T | null): T | null {
  return change === undefined ? before : change
}

/** The same for a decimal, which is stored as text. */
export function changedDecimal(change: number | null | undefined, before: string | null): string | null {
  return change === undefined ? before : change === null ? null : decimalText(change)
}

/** The same for a list or object, which is stored as JSON text; null empties it. */
export function changedJson(change: object | null | undefined, before: string, empty: '[]' | '{}'): string {
  return change === undefined ? before : change === null ? empty : JSON.stringify(change)
}

/** When a project or task was completed: entering `completed` sets it, staying keeps it, leaving clears it. */
export function completedAt(before: { status: string; completed_at: string | null }, status: string, now: string): string | null {
  if (status !== 'completed') return null
  return before.status === 'completed' ? before.completed_at : now
}

/** Whether a record is another one than before, field by field. Lists and objects in it are compared as their JSON texts. */
export function isChanged<R extends object>(before: R, after: R): boolean {
  return (Object.keys(after) as (keyof R)[]).some((field) => after[field] !== before[field])
}

/** A fault for each id that is in the list twice. */
export function repeatedFaults(field: string, ids: readonly string[]): Fault[] {
  const seen = new Set<string>()
  const faults: Fault[] = []
  ids.forEach((id, index) => {
    const param = `${field}[${index}]`
    if (seen.has(id)) faults.push({ error: `${param} is in ${field} twice`, code: 'parameter_invalid', param })
    seen.add(id)
  })
  return faults
}
