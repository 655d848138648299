// The SQL of mails.
import { sql } from 'kysely'
import type { CompanyId, EmailId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, statement, statementFamily } from '../../sql/statement.ts'
import { type EmailsTable, emails, type ListedEmail } from './table.ts'

const insert = insertRows(emails)
const update = updateRow(emails)

const find = statement<{ company_id: CompanyId; id: EmailId }>()((db, p) =>
  db.selectFrom('emails').selectAll().where('company_id', '=', p.company_id).where('id', '=', p.id),
)

const atPlace = statement<{ company_id: CompanyId; since: EmailId; skipped: number }>()((db, p) =>
  db
    .selectFrom('emails')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('id', '>=', p.since)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(p.skipped),
)

/** Which filter the index is chosen by, whether the other one is set too, and the direction. */
type Shape = { by: 'resource_id' | 'status' | 'id'; and_status: boolean; is_upwards: boolean }
type Params = { company_id: CompanyId; resource_id: string; status: EmailsTable['status']; bound: string; limit: number }

const LISTED = (Object.keys(emails.columns) as (keyof EmailsTable)[]).filter((name) => name !== 'content')

/** The filter is compared as a pair with the id, so that only the index that begins with it fits: SQLite would walk the key. */
const list = statementFamily<Shape, Params>()((db, p, { by, and_status, is_upwards }, dialect) => {
  const order = is_upwards ? 'asc' : 'desc'
  const beyond = sql.raw(is_upwards ? '>' : '<')
  let query = db.selectFrom('emails').select(LISTED).where('company_id', '=', p.company_id)
  if (by === 'id') {
    query = query.where(sql<boolean>`${sql.ref('id')} ${beyond} ${p.bound}`)
    return dialect.firstRows(query.orderBy('id', order), p.limit)
  }
  const pair = sql`(${sql.ref(by)}, ${sql.ref('id')})`
  const end = sql.raw(is_upwards ? '<' : '>')
  query = query
    .where(sql<boolean>`${pair} ${beyond} (${p[by]}, ${p.bound})`)
    .where(sql<boolean>`${pair} ${end} (${p[by]}, ${sql.lit(is_upwards ? HIGHEST : LOWEST)})`)
  if (and_status) query = query.where('status', '=', p.status)
  return dialect.firstRows(query.orderBy(by, order).orderBy('id', order), p.limit)
})

const LOWEST = ''
/** Sorts after each id. */
const HIGHEST = 'eml_~'

export interface EmailFilter {
  resource_id?: string | undefined
  status?: EmailsTable['status'] | undefined
  /** Only mails before, or after, this one. */
  older_than?: string | undefined
  newer_than?: string | undefined
}

export const insertEmail = (tx: WriteTx, email: EmailsTable) => insert(tx, [email])
export const findEmail = (tx: Tx, company_id: CompanyId, id: EmailId) => find.first(tx, { company_id, id })
export const saveEmail = (tx: WriteTx, before: EmailsTable, after: EmailsTable) => update.post(tx, after, before)

/** The mail at a place, 1 for the newest, of those with an id from `since` on; undefined: there are fewer. */
export const findEmailAtPlace = (tx: Tx, company_id: CompanyId, since: EmailId, place: number) =>
  atPlace.first(tx, { company_id, since, skipped: place - 1 })

/** Mails that a filter finds, newest first; with `newer_than`, those directly above it, oldest first. */
export function listEmailRows(tx: Tx, company_id: CompanyId, filter: EmailFilter, limit: number): Promise<ListedEmail[]> {
  const { resource_id, status, older_than, newer_than } = filter
  const is_upwards = newer_than !== undefined
  const by = resource_id !== undefined ? 'resource_id' : status !== undefined ? 'status' : 'id'
  const shape = { by, and_status: by === 'resource_id' && status !== undefined, is_upwards } as const
  const bound = newer_than ?? older_than ?? HIGHEST
  return list(shape).all(tx, { company_id, resource_id: resource_id ?? '', status: status ?? 'sent', bound, limit })
}
