// Compares the kept sums with those that the migrations compute from the rows.
import { readFileSync } from 'node:fs'
import type { Engine } from '../../src/sql/database.ts'
import { select } from './fixtures.ts'
import type { TestApp } from './test-app.ts'

/** A row of `kept_sums`. */
// biome-ignore lint/suspicious/noExplicitAny: rows are only compared
type Row = Record<string, any>

/** The sums that rows are in. */
export const readKeptSums = (app: TestApp): Promise<Row[]> =>
  select(
    app,
    'SELECT company_id, name, key, count, millions, rest FROM kept_sums WHERE count <> 0 ORDER BY company_id, name, key',
  )

/** Throws all sums away, and makes them of the rows by the statements of the migrations. */
export async function remakeKeptSums(app: TestApp): Promise<Row[]> {
  const statements = ['DELETE FROM kept_sums', ...fillsOf(app.database.engine)]
  await app.database.write(async (tx) => {
    for (const sql of statements) await tx.execute({ sql, returns_rows: false }, [])
  })
  return readKeptSums(app)
}

function fillsOf(engine: Engine): string[] {
  return [`0007_dashboard.${engine}`, '0008_unbilled_time']
    .map((name) => readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8'))
    .flatMap((text) => text.replaceAll(/^--.*$/gm, '').split(';'))
    .map((statement) => statement.trim())
    .filter((statement) => statement.startsWith('INSERT INTO kept_sums'))
}
