-- Lists at any size: an index in the order of each list, counts by the values that lists are filtered by, and marks for deep offsets.
--
-- The columns after `id` are those that filters read, so that a row that does not match costs an entry of the index and no page of the
-- table. The search texts are of 2 names or mail addresses of 255 characters at most, which an entry has room for.

DROP INDEX customers_newest_first;
CREATE INDEX customers_newest_first ON customers (company_id, created_at, id, search_text) WHERE deleted_at IS NULL;

DROP INDEX invoices_newest_first;
DROP INDEX invoices_by_status;
DROP INDEX invoices_by_customer;
CREATE INDEX invoices_newest_first ON invoices (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_status ON invoices (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer ON invoices (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer_and_status ON invoices (company_id, customer_id, status, created_at, id)
  WHERE deleted_at IS NULL;

DROP INDEX quotes_newest_first;
DROP INDEX quotes_by_status;
DROP INDEX quotes_by_customer;
CREATE INDEX quotes_newest_first ON quotes (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_status ON quotes (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer ON quotes (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer_and_status ON quotes (company_id, customer_id, status, created_at, id)
  WHERE deleted_at IS NULL;

DROP INDEX projects_newest_first;
DROP INDEX projects_by_customer;
CREATE INDEX projects_newest_first ON projects (company_id, created_at, id, status, priority, is_archived, search_text)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_customer ON projects (company_id, customer_id, created_at, id, status, priority, is_archived)
  WHERE deleted_at IS NULL;

DROP INDEX tasks_by_position;
DROP INDEX tasks_by_parent;
CREATE INDEX tasks_by_position
  ON tasks (company_id, project_id, position, created_at, id, status, priority, assigned_to, search_text)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_parent
  ON tasks (company_id, project_id, parent_task_id, position, created_at, id, status, priority, assigned_to)
  WHERE deleted_at IS NULL;

DROP INDEX time_entries_newest_first;
DROP INDEX time_entries_by_task;
CREATE INDEX time_entries_newest_first
  ON time_entries (company_id, project_id, created_at, id, user_id, is_billable, invoiced, start_time)
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_task
  ON time_entries (company_id, project_id, task_id, created_at, id, user_id, is_billable, invoiced, start_time)
  WHERE deleted_at IS NULL;

CREATE INDEX payments_newest_first ON payments (company_id, invoice_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_newest_first ON users (organization_id, created_at, id);
CREATE INDEX companies_newest_first ON companies (organization_id, created_at, id);
CREATE INDEX webhook_endpoints_newest_first ON webhook_endpoints (company_id, created_at, id) WHERE deleted_at IS NULL;
DROP INDEX webhook_deliveries_failed;
DROP INDEX webhook_deliveries_cancelled;
CREATE INDEX webhook_deliveries_not_delivered ON webhook_deliveries (company_id, webhook_endpoint_id, status, event_id)
  WHERE status <> 'delivered';
DROP INDEX api_keys_by_organization;
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at, id);

-- Marks divide a long list, under one filter, into stretches, so that a page far down is found without reading what lies above it.
-- `created_at` and `id` are of the newest row that a stretch may hold ('~' for the newest stretch, above everything), `count` says how many
-- rows are in it. A list has them once it is long: `list_counts.marks` says how many.
CREATE TABLE list_marks (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  list text COLLATE "C" NOT NULL,
  filter text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (company_id, list, filter, created_at, id)
) WITH (fillfactor = 50);
ALTER TABLE list_counts ADD COLUMN marks bigint NOT NULL DEFAULT 0;

-- Projects, tasks and time entries are counted by each combination of values too; a filter adds up those that match.
INSERT INTO list_counts (company_id, list, filter, count)
SELECT company_id, 'projects', '/' || status || '/' || priority || '/' || CASE WHEN is_archived THEN '1' ELSE '0' END, count(*)
FROM projects WHERE deleted_at IS NULL GROUP BY 1, 2, 3;

INSERT INTO list_counts (company_id, list, filter, count)
SELECT company_id, 'tasks',
  project_id || '/' || status || '/' || priority || '/' || coalesce(assigned_to, '') || '/'
    || CASE WHEN parent_task_id IS NULL THEN 'root' ELSE '' END,
  count(*)
FROM tasks WHERE deleted_at IS NULL GROUP BY 1, 2, 3;

INSERT INTO list_counts (company_id, list, filter, count)
SELECT company_id, 'time_entries',
  project_id || '/' || user_id || '/' || CASE WHEN is_billable THEN '1' ELSE '0' END || '/' || CASE WHEN invoiced THEN '1' ELSE '0' END,
  count(*)
FROM time_entries WHERE deleted_at IS NULL GROUP BY 1, 2, 3;

-- The marks of lists that are long already: one every 2,048 rows, from the newest on.
INSERT INTO list_marks (company_id, list, filter, created_at, id, count)
WITH
  long_lists AS (SELECT company_id, list, filter FROM list_counts WHERE count > 4096),
  keys AS (
    SELECT company_id, 'customers' AS list, '' AS filter, created_at, id FROM customers WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'invoices', '/', created_at, id FROM invoices WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'invoices', status || '/', created_at, id FROM invoices WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'invoices', '/' || customer_id, created_at, id FROM invoices WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'invoices', status || '/' || customer_id, created_at, id FROM invoices WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'quotes', '/', created_at, id FROM quotes WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'quotes', status || '/', created_at, id FROM quotes WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'quotes', '/' || customer_id, created_at, id FROM quotes WHERE deleted_at IS NULL
    UNION ALL SELECT company_id, 'quotes', status || '/' || customer_id, created_at, id FROM quotes WHERE deleted_at IS NULL
  ),
  places AS (
    SELECT keys.company_id, keys.list, keys.filter, keys.created_at, keys.id,
      row_number() OVER newest_first - 1 AS place, count(*) OVER (PARTITION BY keys.company_id, keys.list, keys.filter) AS count
    FROM keys
    JOIN long_lists
      ON long_lists.company_id = keys.company_id AND long_lists.list = keys.list AND long_lists.filter = keys.filter
    WINDOW newest_first AS (PARTITION BY keys.company_id, keys.list, keys.filter ORDER BY keys.created_at DESC, keys.id DESC)
  )
SELECT company_id, list, filter,
  CASE WHEN place = 0 THEN '~' ELSE created_at END,
  CASE WHEN place = 0 THEN '~' ELSE id END,
  CASE WHEN count - place < 2048 THEN count - place ELSE 2048 END
FROM places WHERE place % 2048 = 0;

UPDATE list_counts SET marks = (
  SELECT count(*) FROM list_marks
  WHERE list_marks.company_id = list_counts.company_id
    AND list_marks.list = list_counts.list
    AND list_marks.filter = list_counts.filter
)
WHERE count > 4096;

-- What every search looks through, by its parts of three characters, where the database has the extension for it. Without it a search walks
-- the index of its list.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not there, so a search takes longer the more rows there are: %', SQLERRM;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX customers_by_search_text ON customers USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
    CREATE INDEX projects_by_search_text ON projects USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
  END IF;
END $$;
