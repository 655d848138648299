// Building blocks of wire shapes. Each makes plain JSON Schema 2020-12, which is valid OpenAPI 3.1. Our own keywords
// begin with x-: they validate here (validate.ts) and are ignored elsewhere.
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'
import type { JsonValue } from '../kernel/json.ts'
import { MOST_AMOUNT } from '../kernel/money.ts'

/** A value that may be null. Make the result optional, not the schema that goes in. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values, title } = schema as { type?: unknown; enum?: unknown[]; title?: string }
  // A schema with a title becomes a component, which can only be referenced as a whole; the reference itself removes null from an enumeration.
  if (typeof type !== 'string' || (title !== undefined && !values)) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) })
}

/** One of a closed list of texts. A list that several schemas have is given the same `title` in each: it is one component then. */
export function StringEnum<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })
}

/** Some of a closed list of texts; as a query parameter they are separated by commas. A `title` names the list, as with `StringEnum`. */
export function List<const T extends readonly string[]>(
  values: T,
  { title, ...options }: { title?: string; [keyword: string]: unknown } = {},
) {
  const items = { type: 'string', enum: [...values], ...(title === undefined ? {} : { title }) }
  return Type.Unsafe<T[number][]>({ type: 'array', items, ...options })
}

/** A text of at most `max` characters (code points). */
export function Text(max: number, options: object = {}) {
  return Type.String({ maxLength: max, ...options })
}

/** A name or title: 1 to 255 characters, not blank. */
export function Name(options: object = {}) {
  return Type.String({ minLength: 1, maxLength: 255, 'x-notBlank': true, ...options })
}

/** A calendar day, YYYY-MM-DD. */
export function DateString(options: object = {}) {
  return Type.String({ format: 'date', ...options })
}

/** A moment as RFC 3339 writes it, with any offset. A service that takes one stores it with `normalizeTimestamp`. */
export function Timestamp(options: object = {}) {
  return Type.String({ format: 'date-time', ...options })
}

interface DecimalOptions {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  default?: number
  description?: string
}

/** A decimal number, of any number of decimals, which is kept at 15 significant digits; unless bounded otherwise, no larger than amounts may be. */
export function Decimal(options: DecimalOptions) {
  return Type.Number({ minimum: -MOST_AMOUNT, maximum: MOST_AMOUNT, ...options })
}

/** A free-form object, at most 64 KiB as JSON text. */
export function Metadata(options: object = {}) {
  return Type.Unsafe<{ [key: string]: JsonValue }>({
    type: 'object',
    additionalProperties: true,
    'x-maxBytes': 65_536,
    ...options,
  })
}

/** An identifier in a body. No pattern: another form is an unknown object, not a syntax fault. */
export function Id(prefix: string, options: object = {}) {
  return Type.String({ minLength: 1, maxLength: 255, examples: [`${prefix}_…`], ...options })
}

/** The answer to deletions. */
export const Deleted = Type.Object({ deleted: Type.Literal(true) }, { title: 'Deleted', additionalProperties: false })
export type Deleted = Static<typeof Deleted>
