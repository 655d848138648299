-- What the pages of the dashboard ask for: sums that are kept with the rows, lists across all projects, other orders of lists, and what a
-- company says of itself on its documents.

-- A sum under each of its keys (currency and day, month, or the cell of a time entry), and how many rows are in it. Amounts are minor units,
-- taken apart into millions and what is left of each: so no sum of amounts leaves the range of whole numbers.
CREATE TABLE kept_sums (
  company_id TEXT NOT NULL REFERENCES companies (id),
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  count INTEGER NOT NULL,
  millions INTEGER NOT NULL,
  rest INTEGER NOT NULL,
  PRIMARY KEY (company_id, name, key)
) STRICT, WITHOUT ROWID;

ALTER TABLE companies ADD COLUMN legal_name TEXT;
ALTER TABLE companies ADD COLUMN legal_address TEXT;
ALTER TABLE companies ADD COLUMN legal_vat TEXT;
ALTER TABLE companies ADD COLUMN payment_details TEXT;

-- The picture that `companies.logo_url` names by a path of ours, in base64. It is asked for by its content, without a word of whose it is.
CREATE TABLE company_logos (
  company_id TEXT NOT NULL PRIMARY KEY REFERENCES companies (id),
  sha256 TEXT NOT NULL,
  media_type TEXT NOT NULL,
  image TEXT NOT NULL
) STRICT;
CREATE INDEX company_logos_by_content ON company_logos (sha256);

-- Invoices on which money is due, the longest first. Few are, and no draft is.
CREATE INDEX invoices_open ON invoices (company_id, due_date, id)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue');

-- Orders of lists. As in 0003, the columns after `id` are those that filters read.
CREATE INDEX invoices_by_due_date ON invoices (company_id, due_date, id, status, deleted_at) WHERE deleted_at IS NULL;
-- The figure of the total as it is shown, whatever digits its currency has: the same words as in documents/list.ts.
CREATE INDEX invoices_by_total
  ON invoices (
    company_id,
    (CASE
      WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN total * 10000
      WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN total * 10
      WHEN currency IN ('CLF', 'UYW') THEN total
      ELSE total * 100
    END),
    id, status, deleted_at
  )
  WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_valid_until ON quotes (company_id, valid_until, id, status, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_total
  ON quotes (
    company_id,
    (CASE
      WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN total * 10000
      WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN total * 10
      WHEN currency IN ('CLF', 'UYW') THEN total
      ELSE total * 100
    END),
    id, status, deleted_at
  )
  WHERE deleted_at IS NULL;
-- The search texts begin with name or title.
CREATE INDEX customers_by_name ON customers (company_id, search_text, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX projects_by_title ON projects (company_id, search_text, id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
-- What has no day comes last in either direction.
CREATE INDEX projects_by_due_date
  ON projects (company_id, coalesce(due_date, '~'), id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_due_date_downwards
  ON projects (company_id, coalesce(due_date, ''), id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_with_budget ON projects (company_id, id)
  WHERE deleted_at IS NULL AND NOT is_archived AND (budget_hours IS NOT NULL OR budget_amount IS NOT NULL);

-- Tasks and time of all projects. Ids are in the order of creation.
CREATE INDEX tasks_newest_first ON tasks (company_id, id, status, priority, assigned_to, project_id, search_text, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_due_date
  ON tasks (company_id, coalesce(due_date, '~'), id, status, priority, assigned_to, project_id, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_due_date_downwards
  ON tasks (company_id, coalesce(due_date, ''), id, status, priority, assigned_to, project_id, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_priority
  ON tasks (
    company_id, (CASE priority WHEN 'urgent' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END), id,
    status, priority, assigned_to, project_id, deleted_at
  )
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_start
  ON time_entries (
    company_id, start_time, id, project_id, user_id, is_billable, invoiced, is_running, duration_minutes, deleted_at
  )
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_running ON time_entries (company_id, user_id, start_time, id) WHERE is_running AND deleted_at IS NULL;
CREATE INDEX time_entries_unbilled
  ON time_entries (company_id, project_id, hourly_rate, task_id, duration_minutes, is_billable, is_running, invoice_id, deleted_at)
  WHERE is_billable AND NOT is_running AND invoice_id IS NULL AND deleted_at IS NULL;
CREATE INDEX tasks_with_rate ON tasks (company_id, project_id, hourly_rate, id) WHERE hourly_rate IS NOT NULL;

-- Sums of what is there already.
INSERT INTO kept_sums (company_id, name, key, count, millions, rest)
SELECT company_id, 'drafts', currency, count(*), sum(total / 1000000), sum(total % 1000000)
FROM invoices WHERE deleted_at IS NULL AND status = 'draft' GROUP BY company_id, currency;

INSERT INTO kept_sums (company_id, name, key, count, millions, rest)
SELECT company_id, 'open', currency || '/' || due_date, count(*), sum(amount_due / 1000000), sum(amount_due % 1000000)
FROM invoices WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue')
GROUP BY company_id, currency, due_date;

INSERT INTO kept_sums (company_id, name, key, count, millions, rest)
SELECT company_id, 'quotes_waiting', currency, count(*), sum(total / 1000000), sum(total % 1000000)
FROM quotes WHERE deleted_at IS NULL AND status IN ('sent', 'viewed') GROUP BY company_id, currency;

INSERT INTO kept_sums (company_id, name, key, count, millions, rest)
SELECT payments.company_id, 'paid', invoices.currency || '/' || substr(payments.paid_at, 1, 7), count(*),
  sum(payments.amount / 1000000), sum(payments.amount % 1000000)
FROM payments JOIN invoices ON invoices.company_id = payments.company_id AND invoices.id = payments.invoice_id
WHERE payments.deleted_at IS NULL GROUP BY payments.company_id, invoices.currency, substr(payments.paid_at, 1, 7);

INSERT INTO kept_sums (company_id, name, key, count, millions, rest)
SELECT company_id, 'time',
  project_id || '/' || user_id || '/' || CASE WHEN is_billable THEN '1' ELSE '0' END || '/' || CASE WHEN invoiced THEN '1' ELSE '0' END,
  count(*), sum(duration_minutes / 1000000), sum(duration_minutes % 1000000)
FROM time_entries WHERE deleted_at IS NULL GROUP BY company_id, project_id, user_id, is_billable, invoiced;
