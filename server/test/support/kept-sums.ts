// The sums that are kept with the rows, against those that statements make of them, which know nothing of the program.
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

/** Throws all sums away, and makes them of the rows by statements. */
export async function remakeKeptSums(app: TestApp): Promise<Row[]> {
  const statements = ['DELETE FROM kept_sums', ...FILLS]
  await app.database.write(async (tx) => {
    for (const sql of statements) await tx.execute({ sql, returns_rows: false }, [])
  })
  return readKeptSums(app)
}

const FILLS = [
  `SELECT company_id, 'drafts', currency, count(*), sum(total / 1000000), sum(total % 1000000)
  FROM invoices WHERE deleted_at IS NULL AND status = 'draft' GROUP BY company_id, currency`,
  `SELECT company_id, 'open', currency || '/' || due_date, count(*), sum(amount_due / 1000000), sum(amount_due % 1000000)
  FROM invoices WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue')
  GROUP BY company_id, currency, due_date`,
  `SELECT company_id, 'quotes_waiting', currency, count(*), sum(total / 1000000), sum(total % 1000000)
  FROM quotes WHERE deleted_at IS NULL AND status IN ('sent', 'viewed') GROUP BY company_id, currency`,
  `SELECT payments.company_id, 'paid', invoices.currency || '/' || substr(payments.paid_at, 1, 7), count(*),
    sum(payments.amount / 1000000), sum(payments.amount % 1000000)
  FROM payments JOIN invoices ON invoices.company_id = payments.company_id AND invoices.id = payments.invoice_id
  WHERE payments.deleted_at IS NULL GROUP BY payments.company_id, invoices.currency, substr(payments.paid_at, 1, 7)`,
  `SELECT refunds.company_id, 'refunded', credit_notes.currency || '/' || substr(refunds.paid_at, 1, 7), count(*),
    sum(refunds.amount / 1000000), sum(refunds.amount % 1000000)
  FROM refunds JOIN credit_notes ON credit_notes.company_id = refunds.company_id AND credit_notes.id = refunds.credit_note_id
  WHERE refunds.deleted_at IS NULL GROUP BY refunds.company_id, credit_notes.currency, substr(refunds.paid_at, 1, 7)`,
  `SELECT company_id, 'time',
    project_id || '/' || user_id || '/' || CASE WHEN is_billable THEN '1' ELSE '0' END || '/' || CASE WHEN invoiced THEN '1' ELSE '0' END,
    count(*), sum(duration_minutes / 1000000), sum(duration_minutes % 1000000)
  FROM time_entries WHERE deleted_at IS NULL GROUP BY company_id, project_id, user_id, is_billable, invoiced`,
  `SELECT time_entries.company_id, 'unbilled',
    time_entries.project_id || '/' || coalesce(time_entries.hourly_rate, tasks.hourly_rate, ''),
    count(*), sum(time_entries.duration_minutes / 1000000), sum(time_entries.duration_minutes % 1000000)
  FROM time_entries
  LEFT JOIN tasks
    ON tasks.company_id = time_entries.company_id
    AND tasks.project_id = time_entries.project_id
    AND tasks.id = time_entries.task_id
  WHERE time_entries.is_billable AND NOT time_entries.is_running AND time_entries.invoice_id IS NULL AND time_entries.deleted_at IS NULL
  GROUP BY time_entries.company_id, time_entries.project_id, coalesce(time_entries.hourly_rate, tasks.hourly_rate, '')`,
].map((select) => `INSERT INTO kept_sums (company_id, name, key, count, millions, rest) ${select}`)
