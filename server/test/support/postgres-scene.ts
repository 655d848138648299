// A database on PostgreSQL with two companies and a table to write to, for tests of the engine itself.
import pg from 'pg'
import { PostgresDatabase } from '../../src/engines/postgres/database.ts'
import type { CompanyId } from '../../src/kernel/ids.ts'
import type { Prepared, Tx, WriteTx } from '../../src/sql/database.ts'
import { newTestDatabase } from './engine.ts'
import { run } from './postgres.ts'

export const A = 'com_a' as CompanyId
export const B = 'com_b' as CompanyId

const change = (sql: string): Prepared => ({ sql, returns_rows: false })
const query = (sql: string): Prepared => ({ sql, returns_rows: true })

const INSERT = change('INSERT INTO scratch (id) VALUES ($1)')
const ADD = change('UPDATE scratch SET number = number + 1 WHERE id = $1')
const SET = change('UPDATE scratch SET number = $2 WHERE id = $1')
const IDS = query('SELECT id FROM scratch ORDER BY id')
const NUMBER = query('SELECT number FROM scratch WHERE id = $1')
const TRANSACTION = query('SELECT pg_current_xact_id()::text AS id')
const BACKEND = query('SELECT pg_backend_pid() AS pid')

/** A statement that fails with an error of this code. */
const RAISE = change('SELECT scratch_raise($1)')

export const insert = (tx: WriteTx, id: string) => tx.execute(INSERT, [id])
export const postInsert = (tx: WriteTx, id: string) => tx.post(INSERT, [id])
export const add = (tx: WriteTx, id: string) => tx.execute(ADD, [id])
export const raise = (tx: WriteTx, code: string) => tx.execute(RAISE, [code])
export const postRaise = (tx: WriteTx, code: string) => tx.post(RAISE, [code])
export const setNumber = (tx: WriteTx, id: string, number: number) => tx.execute(SET, [id, number])
export const numberOf = async (tx: Tx, id: string) =>
  ((await tx.execute(NUMBER, [id])).rows[0] as { number: number } | undefined)?.number
export const ids = async (tx: Tx) => (await tx.execute(IDS, [])).rows.map((row) => (row as { id: string }).id)
export const transactionOf = async (tx: Tx) => ((await tx.execute(TRANSACTION, [])).rows[0] as { id: string }).id
export const backendOf = async (tx: Tx) => ((await tx.execute(BACKEND, [])).rows[0] as { pid: number }).pid

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A promise with the function that fulfils it. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** How long something took, and its result: the status of a refusal, or 200. */
export async function timed(work: Promise<unknown>): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  const status = await work.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 500,
  )
  return { status, ms: performance.now() - begun }
}

export interface Scene {
  url: string
  database: PostgresDatabase
  /** Runs one statement beside the engine. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are looked into freely by tests
  sql(text: string, values?: unknown[]): Promise<any[]>
  /** The stored rows, read from outside. */
  stored(): Promise<string[]>
  /** How many connections of the engine the server has. */
  connections(): Promise<number>
  /** Another one on the same database, as another process has it; closed with the scene. `by_way_of` is another address of it. */
  openAnother(by_way_of?: string): Promise<PostgresDatabase>
  /** Keeps a company from everyone, as any program on the database could; gives the function that ends it. */
  hold(company_id: CompanyId): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Prepares the database at `url`, or a new one of the tests' server. Close it at the end. */
export async function openScene(url?: string): Promise<Scene> {
  const place = url === undefined ? await newTestDatabase('postgres') : undefined
  const address = url ?? place!.settings.database_url!
  const sql = async (text: string, values: unknown[] = []) => (await run(address, text, values)).rows
  await sql('CREATE TABLE scratch (id text PRIMARY KEY, number bigint NOT NULL DEFAULT 0)')
  await sql(`CREATE FUNCTION scratch_raise(code text) RETURNS void LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = code; END $$`)
  await sql("INSERT INTO organizations (id, name, created_at) VALUES ('org', 'O', '2026-01-01T00:00:00.000Z')")
  for (const id of [A, B]) {
    await sql(
      `INSERT INTO companies (id, organization_id, name, slug, currency, invoice_prefix, quote_prefix, created_at)
       VALUES ($1, 'org', $1, $1, 'USD', 'INV', 'QUO', '2026-01-01T00:00:00.000Z')`,
      [id],
    )
  }
  const opened: PostgresDatabase[] = []
  const openAnother = async (by_way_of = address) => {
    const database = await PostgresDatabase.open(by_way_of)
    opened.push(database)
    return database
  }
  return {
    url: address,
    database: await openAnother(),
    sql,
    stored: async () => (await sql('SELECT id FROM scratch ORDER BY id')).map(({ id }) => id),
    async connections() {
      const rows = await sql(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'quoin' AND datname = current_database()",
      )
      return rows[0].count
    },
    openAnother,
    async hold(company_id) {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      await client.query('BEGIN')
      await client.query('SELECT id FROM companies WHERE id = $1 FOR UPDATE', [company_id])
      return () => client.end()
    },
    async close() {
      await Promise.all(opened.map((database) => database.close()))
      await place?.remove()
    },
  }
}
