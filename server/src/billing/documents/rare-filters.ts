// The filters of lists of documents that they are not counted by: a search, days, and several statuses. What matches is counted when it is
// asked for, in the index of the list, which has all columns of these filters.
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { Search } from '../../http/pagination.ts'
import { DateString } from '../../http/schema.ts'
import { escapeLike, foldText } from '../../kernel/text.ts'
import { aside } from '../../sql/list-order.ts'
import { isLike } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { DOCUMENT_KINDS, KINDS } from './kinds.ts'
import type { DocumentTableName } from './query.ts'

/** Statuses that a kind of document has at most. */
const MOST_STATUSES = 8

/** The filters by the names of their parameters in a statement. */
export type RareFilter = 'statuses' | 'search' | 'issued_from' | 'issued_until' | 'due_from' | 'due_until'

/** The parameters of a list for these filters; `last` is what its last day is called. */
export const rareFilters = (last: string) => ({
  search: Search(
    "Part of the number, or of the customer's name or email; upper and lower case, accented and plain letters are the same.",
  ),
  'issued[gte]': Type.Optional(DateString({ description: 'Only with this issue date or a later one.' })),
  'issued[lte]': Type.Optional(DateString({ description: 'Only with this issue date or an earlier one.' })),
  'due[gte]': Type.Optional(DateString({ description: `Only with this ${last} or a later one.` })),
  'due[lte]': Type.Optional(DateString({ description: `Only with this ${last} or an earlier one.` })),
  external_id: Type.Optional(Type.String({ description: 'Only the one with this id in another system.' })),
})

/** The filters in a query of a list. */
export interface RareQuery {
  search?: string | undefined
  'issued[gte]'?: string | undefined
  'issued[lte]'?: string | undefined
  'due[gte]'?: string | undefined
  'due[lte]'?: string | undefined
  external_id?: string | undefined
}

/** Which of the filters a query has, and their values as parameters of a statement. Several `statuses` are one of them. */
export function readRareFilters(
  query: RareQuery,
  statuses: readonly string[],
): { rare: RareFilter[]; values: Record<string, string> } {
  const text = foldText((query.search ?? '').trim())
  const given: Record<Exclude<RareFilter, 'statuses' | 'search'>, string | undefined> = {
    issued_from: query['issued[gte]'],
    issued_until: query['issued[lte]'],
    due_from: query['due[gte]'],
    due_until: query['due[lte]'],
  }
  const days = Object.entries(given).filter((entry): entry is [RareFilter & keyof typeof given, string] => entry[1] !== undefined)
  return {
    rare: [
      ...(statuses.length > 1 ? (['statuses'] as const) : []),
      ...(text === '' ? [] : (['search'] as const)),
      ...days.map(([name]) => name),
    ],
    values: {
      ...Object.fromEntries(days),
      ...(text === '' ? {} : { search: `%${escapeLike(text)}%` }),
      ...(statuses.length > 1 ? listParams('status', statuses, MOST_STATUSES) : {}),
    },
  }
}

/** The condition of one of the filters; no index is chosen by it. `p` has its values, and the company. */
export function rareCondition(table: DocumentTableName, filter: RareFilter, p: object): RawBuilder<boolean> {
  const value = (p as Record<string, string>)[filter]
  const kind = DOCUMENT_KINDS.find((one) => KINDS[one].table === table)!
  const last_day = `document.${KINDS[kind].last_day}`
  if (filter === 'statuses') return sql`${aside('document.status')} in (${sql.join(listValues(p, 'status', MOST_STATUSES))})`
  if (filter === 'issued_from') return sql`${aside('document.issue_date')} >= ${value}`
  if (filter === 'issued_until') return sql`${aside('document.issue_date')} <= ${value}`
  if (filter === 'due_from') return sql`${aside(last_day)} >= ${value}`
  if (filter === 'due_until') return sql`${aside(last_day)} <= ${value}`
  // Numbers are letters without accents, digits, - and _: their lower case is their folded form.
  const number = sql.raw(`document.${kind}_number`)
  const company_id = (p as { company_id: string }).company_id
  return sql`(lower(${number}) like ${value} escape '\\' or ${aside('document.customer_id')} in (
    select customers.id from customers
    where customers.company_id = ${company_id} and customers.deleted_at is null and ${isLike('customers.search_text', value!)}
  ))`
}
