// The SQL of failed sign-ins, and of how often a sign-in was started.
import type { Tx, WriteTx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import { sign_in_failures } from './table.ts'

/** The counters of one attempt: account and address, address, account. */
export interface Counted<T> {
  pair: T
  address: T
  account: T
}

const listOfAttempt = statement<Counted<string>>()((db, p) =>
  db.selectFrom('sign_in_failures').selectAll().where('name', 'in', [p.pair, p.address, p.account]),
)

const lockOfAttempt = statement<Counted<string>>()((db, p, dialect) =>
  dialect.forUpdate(
    db
      .selectFrom('sign_in_failures')
      .selectAll()
      .where('name', 'in', [p.pair, p.address, p.account])
      // In one order everywhere: attempts that count the same wait for each other, and never in a ring.
      .orderBy('name'),
  ),
)

const findByName = statement<{ name: string }>()((db, p) =>
  db.selectFrom('sign_in_failures').selectAll().where('name', '=', p.name),
)

const lockByName = statement<{ name: string }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('sign_in_failures').selectAll().where('name', '=', p.name)),
)

const insertMissing = insertRows(sign_in_failures, (insert) => insert.onConflict((known) => known.column('name').doNothing()))

const save = statement<{ name: string; count: number; last_ms: number }>()((db, p) =>
  db.updateTable('sign_in_failures').set({ count: p.count, last_ms: p.last_ms }).where('name', '=', p.name),
)

const takeBackOne = statement<{ name: string }>()((db, p) =>
  db
    .updateTable('sign_in_failures')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('name', '=', p.name)
    .where('count', '>', 0),
)

const remove = statement<{ name: string }>()((db, p) => db.deleteFrom('sign_in_failures').where('name', '=', p.name))

const removeUntil = statement<{ until_ms: number }>()((db, p) =>
  db.deleteFrom('sign_in_failures').where('last_ms', '<=', p.until_ms),
)

const removeOldest = statement<{ most: number }>()((db, p) =>
  db
    .deleteFrom('sign_in_failures')
    .where('last_ms', '<=', (eb) =>
      eb.selectFrom('sign_in_failures').select('last_ms').orderBy('last_ms', 'desc').limit(1).offset(p.most),
    ),
)

/** The failures that are known of the names of an attempt. */
export const listFailures = (tx: Tx, names: Counted<string>) => listOfAttempt.all(tx, names)

/** The same, locked until the transaction ends; a name that there was nothing of has a row with a count of 0 then. */
export async function lockFailures(tx: WriteTx, names: Counted<string>, now_ms: number) {
  const rows = Object.values(names).sort()
  await insertMissing(
    tx,
    rows.map((name) => ({ name, count: 0, last_ms: now_ms })),
  )
  return lockOfAttempt.all(tx, names)
}

/** The count of one name, if there is any. */
export const findCount = (tx: Tx, name: string) => findByName.first(tx, { name })

/** The same, locked until the transaction ends; with 0 if there was none. */
export async function lockCount(tx: WriteTx, name: string, now_ms: number) {
  await insertMissing(tx, [{ name, count: 0, last_ms: now_ms }])
  return (await lockByName.first(tx, { name }))!
}

export const saveFailures = (tx: WriteTx, name: string, count: number, last_ms: number) => save.post(tx, { name, count, last_ms })
export const takeBackFailure = (tx: WriteTx, name: string) => takeBackOne.post(tx, { name })
export const removeFailures = (tx: WriteTx, name: string) => remove.post(tx, { name })
export const removeFailuresUntil = (tx: WriteTx, until_ms: number) => removeUntil.post(tx, { until_ms })
/** Leaves the newest rows, `most` of them at most. */
export const removeOldestFailures = (tx: WriteTx, most: number) => removeOldest.post(tx, { most })
