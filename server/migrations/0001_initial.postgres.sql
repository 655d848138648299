-- The first schema. Rules of the house for every table below:
--   * What belongs to a company has company_id as the first column of its key and of its foreign keys,
--     so that a row of another company can't match, and the data can be sharded by company.
--   * Amounts are whole minor units of the document's currency. Quantities, prices, rates and sums of products are
--     exact decimal texts. Timestamps are ISO 8601 UTC with milliseconds and Z, days are YYYY-MM-DD: both sort as text.
--   * deleted_at marks a deleted row; numbers are never used again, so the row stays.
-- What PostgreSQL has of its own:
--   * Texts compare byte by byte (COLLATE "C"): ids and timestamps sort as they do in SQLite, and LIKE can use an index.
--   * Rows that every write of a company or organization changes leave room in their pages, so that a new version stays in its page.

CREATE TABLE organizations (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL
);

CREATE TABLE users (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  password_hash text COLLATE "C",
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'read_only')),
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email)
);

-- One-time links with which a user sets a password. Only the hash of the token is kept.
CREATE TABLE password_links (
  token_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  used_at text COLLATE "C",
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

CREATE TABLE companies (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  name text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  invoice_prefix text COLLATE "C" NOT NULL,
  quote_prefix text COLLATE "C" NOT NULL,
  logo_url text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  UNIQUE (organization_id, slug)
);

-- A module is on unless a row says otherwise.
CREATE TABLE company_modules (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  module text COLLATE "C" NOT NULL,
  is_enabled boolean NOT NULL,
  PRIMARY KEY (company_id, module)
);

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  key_prefix text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  level text COLLATE "C" NOT NULL CHECK (level IN ('read', 'write', 'admin')),
  all_companies boolean NOT NULL,
  is_active boolean NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  revoked_at text COLLATE "C",
  last_used_at text COLLATE "C",
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at);

CREATE TABLE api_key_companies (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_keys (id),
  PRIMARY KEY (company_id, api_key_id)
);
CREATE INDEX api_key_companies_by_key ON api_key_companies (api_key_id);

-- Every request under /v1. Each row's hash covers the row and the hash before it, a chain per organization.
-- Requests of unknown callers are the chain of organization ''.
CREATE TABLE audit_log (
  organization_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  api_key_id text COLLATE "C",
  key_prefix text COLLATE "C",
  company_id text COLLATE "C",
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  status bigint NOT NULL,
  duration_ms double precision NOT NULL,
  ip_address text COLLATE "C" NOT NULL,
  user_agent text COLLATE "C",
  hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);
CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

CREATE TABLE audit_heads (
  organization_id text COLLATE "C" NOT NULL PRIMARY KEY,
  sequence bigint NOT NULL,
  hash text COLLATE "C" NOT NULL
) WITH (fillfactor = 50);

-- Stored answers of requests that carried an Idempotency-Key; they commit with the change that they report.
CREATE TABLE idempotency_keys (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_keys (id),
  idempotency_key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  status bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, api_key_id, idempotency_key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- The last event of each company: its row is what concurrent writers queue for, so order of ids is order of commits.
CREATE TABLE event_heads (
  company_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES companies (id),
  sequence bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE events (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  data text COLLATE "C" NOT NULL,
  is_test boolean NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX events_by_type ON events (company_id, type, id);
CREATE INDEX events_by_resource ON events (company_id, resource_id, id);
CREATE INDEX events_by_time ON events (company_id, created_at, id);

-- The last number given out, per company, kind of document and year.
CREATE TABLE number_counters (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  kind text COLLATE "C" NOT NULL,
  year text COLLATE "C" NOT NULL,
  last_number bigint NOT NULL,
  PRIMARY KEY (company_id, kind, year)
) WITH (fillfactor = 50);

-- How many rows a list has under a filter, so that no list counts its rows at each request.
CREATE TABLE list_counts (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  list text COLLATE "C" NOT NULL,
  filter text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (company_id, list, filter)
) WITH (fillfactor = 50);

CREATE TABLE customers (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  contact_email text COLLATE "C" NOT NULL,
  contact_phone text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  city text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  legal_name text COLLATE "C" NOT NULL,
  legal_address text COLLATE "C" NOT NULL,
  legal_vat text COLLATE "C" NOT NULL,
  zipcode text COLLATE "C" NOT NULL,
  notes text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, slug)
);
CREATE INDEX customers_newest_first ON customers (company_id, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE invoices (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  invoice_number text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  issue_date text COLLATE "C" NOT NULL,
  due_date text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  subtotal bigint NOT NULL,
  discount_type text COLLATE "C",
  discount_value text COLLATE "C",
  discount_amount bigint NOT NULL,
  subtotal_after_discount bigint NOT NULL,
  tax_rate text COLLATE "C" NOT NULL,
  tax_id text COLLATE "C" NOT NULL,
  tax_amount bigint NOT NULL,
  total bigint NOT NULL,
  amount_paid bigint NOT NULL,
  amount_due bigint NOT NULL,
  notes text COLLATE "C" NOT NULL,
  payment_terms text COLLATE "C" NOT NULL,
  public_token text COLLATE "C" NOT NULL UNIQUE,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, invoice_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
);
CREATE INDEX invoices_newest_first ON invoices (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_status ON invoices (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer ON invoices (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_to_become_overdue ON invoices (due_date)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial');

CREATE TABLE invoice_items (
  company_id text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  sort_order bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  quantity text COLLATE "C" NOT NULL,
  unit text COLLATE "C" NOT NULL,
  unit_price text COLLATE "C" NOT NULL,
  subtotal bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (company_id, document_id, sort_order),
  FOREIGN KEY (company_id, document_id) REFERENCES invoices (company_id, id)
);

CREATE TABLE payments (
  company_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  paid_at text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  is_from_status boolean NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, invoice_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);

CREATE TABLE quotes (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  quote_number text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  issue_date text COLLATE "C" NOT NULL,
  valid_until text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  subtotal bigint NOT NULL,
  discount_type text COLLATE "C",
  discount_value text COLLATE "C",
  discount_amount bigint NOT NULL,
  subtotal_after_discount bigint NOT NULL,
  tax_rate text COLLATE "C" NOT NULL,
  tax_id text COLLATE "C" NOT NULL,
  tax_amount bigint NOT NULL,
  total bigint NOT NULL,
  notes text COLLATE "C" NOT NULL,
  payment_terms text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C",
  public_token text COLLATE "C" NOT NULL UNIQUE,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, quote_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX quotes_newest_first ON quotes (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_status ON quotes (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer ON quotes (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_to_expire ON quotes (valid_until) WHERE deleted_at IS NULL AND status IN ('sent', 'viewed');

CREATE TABLE quote_items (
  company_id text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  sort_order bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  quantity text COLLATE "C" NOT NULL,
  unit text COLLATE "C" NOT NULL,
  unit_price text COLLATE "C" NOT NULL,
  subtotal bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (company_id, document_id, sort_order),
  FOREIGN KEY (company_id, document_id) REFERENCES quotes (company_id, id)
);

CREATE TABLE projects (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  public_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C",
  title text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  priority text COLLATE "C" NOT NULL,
  start_date text COLLATE "C",
  due_date text COLLATE "C",
  billing_type text COLLATE "C" NOT NULL,
  budget_hours text COLLATE "C",
  budget_amount text COLLATE "C",
  hourly_rate text COLLATE "C",
  progress_percentage bigint NOT NULL,
  is_archived boolean NOT NULL,
  assigned_to text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  completed_at text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  public_token text COLLATE "C" NOT NULL UNIQUE,
  search_text text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, public_id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
);
CREATE INDEX projects_newest_first ON projects (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_by_customer ON projects (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;

-- What a project's read-only figures are computed from, kept up to date by each change of a task or time entry.
-- own_revenue: Σ minutes × the entry's own rate; task_revenue: Σ minutes × the task's rate of entries without one;
-- unrated_minutes: billable minutes with neither, which the project's rate applies to; cost: Σ minutes × internal rate.
CREATE TABLE project_figures (
  company_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  tasks_count bigint NOT NULL,
  completed_tasks bigint NOT NULL,
  minutes bigint NOT NULL,
  unrated_minutes bigint NOT NULL,
  own_revenue text COLLATE "C" NOT NULL,
  task_revenue text COLLATE "C" NOT NULL,
  cost text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, project_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
);

CREATE TABLE tasks (
  company_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  public_id text COLLATE "C" NOT NULL,
  parent_task_id text COLLATE "C",
  assigned_to text COLLATE "C",
  created_by text COLLATE "C" NOT NULL,
  title text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  priority text COLLATE "C" NOT NULL,
  estimated_hours text COLLATE "C",
  start_date text COLLATE "C",
  due_date text COLLATE "C",
  completed_at text COLLATE "C",
  is_billable boolean NOT NULL,
  hourly_rate text COLLATE "C",
  position bigint NOT NULL,
  tags text COLLATE "C" NOT NULL,
  metadata text COLLATE "C" NOT NULL,
  -- billable minutes of this task's entries that have no rate of their own
  unrated_minutes bigint NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, project_id, id),
  UNIQUE (company_id, public_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id),
  FOREIGN KEY (company_id, project_id, parent_task_id) REFERENCES tasks (company_id, project_id, id)
);
CREATE INDEX tasks_by_position ON tasks (company_id, project_id, position, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_parent ON tasks (company_id, project_id, parent_task_id, position, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE task_dependencies (
  company_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  sort_order bigint NOT NULL,
  depends_on_task_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, project_id, task_id, sort_order),
  FOREIGN KEY (company_id, project_id, task_id) REFERENCES tasks (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id, depends_on_task_id) REFERENCES tasks (company_id, project_id, id)
);
CREATE INDEX task_dependencies_backwards ON task_dependencies (company_id, project_id, depends_on_task_id);

CREATE TABLE time_entries (
  company_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C",
  user_id text COLLATE "C" NOT NULL,
  start_time text COLLATE "C" NOT NULL,
  end_time text COLLATE "C",
  duration_minutes bigint NOT NULL,
  is_running boolean NOT NULL,
  description text COLLATE "C" NOT NULL,
  is_billable boolean NOT NULL,
  hourly_rate text COLLATE "C",
  internal_cost_rate text COLLATE "C",
  invoiced boolean NOT NULL,
  invoice_id text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id),
  FOREIGN KEY (company_id, project_id, task_id) REFERENCES tasks (company_id, project_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX time_entries_newest_first ON time_entries (company_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_task ON time_entries (company_id, project_id, task_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX time_entries_to_bill ON time_entries (company_id, project_id, start_time, id)
  WHERE invoice_id IS NULL AND deleted_at IS NULL;
CREATE INDEX time_entries_by_invoice ON time_entries (company_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX one_running_timer_per_user ON time_entries (company_id, user_id) WHERE is_running AND deleted_at IS NULL;
