-- The schema. Rules for every table:
--   * What belongs to a company has company_id as the first column of its key and of its foreign keys, so that a row of another company can't
--     match, and the data can be sharded by company.
--   * Amounts are whole minor units of the document's currency. Quantities, prices, rates and sums of products are exact decimal texts.
--     Timestamps are ISO 8601 UTC with milliseconds and Z, days are YYYY-MM-DD: both sort as text.
--   * deleted_at marks a deleted row; numbers are never used again, so the row stays.
--   * Indexes of lists have the order of their list and after it the columns that its filters read, so that a row that does not match costs an
--     entry of the index and no page of the table (decisions/013-lists-at-any-size.md).
-- Only on SQLite: deleted_at is the last column of such an index, although it is always NULL there. Without it SQLite would read the row to see
-- that.


-- What several processes on one database need of each other.

-- Which process does what only one may do at a time: delivering webhooks. `beat` grows as long as it lives.
CREATE TABLE leaderships (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  beat INTEGER NOT NULL
) STRICT;

-- The name of the key that secrets are sealed with, so that no process starts with another one.
CREATE TABLE vault_keys (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  key_id TEXT NOT NULL
) STRICT;

-- How often callers have sent requests, for all processes together (http/shared-rates.ts). SQLite has one process, which has nothing to share.
CREATE TABLE rate_processes (
  id TEXT NOT NULL PRIMARY KEY,
  beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rate_counts (
  caller_id TEXT NOT NULL PRIMARY KEY,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Organizations and their members.

CREATE TABLE organizations (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- The organization that was there first. Its owners see what belongs to no organization: requests without a valid key.
CREATE TABLE installation (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  organization_id TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'read_only')),
  created_at TEXT NOT NULL,
  person_id TEXT,
  -- A member who was removed: what they did still names them.
  removed_at TEXT,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email)
) STRICT;
CREATE INDEX users_newest_first ON users (organization_id, created_at, id);
CREATE INDEX users_of_person ON users (person_id);
-- The organizations that a person with an address may join.
CREATE INDEX users_by_email ON users (email);

-- One-time links with which a user sets a password. Only the hash of the token is kept.
CREATE TABLE password_links (
  token_hash TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  -- Who made the link (null: the operator of the machine), and a hash of what it depends on: role and password of both sides.
  created_by TEXT,
  stands_on TEXT,
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
) STRICT;

-- Who signs in to the dashboard. A person is known by an address, and is the member that `users.person_id` says: an address alone makes nobody a
-- member, since each organization writes down whichever address it likes. The columns are those of the sign-in library
-- (decisions/017-sign-in.md); flags are 0 or 1.

CREATE TABLE persons (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  email_verified INTEGER NOT NULL,
  image TEXT,
  two_factor_enabled INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  token TEXT NOT NULL UNIQUE,
  expires_at TEXT NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  organization_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_of_person ON sessions (person_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (updated_at);

-- How a person signs in: with a password (provider `credential`), or through another service.
CREATE TABLE credentials (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  password TEXT,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  access_token_expires_at TEXT,
  refresh_token_expires_at TEXT,
  scope TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (provider_id, account_id)
) STRICT;
CREATE INDEX credentials_of_person ON credentials (person_id);

CREATE TABLE verifications (
  id TEXT NOT NULL PRIMARY KEY,
  identifier TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- The person of a sign-in that waits for its second factor, and a hash of what it depends on: password and roles.
  person_id TEXT,
  stands_on TEXT
) STRICT;
CREATE INDEX verifications_by_identifier ON verifications (identifier);
CREATE INDEX verifications_by_end ON verifications (expires_at);
CREATE INDEX verifications_of_person ON verifications (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE two_factors (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  secret TEXT NOT NULL,
  backup_codes TEXT NOT NULL,
  verified INTEGER,
  failed_verification_count INTEGER,
  locked_until TEXT,
  -- The time step of the last code that was taken (RFC 6238): that one and earlier ones are refused.
  last_step INTEGER
) STRICT;
CREATE INDEX two_factors_of_person ON two_factors (person_id);

CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  name TEXT,
  public_key TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  counter INTEGER NOT NULL,
  device_type TEXT NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT,
  aaguid TEXT,
  created_at TEXT
) STRICT;
CREATE INDEX passkeys_of_person ON passkeys (person_id);

-- Failed sign-ins, counted for all processes together. `name` is the SHA-256 of an account, an address or both: what is typed as an address may be
-- a password.
CREATE TABLE sign_in_failures (
  name TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_ms);

-- Companies and keys.

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
  legal_name TEXT,
  legal_address TEXT,
  legal_vat TEXT,
  payment_details TEXT,
  UNIQUE (organization_id, slug)
) STRICT;
CREATE INDEX companies_newest_first ON companies (organization_id, created_at, id);

-- The picture that `companies.logo_url` names by a path of ours, in base64. It is requested by the hash of its content, without naming the company.
CREATE TABLE company_logos (
  company_id TEXT NOT NULL PRIMARY KEY REFERENCES companies (id),
  sha256 TEXT NOT NULL,
  media_type TEXT NOT NULL,
  image TEXT NOT NULL
) STRICT;
CREATE INDEX company_logos_by_content ON company_logos (sha256);

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
  -- The member who made a key in the dashboard; null for the command line.
  created_by TEXT,
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
) STRICT;
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at, id);

CREATE TABLE api_key_companies (
  company_id TEXT NOT NULL REFERENCES companies (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  PRIMARY KEY (company_id, api_key_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_companies_by_key ON api_key_companies (api_key_id);

-- The audit log.

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
  -- The member who made the request in the dashboard; null where a key did.
  user_id TEXT,
  -- In a row that counts several requests: how many, and when the last of them began.
  count INTEGER,
  last_at TEXT,
  PRIMARY KEY (organization_id, sequence)
) STRICT, WITHOUT ROWID;
-- Filters by member and by failure do not read the whole log. Successful requests with a key, nearly all there are, have no entry in these indexes,
-- so they cost nothing. The columns of the other filter and the time are included, so that nothing else is read.
CREATE INDEX audit_log_of_members ON audit_log (organization_id, user_id, sequence, status, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX audit_log_of_failures ON audit_log (organization_id, sequence, status, created_at) WHERE status >= 400;

CREATE TABLE audit_heads (
  organization_id TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Replaces entries that retention has removed; signed with a key that is not in the database.
CREATE TABLE audit_anchors (
  organization_id TEXT NOT NULL,
  first_sequence INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL,
  cut_entries INTEGER NOT NULL,
  gaps TEXT NOT NULL,
  cut_at TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (organization_id, first_sequence)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
-- Only what an anchor covers may be deleted, and never the row of a change.
CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
WHEN NOT (OLD.status >= 400 OR OLD.method IN ('GET', 'HEAD', 'OPTIONS', '*'))
  OR NOT EXISTS (
    SELECT 1 FROM (
      SELECT last_sequence FROM audit_anchors
      WHERE organization_id = OLD.organization_id AND first_sequence <= OLD.sequence
      ORDER BY first_sequence DESC LIMIT 1
    ) WHERE last_sequence >= OLD.sequence
  )
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_anchors_are_never_changed BEFORE UPDATE ON audit_anchors
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_anchors_are_never_deleted BEFORE DELETE ON audit_anchors
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Stored answers of requests that carried an Idempotency-Key.

-- Those of API keys. They commit with the change that they report.
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

-- Those of the dashboard's pages, kept for a day. They belong to the member who sent the request; `company_id` is empty for what is done in the
-- organization as a whole.
CREATE TABLE session_answers (
  company_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, user_id, idempotency_key)
) STRICT;
CREATE INDEX session_answers_by_age ON session_answers (created_at);

-- Background work.

-- Durable work that no request waits for (decisions/028-jobs.md). `company_id` is empty for what belongs to the whole installation.
CREATE TABLE jobs (
  company_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  unique_key TEXT,
  payload TEXT NOT NULL,
  state TEXT NOT NULL,
  due_at_ms INTEGER NOT NULL,
  due_from_ms INTEGER,
  attempts INTEGER NOT NULL,
  lease TEXT NOT NULL,
  beat INTEGER NOT NULL,
  last_error TEXT,
  result TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  PRIMARY KEY (company_id, id)
) STRICT, WITHOUT ROWID;
-- One unfinished job for each key; finished ones keep theirs.
CREATE UNIQUE INDEX jobs_by_key ON jobs (company_id, kind, unique_key) WHERE state IN ('pending', 'running');
-- What is due next, of a kind and of each company of it. Only what is pending is in them.
CREATE INDEX jobs_due ON jobs (kind, due_at_ms) WHERE state = 'pending';
CREATE INDEX jobs_due_by_company ON jobs (kind, company_id, due_at_ms) WHERE state = 'pending';
CREATE INDEX jobs_waiting ON jobs (due_from_ms) WHERE state = 'pending';
CREATE INDEX jobs_running ON jobs (lease) WHERE state = 'running';
CREATE INDEX jobs_over ON jobs (state, finished_at) WHERE finished_at IS NOT NULL;
-- The lists of the dashboard.
CREATE INDEX jobs_by_state ON jobs (company_id, state, id);
CREATE INDEX jobs_by_kind ON jobs (company_id, kind, id);

-- Kept figures (decisions/030-figures.md).

-- How many rows each cell of a list has, so that no list counts its rows at each request. `marks` says how many marks the cell has.
CREATE TABLE list_counts (
  company_id TEXT NOT NULL REFERENCES companies (id),
  list TEXT NOT NULL,
  filter TEXT NOT NULL,
  count INTEGER NOT NULL,
  marks INTEGER NOT NULL,
  PRIMARY KEY (company_id, list, filter)
) STRICT, WITHOUT ROWID;

-- Marks divide a long list, under one filter, into stretches, so that a page far down is found without reading what lies above it.
-- `created_at` and `id` are of the newest row that a stretch may hold ('~' for the newest stretch, above everything), `count` says how many
-- rows are in it. A list has them once it is long: `list_counts.marks` says how many.
CREATE TABLE list_marks (
  company_id TEXT NOT NULL REFERENCES companies (id),
  list TEXT NOT NULL,
  filter TEXT NOT NULL,
  created_at TEXT NOT NULL,
  id TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (company_id, list, filter, created_at, id)
) STRICT, WITHOUT ROWID;

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

-- Events and webhooks. Times in milliseconds are those of the dispatcher's steady clock.

-- The last event of each company. Concurrent writers queue for this row, so the order of ids is the order of commits. `timelines`: a JSON array of
-- the last times of the timelines besides the first; null without any.
CREATE TABLE event_heads (
  company_id TEXT NOT NULL PRIMARY KEY REFERENCES companies (id),
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  timelines TEXT
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
  -- `created_at` is the time of the machine's clock, even after it was set back. Events after that start a new timeline: within a timeline the
  -- order of ids is the order of times, which filters by time rely on. 0 is the first, and mostly the only one.
  timeline INTEGER NOT NULL CHECK (timeline BETWEEN 0 AND 15),
  PRIMARY KEY (company_id, id)
) STRICT;
CREATE INDEX events_by_type ON events (company_id, type, id);
CREATE INDEX events_by_resource ON events (company_id, resource_id, id);
CREATE INDEX events_by_time ON events (company_id, timeline, created_at, id);

-- `fanned_out_to`: the position of the last event of the company that was looked at for this endpoint.
-- `earlier_filters`: a JSON array of filters that were changed before all events up to a position had been looked at, with that position.
-- `secrets`: a JSON array of sealed signing secrets, the newest first; the older ones say when they end.
CREATE TABLE webhook_endpoints (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  enabled_events TEXT NOT NULL,
  earlier_filters TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason TEXT CHECK (disabled_reason IN ('manual', 'gone', 'failing')),
  secrets TEXT NOT NULL,
  fanned_out_to INTEGER NOT NULL,
  failing_since_ms INTEGER,
  failed_at_ms INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id)
) STRICT;
CREATE INDEX webhook_endpoints_newest_first ON webhook_endpoints (company_id, created_at, id) WHERE deleted_at IS NULL;

-- One event to one endpoint. `due_at_ms` is set while it is pending: when the next attempt is due or, while `lease` names the attempt that is
-- under way, when that one counts as lost. `attempts`: a JSON array of the newest attempts, in the row itself, since each page that a
-- delivery touches is written twice; the indexes hold only what is not delivered, so one that arrives at once touches hardly more than its row.
CREATE TABLE webhook_deliveries (
  company_id TEXT NOT NULL,
  webhook_endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  tries INTEGER NOT NULL,
  attempt_count INTEGER NOT NULL,
  attempts TEXT NOT NULL,
  due_at_ms INTEGER CHECK ((due_at_ms IS NOT NULL) = (status = 'pending')),
  lease TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, webhook_endpoint_id, event_id),
  FOREIGN KEY (company_id, webhook_endpoint_id) REFERENCES webhook_endpoints (company_id, id),
  FOREIGN KEY (company_id, event_id) REFERENCES events (company_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, webhook_endpoint_id, due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX webhook_deliveries_not_delivered ON webhook_deliveries (company_id, webhook_endpoint_id, status, event_id)
  WHERE status <> 'delivered';

-- The highest time of the steady clock that was seen: a machine whose clock was set back in between does not wait the difference again.
CREATE TABLE webhook_clock (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  steady_ms INTEGER NOT NULL
) STRICT;

-- Customers and documents.

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
CREATE INDEX customers_newest_first ON customers (company_id, created_at, id, search_text, deleted_at) WHERE deleted_at IS NULL;
-- The search texts begin with name or title.
CREATE INDEX customers_by_name ON customers (company_id, search_text, id, deleted_at) WHERE deleted_at IS NULL;

-- The last number given out, per company, kind of document and year.
CREATE TABLE number_counters (
  company_id TEXT NOT NULL REFERENCES companies (id),
  kind TEXT NOT NULL,
  year TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  PRIMARY KEY (company_id, kind, year)
) STRICT, WITHOUT ROWID;

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
  -- A document that was issued keeps its customer as it was: renaming a customer must not change a paid invoice. Drafts follow their customer.
  issued_customer_name TEXT,
  issued_customer_email TEXT,
  issued_billing TEXT,
  -- The number of the customer's order, and a reference of their own.
  purchase_order TEXT NOT NULL,
  buyer_reference TEXT NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, invoice_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
) STRICT;
CREATE INDEX invoices_newest_first ON invoices (company_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_status ON invoices (company_id, status, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer ON invoices (company_id, customer_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer_and_status ON invoices (company_id, customer_id, status, created_at, id, deleted_at)
  WHERE deleted_at IS NULL;
-- Invoices with money due, the oldest due date first.
CREATE INDEX invoices_open ON invoices (company_id, due_date, id)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue');
-- Orders of lists.
CREATE INDEX invoices_by_due_date ON invoices (company_id, due_date, id, status, deleted_at) WHERE deleted_at IS NULL;
-- The total as a number, independent of the digits of its currency: the same expression as in documents/list.ts.
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
-- The sweeps go through what is due by day and id, so that a company in which they fail does not delay the others.
CREATE INDEX invoices_to_become_overdue ON invoices (due_date, id)
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
CREATE INDEX payments_newest_first ON payments (company_id, invoice_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;

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
  issued_customer_name TEXT,
  issued_customer_email TEXT,
  issued_billing TEXT,
  purchase_order TEXT NOT NULL,
  buyer_reference TEXT NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, quote_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT;
CREATE INDEX quotes_newest_first ON quotes (company_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_status ON quotes (company_id, status, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer ON quotes (company_id, customer_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer_and_status ON quotes (company_id, customer_id, status, created_at, id, deleted_at)
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
CREATE INDEX quotes_to_expire ON quotes (valid_until, id) WHERE deleted_at IS NULL AND status IN ('sent', 'viewed');

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

-- Projects, tasks and time.

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
CREATE INDEX projects_newest_first ON projects (company_id, created_at, id, status, priority, is_archived, search_text, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_customer ON projects (company_id, customer_id, created_at, id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_title ON projects (company_id, search_text, id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
-- Rows without a day come last in either direction.
CREATE INDEX projects_by_due_date
  ON projects (company_id, coalesce(due_date, '~'), id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_due_date_downwards
  ON projects (company_id, coalesce(due_date, ''), id, status, priority, is_archived, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_with_budget ON projects (company_id, id)
  WHERE deleted_at IS NULL AND NOT is_archived AND (budget_hours IS NOT NULL OR budget_amount IS NOT NULL);

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
CREATE INDEX tasks_by_position
  ON tasks (company_id, project_id, position, created_at, id, status, priority, assigned_to, search_text, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_parent
  ON tasks (company_id, project_id, parent_task_id, position, created_at, id, status, priority, assigned_to, deleted_at)
  WHERE deleted_at IS NULL;
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
CREATE INDEX time_entries_to_bill ON time_entries (company_id, project_id, start_time, id)
  WHERE invoice_id IS NULL AND deleted_at IS NULL;
CREATE INDEX time_entries_by_invoice ON time_entries (company_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX one_running_timer_per_user ON time_entries (company_id, user_id) WHERE is_running = 1 AND deleted_at IS NULL;
CREATE INDEX time_entries_newest_first
  ON time_entries (company_id, project_id, created_at, id, user_id, is_billable, invoiced, start_time, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_task
  ON time_entries (company_id, project_id, task_id, created_at, id, user_id, is_billable, invoiced, start_time, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_start
  ON time_entries (
    company_id, start_time, id, project_id, user_id, is_billable, invoiced, is_running, duration_minutes, deleted_at
  )
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_running ON time_entries (company_id, user_id, start_time, id) WHERE is_running AND deleted_at IS NULL;
