// The columns of a table of objects of the API: their fields, those of objects inside with both names. Pure.
import type { TObject, TSchema } from 'typebox'
import type { Cell } from '../../kernel/csv.ts'

/** A column, and the fields that lead to its value. */
export interface Column {
  name: string
  path: readonly string[]
}

/**
 * The columns of objects of a schema, in its order, without the fields `left_out`. Each name is there once: a field such as `project_id` is the `id`
 * of the object `project` too.
 */
export function columnsOf(schema: TObject, left_out: readonly string[] = []): Column[] {
  const known = new Set<string>()
  return fieldsOf(schema, left_out).filter(({ name }) => !known.has(name) && known.add(name))
}

function fieldsOf(schema: TObject, left_out: readonly string[], path: readonly string[] = []): Column[] {
  return Object.entries(schema.properties as Record<string, TSchema>).flatMap(([name, field]) => {
    if (path.length === 0 && left_out.includes(name)) return []
    const here = [...path, name]
    const inner = (field as Partial<TObject>).properties
    // What has any fields, like metadata, is one cell.
    return inner && Object.keys(inner).length > 0 ? fieldsOf(field as TObject, [], here) : [{ name: here.join('_'), path: here }]
  })
}

/** The cell of an object in a column; lists and objects are JSON. */
export function cellOf(object: object, { path }: Column): Cell {
  let value: unknown = object
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}
