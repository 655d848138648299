// Whether a statement names exactly one company, read from its text: then a database that keeps each company on one shard runs it there.
// It understands what Kysely writes and the few parts written by hand, no more of SQL.

/** What a statement says about one of its tables. */
export interface TableUse {
  table: string
  /**
   * The places of the parameters that its company must be equal to, counted from 0; undefined when nothing says which company it is. Another
   * table's company stands for the parameters that that one is equal to.
   */
  company: number[] | undefined
}

type Token = string | Group
interface Group {
  inside: Token[]
}

/** A table of a query by the name that it has there. */
interface Named {
  alias: string
  table: string
}

/** The column of a table that says whose its row is; undefined for tables that no company has rows in. */
export type CompanyColumn = (table: string) => string | undefined

/** All tables that a statement reads or writes; `companyColumn` says which of them belong to companies. */
export function tableUses(sql: string, companyColumn: CompanyColumn): TableUse[] {
  const tokens = tokensOf(sql)
  const uses: TableUse[] = []
  readQuery(tokens, companyColumn, new Equals(), uses)
  const made = namesMadeIn(tokens)
  return uses.filter(({ table }) => !made.has(table))
}

/** The names of the queries at the start of a statement: `with name (columns) as (select …)`. */
function namesMadeIn(tokens: Token[]): Set<Token | undefined> {
  const queries = tokens.flatMap((token, index) =>
    tokens[0] === 'with' && token === 'as' && isQuery(tokens[index + 1]) ? [index] : [],
  )
  return new Set(queries.map((index) => (isGroup(tokens[index - 1]) ? tokens[index - 2] : tokens[index - 1])))
}

/** `"name"` and name are the same, keywords are in small letters, a placeholder is `?` and its number. */
function tokensOf(sql: string): Token[] {
  const root: Group = { inside: [] }
  const open = [root]
  let placeholders = 0
  for (const [text] of sql.matchAll(/"[^"]*"|'(?:[^']|'')*'|\$\d+|[a-zA-Z_]\w*|\d+(?:\.\d+)?|<>|<=|>=|\|\||[^\s]/g)) {
    if (text === '(') {
      const group: Group = { inside: [] }
      open.at(-1)!.inside.push(group)
      open.push(group)
    } else if (text === ')') open.pop()
    else if (text === '?') open.at(-1)!.inside.push(`?${placeholders++}`)
    else if (text.startsWith('$')) open.at(-1)!.inside.push(`?${Number(text.slice(1)) - 1}`)
    else if (text.startsWith('"')) open.at(-1)!.inside.push(text.slice(1, -1))
    else open.at(-1)!.inside.push(/^[a-zA-Z_]/.test(text) ? text.toLowerCase() : text)
  }
  return root.inside
}

/** Equal terms: columns of named tables, and placeholders. A query within a query knows those of the outer one. */
class Equals {
  private readonly outer: Equals | undefined
  private readonly pairs: [string, string][] = []
  constructor(outer?: Equals) {
    this.outer = outer
  }
  add(one: string, other: string): void {
    this.pairs.push([one, other], [other, one])
  }
  /** The places of the placeholders that a column is equal to, by way of others. */
  placeholdersOf(column: string): number[] {
    const seen = new Set([column])
    for (const one of seen) for (const other of this.of(one)) seen.add(other)
    return [...seen].filter((name) => name.startsWith('?')).map((name) => Number(name.slice(1)))
  }
  private of(name: string): string[] {
    const own = this.pairs.filter(([one]) => one === name).map(([, other]) => other)
    return [...own, ...(this.outer?.of(name) ?? [])]
  }
}

const isGroup = (token: Token | undefined): token is Group => typeof token === 'object'
const isQuery = (token: Token | undefined): boolean => isGroup(token) && ['select', 'with'].includes(token.inside[0] as string)

function readQuery(tokens: Token[], companyColumn: CompanyColumn, outer: Equals, uses: TableUse[]): void {
  const union = tokens.indexOf('union')
  if (union >= 0) {
    readQuery(tokens.slice(0, union), companyColumn, outer, uses)
    readQuery(tokens.slice(tokens[union + 1] === 'all' ? union + 2 : union + 1), companyColumn, outer, uses)
    return
  }
  const equals = new Equals(outer)
  const tables: Named[] = tablesOf(tokens)
  if (tokens[0] === 'insert') readInsert(tokens, tables[0]!, companyColumn, equals)
  else for (const part of conditionsOf(tokens)) readCondition(part, tables, companyColumn, equals)
  for (const { alias, table } of tables) {
    const column = companyColumn(table)
    const places = column === undefined ? [] : equals.placeholdersOf(`${alias}.${column}`)
    uses.push({ table, company: places.length > 0 ? places : undefined })
  }
  for (const query of queriesIn(tokens)) readQuery(query.inside, companyColumn, equals, uses)
}

/** The queries within a query, those within its brackets included, but not those within them. */
function queriesIn(tokens: Token[]): Group[] {
  return tokens.filter(isGroup).flatMap((group) => (isQuery(group) ? [group] : queriesIn(group.inside)))
}

function tablesOf(tokens: Token[]): Named[] {
  const tables: Named[] = []
  tokens.forEach((token, index) => {
    const table = tokens[index + 1]
    if (!['from', 'join', 'into', 'update'].includes(token as string) || typeof table !== 'string') return
    // A subquery, which is read separately.
    if (table === 'lateral' && isQuery(tokens[index + 2])) return
    // `do update set` and `for update` name no table.
    if (token === 'update' && index > 0) return
    const alias = tokens[index + 2] === 'as' ? tokens[index + 3] : table
    tables.push({ table, alias: alias as string })
  })
  return tables
}

/** Each row that is inserted has the company of its placeholder. */
function readInsert(tokens: Token[], { table, alias }: Named, companyColumn: CompanyColumn, equals: Equals): void {
  const columns = tokens.find(isGroup)!.inside.filter((token) => token !== ',')
  const place = columns.indexOf(companyColumn(table) ?? '')
  const start = tokens.indexOf('values')
  if (place < 0 || start < 0) return
  const rows: Group[] = []
  for (let at = start + 1; isGroup(tokens[at]); at += 2) {
    rows.push(tokens[at] as Group)
    if (tokens[at + 1] !== ',') break
  }
  const values = rows.map(({ inside }) => splitAt(inside, ',')[place]!)
  // A row without a placeholder of its own could be anyone's.
  if (values.some(([value]) => typeof value !== 'string' || !value.startsWith('?'))) return
  for (const [value] of values) equals.add(`${alias}.${columns[place]}`, value as string)
}

const ENDS_CONDITION = new Set([
  'where',
  'order',
  'group',
  'limit',
  'offset',
  'returning',
  'inner',
  'left',
  'join',
  'for',
  'having',
])

/** The parts of a query that say which rows it takes. */
function conditionsOf(tokens: Token[]): Token[][] {
  const parts: Token[][] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] !== 'where' && tokens[at] !== 'on') continue
    let end = at + 1
    while (end < tokens.length && !ENDS_CONDITION.has(tokens[end] as string) && tokens[end] !== 'on') end++
    parts.push(tokens.slice(at + 1, end))
    at = end - 1
  }
  return parts
}

/** Notes the equalities that hold for every row: those of a choice (`or`) do not. */
function readCondition(tokens: Token[], tables: Named[], companyColumn: CompanyColumn, equals: Equals): void {
  if (tokens.includes('or')) return
  for (const part of splitAt(tokens, 'and')) {
    const [only] = part
    if (part.length === 1 && isGroup(only) && !isQuery(only)) readCondition(only.inside, tables, companyColumn, equals)
    const equal = part.indexOf('=')
    if (equal < 0 || part.lastIndexOf('=') !== equal) continue
    const [left, right] = [part.slice(0, equal), part.slice(equal + 1)].map((side) => nameOf(side, tables, companyColumn))
    if (left !== undefined && right !== undefined) equals.add(left, right)
  }
}

/** A placeholder, or a column by its table's name: the only one's where it stands by itself. */
function nameOf(side: Token[], tables: Named[], companyColumn: CompanyColumn): string | undefined {
  if (side.some(isGroup)) return undefined
  if (side.length === 1 && (side[0] as string).startsWith('?')) return side[0] as string
  if (side.length === 3 && side[1] === '.') return side.join('')
  const [table] = tables
  return side.length === 1 && tables.length === 1 && side[0] === companyColumn(table!.table)
    ? `${table!.alias}.${side[0]}`
    : undefined
}

function splitAt(tokens: Token[], word: string): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (token === word) parts.push([])
    else parts.at(-1)!.push(token)
  }
  return parts
}
