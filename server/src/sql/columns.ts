// The definition of a table, once, in the room that owns it: each column with its type, whether it may change, whether it is indexed and how
// answers show it. Row types, inserts, updates, comparisons, exports and answers follow from it (decisions/029-definitions.md).

/** How the values of a column are written in an export: `text` and `boolean` as such, `integer` and `real` as JSON numbers; with `?` also null. */
export type ColumnType = `${'text' | 'integer' | 'real' | 'boolean'}${'' | '?'}`

/**
 * How an answer shows a column: as it is, as an amount of the row's currency (stored in minor units), as a number (stored as an exact decimal
 * text), as true or false, or as the JSON that its text holds.
 */
type Form = 'plain' | 'minor' | 'decimal' | 'boolean' | 'json'

interface Traits {
  readonly type: 'text' | 'integer' | 'real' | 'boolean'
  readonly form: Form
  readonly is_nullable: boolean
  readonly is_fixed: boolean
  readonly is_indexed: boolean
  readonly is_compared: boolean
}

/** A column with values of type `T`. Each method gives another column. */
export class Column<T = unknown> {
  /** Only for the compiler. */
  declare readonly value: T
  readonly traits: Traits

  constructor(traits: Traits) {
    this.traits = traits
  }

  /** May be null. */
  nullable(): Column<T | null> {
    return new Column({ ...this.traits, is_nullable: true })
  }

  /** Never changes once the row is there. The columns of the key never do. */
  fixed(): Column<T> {
    return new Column({ ...this.traits, is_fixed: true })
  }

  /** An index has it, in its columns or in its condition. */
  indexed(): Column<T> {
    return new Column({ ...this.traits, is_indexed: true })
  }

  /** Does not count as a change of the row, like the time of the last change. */
  uncompared(): Column<T> {
    return new Column({ ...this.traits, is_compared: false })
  }

  get type(): ColumnType {
    return `${this.traits.type}${this.traits.is_nullable ? '?' : ''}`
  }
}

function column<T>(type: Traits['type'], form: Form = 'plain'): Column<T> {
  return new Column({ type, form, is_nullable: false, is_fixed: false, is_indexed: false, is_compared: true })
}

export const text = <T extends string = string>() => column<T>('text')
export const integer = <T extends number = number>() => column<T>('integer')
export const real = () => column<number>('real')
/** Written as boolean; SQLite gives 0 and 1 back, so readers wrap it in Boolean(…). */
export const boolean = () => column<boolean>('boolean', 'boolean')
/** An amount in minor units of the row's currency. */
export const minor = () => column<number>('integer', 'minor')
/** An exact decimal, as a text. */
export const decimal = () => column<string>('text', 'decimal')
/** JSON, as a text. */
export const json = () => column<string>('text', 'json')

export type Columns = Readonly<Record<string, Column>>

/** The column that names the owner of a row; `database` for rows that belong to no organization. */
type Owner = { readonly of: 'organization' | 'company'; readonly column: string } | { readonly of: 'database' }

export const OF_ORGANIZATION: Owner = { of: 'organization', column: 'organization_id' }
export const OF_DATABASE: Owner = { of: 'database' }
const OF_COMPANY: Owner = { of: 'company', column: 'company_id' }

interface Definition<C extends Columns> {
  /** The primary key: the order of the rows in an export. */
  readonly key: readonly (keyof C & string)[]
  readonly columns: C
  /** The company when absent. */
  readonly owner?: Owner
  /** Refers to another row of the table, with the same values in `within`. An import fills it in once all rows of these are there. */
  readonly parent?: { readonly column: keyof C & string; readonly within: readonly (keyof C & string)[] }
  /** Exported as null: the value is valid on this machine only. */
  readonly cleared?: readonly (keyof C & string)[]
  /** Rows without an owner are not exported: each server makes its own. */
  readonly leaves_unowned?: boolean
}

export interface Table<N extends string = string, C extends Columns = Columns> {
  readonly name: N
  readonly columns: C
  readonly key: readonly string[]
  readonly owner: Owner
  readonly parent?: { readonly column: string; readonly within: readonly string[] }
  readonly cleared?: readonly string[]
  readonly leaves_unowned?: boolean
}

/** A row of a table that was defined. */
export type RowOf<D extends { readonly columns: Columns }> = {
  -readonly [K in keyof D['columns']]: D['columns'][K] extends Column<infer T> ? T : never
}

/**
 * Defines a table. Called in the room's `table.ts`, which also adds its row to `Tables` (sql/tables.ts). Exports have the columns in
 * this order.
 */
export function defineTable<const N extends string, C extends Columns>(name: N, definition: Definition<C>): Table<N, C> {
  return { owner: OF_COMPANY, ...definition, name }
}

/** The names of the columns for which `wanted` holds, in order. */
function columnsWith(table: Table, wanted: (traits: Traits, name: string) => boolean): string[] {
  return Object.keys(table.columns).filter((name) => wanted(table.columns[name]!.traits, name))
}

/** The columns that an update sets. */
export const changeableColumns = (table: Table) =>
  columnsWith(table, ({ is_fixed }, name) => !is_fixed && !table.key.includes(name))

/** The indexed ones among them. */
export const indexedColumns = (table: Table) => changeableColumns(table).filter((name) => table.columns[name]!.traits.is_indexed)

/** The columns that are compared to decide whether a row was changed. */
const comparedColumns = (table: Table) => changeableColumns(table).filter((name) => table.columns[name]!.traits.is_compared)

/** Makes the comparison of two states of a row of one table: whether it was changed. */
export const isChangedIn = <T extends Table>(table: T) => differsIn<RowOf<T>>(comparedColumns(table))

/** Compiled, so that a comparison looks up no names: they are those of our own definitions. */
export function differsIn<R>(columns: readonly string[]): (a: R, b: R) => boolean {
  const terms = columns.map((name) => `a[${JSON.stringify(name)}] !== b[${JSON.stringify(name)}]`)
  return new Function('a', 'b', `return ${terms.join(' || ') || 'false'}`) as (a: R, b: R) => boolean
}
