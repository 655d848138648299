-- The first schema. Rules of the house for every table below:
--   * What belongs to a company has company_id as the first column of its key and of its foreign keys,
--     so that a row of another company can't match, and the data can be sharded by company.
--   * Amounts are whole minor units of the document's currency. Quantities, prices, rates and sums of products are
--     exact decimal texts. Timestamps are ISO 8601 UTC with milliseconds and Z, days are YYYY-MM-DD: both sort as text.
--   * deleted_at marks a deleted row; numbers are never used again, so the row stays.

CREATE TABLE organizations (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'read_only')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email)
) STRICT;

-- One-time links with which a user sets a password. Only the hash of the token is kept.
CREATE TABLE password_links (
  token_hash TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
) STRICT;

CREATE TABLE companies (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  currency TEXT NOT NULL,
  invoice_prefix TEXT NOT NULL,
  quote_prefix TEXT NOT NULL,
  logo_url TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (organization_id, slug)
) STRICT;

-- A module is on unless a row says otherwise.
CREATE TABLE company_modules (
  company_id TEXT NOT NULL REFERENCES companies (id),
  module TEXT NOT NULL,
  is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
  PRIMARY KEY (company_id, module)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  key_prefix TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  level TEXT NOT NULL CHECK (level IN ('read', 'write', 'admin')),
  all_companies INTEGER NOT NULL CHECK (all_companies IN (0, 1)),
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  last_used_at TEXT,
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
) STRICT;
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at);

CREATE TABLE api_key_companies (
  company_id TEXT NOT NULL REFERENCES companies (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  PRIMARY KEY (company_id, api_key_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_companies_by_key ON api_key_companies (api_key_id);

-- Every request under /v1. Each row's hash covers the row and the hash before it, a chain per organization.
-- Requests of unknown callers are the chain of organization ''.
CREATE TABLE audit_log (
  organization_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  request_id TEXT NOT NULL,
  api_key_id TEXT,
  key_prefix TEXT,
  company_id TEXT,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  ip_address TEXT NOT NULL,
  user_agent TEXT,
  hash TEXT NOT NULL,
  PRIMARY KEY (organization_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TABLE audit_heads (
  organization_id TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Stored answers of requests that carried an Idempotency-Key; they commit with the change that they report.
CREATE TABLE idempotency_keys (
  company_id TEXT NOT NULL REFERENCES companies (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, api_key_id, idempotency_key)
) STRICT;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- The last event of each company: its row is what concurrent writers queue for, so order of ids is order of commits.
CREATE TABLE event_heads (
  company_id TEXT NOT NULL PRIMARY KEY REFERENCES companies (id),
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  resource_type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  data TEXT NOT NULL,
  is_test INTEGER NOT NULL CHECK (is_test IN (0, 1)),
  PRIMARY KEY (company_id, id)
) STRICT;
CREATE INDEX events_by_type ON events (company_id, type, id);
CREATE INDEX events_by_resource ON events (company_id, resource_id, id);
CREATE INDEX events_by_time ON events (company_id, created_at, id);

-- The last number given out, per company, kind of document and year.
CREATE TABLE number_counters (
  company_id TEXT NOT NULL REFERENCES companies (id),
  kind TEXT NOT NULL,
  year TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  PRIMARY KEY (company_id, kind, year)
) STRICT, WITHOUT ROWID;

-- How many rows a list has under a filter, so that no list counts its rows at each request.
CREATE TABLE list_counts (
  company_id TEXT NOT NULL REFERENCES companies (id),
  list TEXT NOT NULL,
  filter TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (company_id, list, filter)
) STRICT, WITHOUT ROWID;

CREATE TABLE customers (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  contact_phone TEXT NOT NULL,
  country TEXT NOT NULL,
  city TEXT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  legal_name TEXT NOT NULL,
  legal_address TEXT NOT NULL,
  legal_vat TEXT NOT NULL,
  zipcode TEXT NOT NULL,
  notes TEXT NOT NULL,
  search_text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, slug)
) STRICT;
CREATE INDEX customers_newest_first ON customers (company_id, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE invoices (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  invoice_number TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  issue_date TEXT NOT NULL,
  due_date TEXT NOT NULL,
  currency TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  discount_type TEXT,
  discount_value TEXT,
  discount_amount INTEGER NOT NULL,
  subtotal_after_discount INTEGER NOT NULL,
  tax_rate TEXT NOT NULL,
  tax_id TEXT NOT NULL,
  tax_amount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  amount_paid INTEGER NOT NULL,
  amount_due INTEGER NOT NULL,
  notes TEXT NOT NULL,
  payment_terms TEXT NOT NULL,
  public_token TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, invoice_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
) STRICT;
CREATE INDEX invoices_newest_first ON invoices (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_status ON invoices (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer ON invoices (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_to_become_overdue ON invoices (due_date)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial');

CREATE TABLE invoice_items (
  company_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  quantity TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_price TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (company_id, document_id, sort_order),
  FOREIGN KEY (company_id, document_id) REFERENCES invoices (company_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE payments (
  company_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  paid_at TEXT NOT NULL,
  method TEXT NOT NULL,
  reference TEXT NOT NULL,
  is_from_status INTEGER NOT NULL CHECK (is_from_status IN (0, 1)),
  created_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, invoice_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT;

CREATE TABLE quotes (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  quote_number TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  issue_date TEXT NOT NULL,
  valid_until TEXT NOT NULL,
  currency TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  discount_type TEXT,
  discount_value TEXT,
  discount_amount INTEGER NOT NULL,
  subtotal_after_discount INTEGER NOT NULL,
  tax_rate TEXT NOT NULL,
  tax_id TEXT NOT NULL,
  tax_amount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  notes TEXT NOT NULL,
  payment_terms TEXT NOT NULL,
  invoice_id TEXT,
  public_token TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, quote_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT;
CREATE INDEX quotes_newest_first ON quotes (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_status ON quotes (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer ON quotes (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_to_expire ON quotes (valid_until) WHERE deleted_at IS NULL AND status IN ('sent', 'viewed');

CREATE TABLE quote_items (
  company_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  quantity TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_price TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (company_id, document_id, sort_order),
  FOREIGN KEY (company_id, document_id) REFERENCES quotes (company_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  public_id TEXT NOT NULL,
  customer_id TEXT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  priority TEXT NOT NULL,
  start_date TEXT,
  due_date TEXT,
  billing_type TEXT NOT NULL,
  budget_hours TEXT,
  budget_amount TEXT,
  hourly_rate TEXT,
  progress_percentage INTEGER NOT NULL,
  is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
  assigned_to TEXT NOT NULL,
  created_by TEXT NOT NULL,
  completed_at TEXT,
  metadata TEXT NOT NULL,
  public_token TEXT NOT NULL UNIQUE,
  search_text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, public_id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
) STRICT;
CREATE INDEX projects_newest_first ON projects (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_by_customer ON projects (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;

-- What a project's read-only figures are computed from, kept up to date by each change of a task or time entry.
-- own_revenue: Σ minutes × the entry's own rate; task_revenue: Σ minutes × the task's rate of entries without one;
-- unrated_minutes: billable minutes with neither, which the project's rate applies to; cost: Σ minutes × internal rate.
CREATE TABLE project_figures (
  company_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  tasks_count INTEGER NOT NULL,
  completed_tasks INTEGER NOT NULL,
  minutes INTEGER NOT NULL,
  unrated_minutes INTEGER NOT NULL,
  own_revenue TEXT NOT NULL,
  task_revenue TEXT NOT NULL,
  cost TEXT NOT NULL,
  PRIMARY KEY (company_id, project_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tasks (
  company_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  public_id TEXT NOT NULL,
  parent_task_id TEXT,
  assigned_to TEXT,
  created_by TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  priority TEXT NOT NULL,
  estimated_hours TEXT,
  start_date TEXT,
  due_date TEXT,
  completed_at TEXT,
  is_billable INTEGER NOT NULL CHECK (is_billable IN (0, 1)),
  hourly_rate TEXT,
  position INTEGER NOT NULL,
  tags TEXT NOT NULL,
  metadata TEXT NOT NULL,
  -- billable minutes of this task's entries that have no rate of their own
  unrated_minutes INTEGER NOT NULL,
  search_text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, project_id, id),
  UNIQUE (company_id, public_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id),
  FOREIGN KEY (company_id, project_id, parent_task_id) REFERENCES tasks (company_id, project_id, id)
) STRICT;
CREATE INDEX tasks_by_position ON tasks (company_id, project_id, position, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_parent ON tasks (company_id, project_id, parent_task_id, position, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE task_dependencies (
  company_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  depends_on_task_id TEXT NOT NULL,
  PRIMARY KEY (company_id, project_id, task_id, sort_order),
  FOREIGN KEY (company_id, project_id, task_id) REFERENCES tasks (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id, depends_on_task_id) REFERENCES tasks (company_id, project_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_dependencies_backwards ON task_dependencies (company_id, project_id, depends_on_task_id);

CREATE TABLE time_entries (
  company_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  task_id TEXT,
  user_id TEXT NOT NULL,
  start_time TEXT NOT NULL,
  end_time TEXT,
  duration_minutes INTEGER NOT NULL,
  is_running INTEGER NOT NULL CHECK (is_running IN (0, 1)),
  description TEXT NOT NULL,
  is_billable INTEGER NOT NULL CHECK (is_billable IN (0, 1)),
  hourly_rate TEXT,
  internal_cost_rate TEXT,
  invoiced INTEGER NOT NULL CHECK (invoiced IN (0, 1)),
  invoice_id TEXT,
  metadata TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id),
  FOREIGN KEY (company_id, project_id, task_id) REFERENCES tasks (company_id, project_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT;
CREATE INDEX time_entries_newest_first ON time_entries (company_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_task ON time_entries (company_id, project_id, task_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX time_entries_to_bill ON time_entries (company_id, project_id, start_time, id)
  WHERE invoice_id IS NULL AND deleted_at IS NULL;
CREATE INDEX time_entries_by_invoice ON time_entries (company_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX one_running_timer_per_user ON time_entries (company_id, user_id) WHERE is_running = 1 AND deleted_at IS NULL;
