// Segments as partitions of PostgreSQL: `events_20261130` beside `events_0`, which holds all rows of before and those that outlive their segment.
// The default of the column `segment` names the one that rows go to, so that inserts need not know of it.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { SegmentedTable, Segments } from '../../sql/segments.ts'
import { clientOptions, endClient } from './connection.ts'

/**
 * How long a lock that keeps others waiting is waited for: while it waits, whatever comes after it waits too. What is done under it takes some
 * milliseconds.
 */
const LOCK_MS = 200
/** How often it is tried, and the pause between: others have their turn. */
const ATTEMPTS = 10
const PAUSE_MS = 500
/** Codes of errors after which another attempt may succeed. */
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/** Serializes changes of segments, in all processes: any number that nothing else takes. */
const SEGMENT_LOCK = 4_280_002

/** The segments of the database at `url`. Each call has a connection of its own. */
export function segmentsOf(url: string): Segments {
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(clientOptions(url))
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await endClient(client)
    }
  }
  return {
    list: (table) => connected((client) => listSegments(client, table)),
    begin: (table, number, holds) =>
      connected(async (client) => {
        await validateFirst(client, table)
        const begun = await tried(() => inTransaction(client, () => beginSegment(client, table, number, holds)))
        return begun !== undefined
      }),
    rescue: (table, number, staying, signal) =>
      connected(async (client) => {
        let moved = 0
        for (let some = 1; some > 0 && !signal.aborted; ) {
          const rows = staying(nameOf(table, number))
          const { rowCount } = await client.query(
            `UPDATE ${table} SET segment = 0 WHERE segment = ${number} AND ctid = ANY (ARRAY(${rows}))`,
          )
          some = rowCount ?? 0
          moved += some
        }
        return moved
      }),
    drop: (table, number, staying) =>
      connected(async (client) => {
        const work = () => inTransaction(client, () => dropSegment(client, table, number, staying(nameOf(table, number))))
        return (await tried(work)) ?? 'busy'
      }),
  }
}

const nameOf = (table: SegmentedTable, number: number) => `${table}_${number}`

/** Runs a transaction, again when others held its locks for too long; undefined when they did each time. */
async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as pg.DatabaseError).code ?? '')) throw error
      if (attempt === ATTEMPTS) return undefined
      await setTimeout(PAUSE_MS)
    }
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SEGMENT_LOCK])
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function listSegments(client: pg.Client, table: SegmentedTable): Promise<{ numbers: number[]; current: number }> {
  const { rows } = await client.query(
    `SELECT substring(c.relname FROM ${table.length + 2})::integer AS number FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass ORDER BY number`,
    [table],
  )
  const {
    rows: [found],
  } = await client.query(
    `SELECT pg_get_expr(d.adbin, d.adrelid) AS current FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      WHERE d.adrelid = $1::regclass AND a.attname = 'segment'`,
    [table],
  )
  return { numbers: rows.map(({ number }) => number as number).filter((number) => number > 0), current: Number(found.current) }
}

/**
 * Lets PostgreSQL know that segment 0 has no rows of others, which it would otherwise look for, and keep everyone waiting, at each new segment.
 * It reads segment 0 once, beside the work of others.
 */
async function validateFirst(client: pg.Client, table: SegmentedTable): Promise<void> {
  const name = `${nameOf(table, 0)}_segment`
  const { rows } = await client.query(
    'SELECT 1 FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2 AND NOT convalidated',
    [nameOf(table, 0), name],
  )
  if (rows.length > 0) await client.query(`ALTER TABLE ${nameOf(table, 0)} VALIDATE CONSTRAINT ${name}`)
}

/** What takes time is done before the lock: attaching an empty table, and changing a default, take milliseconds. */
async function beginSegment(client: pg.Client, table: SegmentedTable, number: number, holds?: string): Promise<true> {
  const { numbers, current } = await listSegments(client, table)
  if (current === number) return true
  const [first, made] = [nameOf(table, 0), nameOf(table, number)]
  const is_there = numbers.includes(number)
  if (!is_there) {
    await client.query(`CREATE TABLE ${made} (LIKE ${first} INCLUDING INDEXES INCLUDING STORAGE)`)
    await client.query(`ALTER TABLE ${made} ADD CONSTRAINT ${made}_segment CHECK (segment = ${number})`)
    if (holds !== undefined) await client.query(`ALTER TABLE ${made} ADD CONSTRAINT ${made}_holds CHECK (${holds})`)
    const checks = await client.query(
      "SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
      [table],
    )
    for (const { name, definition } of checks.rows) await client.query(`ALTER TABLE ${made} ADD CONSTRAINT ${name} ${definition}`)
    // Those for each row come with the table that it is attached to.
    const triggers = await client.query(
      `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgtype & 1 = 0`,
      [first],
    )
    for (const { definition } of triggers.rows)
      await client.query(definition.replace(new RegExp(` ON (\\w+\\.)?${first} `), ` ON ${made} `))
  }
  await client.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`)
  if (!is_there) await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${made} FOR VALUES IN (${number})`)
  await client.query(`ALTER TABLE ONLY ${table} ALTER COLUMN segment SET DEFAULT ${number}`)
  return true
}

/**
 * Rows are looked for under a lock that only keeps out writers of the segment, of which there are none; then nothing can have come in between
 * when the table as a whole is locked.
 */
async function dropSegment(
  client: pg.Client,
  table: SegmentedTable,
  number: number,
  staying: string,
): Promise<'dropped' | 'needed'> {
  const { numbers, current } = await listSegments(client, table)
  if (!numbers.includes(number)) return 'dropped'
  if (current === number) return 'needed'
  await client.query(`LOCK TABLE ONLY ${nameOf(table, number)} IN SHARE MODE`)
  const { rows } = await client.query(`SELECT EXISTS (${staying}) AS is_needed`)
  if (rows[0].is_needed) return 'needed'
  await client.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`)
  await client.query(`DROP TABLE ${nameOf(table, number)}`)
  return 'dropped'
}
