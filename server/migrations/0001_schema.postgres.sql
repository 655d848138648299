-- The schema. Rules for every table:
--   * What belongs to a company has company_id as the first column of its key and of its foreign keys, so that a row of another company can't
--     match, and the data can be sharded by company.
--   * Amounts are whole minor units of the document's currency. Quantities, prices, rates and sums of products are exact decimal texts.
--     Timestamps are ISO 8601 UTC with milliseconds and Z, days are YYYY-MM-DD: both sort as text.
--   * deleted_at marks a deleted row; numbers are never used again, so the row stays.
--   * Indexes of lists have the order of their list and after it the columns that its filters read, so that a row that does not match costs an
--     entry of the index and no page of the table (decisions/013-lists-at-any-size.md).
-- Only on PostgreSQL:
--   * Texts compare byte by byte (COLLATE "C"): ids and timestamps sort as they do in SQLite, and LIKE can use an index.
--   * Rows that every write of a company or organization changes leave room in their pages, so that a new version stays in its page.


-- What several processes on one database need of each other.

-- Which process does what only one may do at a time: delivering webhooks. `beat` grows as long as it lives.
CREATE TABLE leaderships (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  beat bigint NOT NULL
);

-- The name of the key that secrets are sealed with, so that no process starts with another one.
CREATE TABLE vault_keys (
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  key_id text COLLATE "C" NOT NULL
);

-- How often callers have sent requests, for all processes together (http/shared-rates.ts). Not logged: after a crash counting begins again.
CREATE UNLOGGED TABLE rate_processes (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  beat bigint NOT NULL
);

CREATE UNLOGGED TABLE rate_counts (
  caller_id text COLLATE "C" NOT NULL PRIMARY KEY,
  used bigint NOT NULL
);

-- Organizations and their members.

CREATE TABLE organizations (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL
);

-- The organization that was there first. Its owners see what belongs to no organization: requests without a valid key.
CREATE TABLE installation (
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  organization_id text COLLATE "C" NOT NULL
);

CREATE TABLE users (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'read_only')),
  created_at text COLLATE "C" NOT NULL,
  person_id text COLLATE "C",
  -- A member who was removed: what they did still names them.
  removed_at text COLLATE "C",
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email)
);
CREATE INDEX users_newest_first ON users (organization_id, created_at, id);
CREATE INDEX users_of_person ON users (person_id);
-- The organizations that a person with an address may join.
CREATE INDEX users_by_email ON users (email);

-- One-time links with which a user sets a password. Only the hash of the token is kept.
CREATE TABLE password_links (
  token_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  used_at text COLLATE "C",
  -- Who made the link (null: the operator of the machine), and a hash of what it depends on: role and password of both sides.
  created_by text COLLATE "C",
  stands_on text COLLATE "C",
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

-- Who signs in to the dashboard. A person is known by an address, and is the member that `users.person_id` says: an address alone makes nobody a
-- member, since each organization writes down whichever address it likes. The columns are those of the sign-in library
-- (decisions/017-sign-in.md); flags are 0 or 1.

CREATE TABLE persons (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL UNIQUE,
  email_verified bigint NOT NULL,
  image text COLLATE "C",
  two_factor_enabled bigint,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES persons (id),
  token text COLLATE "C" NOT NULL UNIQUE,
  expires_at text COLLATE "C" NOT NULL,
  ip_address text COLLATE "C",
  user_agent text COLLATE "C",
  organization_id text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);
CREATE INDEX sessions_of_person ON sessions (person_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (updated_at);

-- How a person signs in: with a password (provider `credential`), or through another service.
CREATE TABLE credentials (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES persons (id),
  provider_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  password text COLLATE "C",
  access_token text COLLATE "C",
  refresh_token text COLLATE "C",
  id_token text COLLATE "C",
  access_token_expires_at text COLLATE "C",
  refresh_token_expires_at text COLLATE "C",
  scope text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX credentials_of_person ON credentials (person_id);

CREATE TABLE verifications (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  identifier text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  -- The person of a sign-in that waits for its second factor, and a hash of what it depends on: password and roles.
  person_id text COLLATE "C",
  stands_on text COLLATE "C"
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);
CREATE INDEX verifications_by_end ON verifications (expires_at);
CREATE INDEX verifications_of_person ON verifications (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE two_factors (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES persons (id),
  secret text COLLATE "C" NOT NULL,
  backup_codes text COLLATE "C" NOT NULL,
  verified bigint,
  failed_verification_count bigint,
  locked_until text COLLATE "C",
  -- The time step of the last code that was taken (RFC 6238): that one and earlier ones are refused.
  last_step bigint
);
CREATE INDEX two_factors_of_person ON two_factors (person_id);

CREATE TABLE passkeys (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES persons (id),
  name text COLLATE "C",
  public_key text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text COLLATE "C" NOT NULL,
  backed_up bigint NOT NULL,
  transports text COLLATE "C",
  aaguid text COLLATE "C",
  created_at text COLLATE "C"
);
CREATE INDEX passkeys_of_person ON passkeys (person_id);

-- Failed sign-ins, counted for all processes together. `name` is the SHA-256 of an account, an address or both: what is typed as an address may be
-- a password.
CREATE TABLE sign_in_failures (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  count bigint NOT NULL,
  last_ms bigint NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_ms);

-- Companies and keys.

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
  legal_name text COLLATE "C",
  legal_address text COLLATE "C",
  legal_vat text COLLATE "C",
  payment_details text COLLATE "C",
  UNIQUE (organization_id, slug)
);
CREATE INDEX companies_newest_first ON companies (organization_id, created_at, id);

-- The picture that `companies.logo_url` names by a path of ours, in base64. It is requested by the hash of its content, without naming the company.
CREATE TABLE company_logos (
  company_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES companies (id),
  sha256 text COLLATE "C" NOT NULL,
  media_type text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL
);
CREATE INDEX company_logos_by_content ON company_logos (sha256);

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
  -- The member who made a key in the dashboard; null for the command line.
  created_by text COLLATE "C",
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at, id);

CREATE TABLE api_key_companies (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_keys (id),
  PRIMARY KEY (company_id, api_key_id)
);
CREATE INDEX api_key_companies_by_key ON api_key_companies (api_key_id);

-- The audit log.

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
  -- The member who made the request in the dashboard; null where a key did.
  user_id text COLLATE "C",
  -- In a row that counts several requests: how many, and when the last of them began.
  count bigint,
  last_at text COLLATE "C",
  PRIMARY KEY (organization_id, sequence)
);
-- Filters by member and by failure do not read the whole log. Successful requests with a key, nearly all there are, have no entry in these indexes,
-- so they cost nothing. The columns of the other filter and the time are included, so that nothing else is read.
CREATE INDEX audit_log_of_members ON audit_log (organization_id, user_id, sequence, status, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX audit_log_of_failures ON audit_log (organization_id, sequence, status, created_at) WHERE status >= 400;

CREATE TABLE audit_heads (
  organization_id text COLLATE "C" NOT NULL PRIMARY KEY,
  sequence bigint NOT NULL,
  hash text COLLATE "C" NOT NULL
) WITH (fillfactor = 50);

-- Replaces entries that retention has removed; signed with a key that is not in the database.
CREATE TABLE audit_anchors (
  organization_id text COLLATE "C" NOT NULL,
  first_sequence bigint NOT NULL,
  last_sequence bigint NOT NULL,
  cut_entries bigint NOT NULL,
  gaps text COLLATE "C" NOT NULL,
  cut_at text COLLATE "C" NOT NULL,
  signature text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, first_sequence)
);

CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
-- Only what an anchor covers may be deleted, and never the row of a change.
CREATE FUNCTION refuse_audit_log_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status >= 400 OR OLD.method IN ('GET', 'HEAD', 'OPTIONS', '*')) AND EXISTS (
    SELECT 1 FROM (
      SELECT last_sequence FROM audit_anchors
      WHERE organization_id = OLD.organization_id AND first_sequence <= OLD.sequence
      ORDER BY first_sequence DESC LIMIT 1
    ) AS anchor WHERE last_sequence >= OLD.sequence
  ) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_delete();
CREATE TRIGGER audit_anchors_are_never_changed BEFORE UPDATE OR DELETE ON audit_anchors
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_anchors_are_never_emptied BEFORE TRUNCATE ON audit_anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

-- Stored answers of requests that carried an Idempotency-Key.

-- Those of API keys. They commit with the change that they report.
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

-- Those of the dashboard's pages, kept for a day. They belong to the member who sent the request; `company_id` is empty for what is done in the
-- organization as a whole.
CREATE TABLE session_answers (
  company_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  status bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, user_id, idempotency_key)
);
CREATE INDEX session_answers_by_age ON session_answers (created_at);

-- Background work.

-- Durable work that no request waits for (decisions/028-jobs.md). `company_id` is empty for what belongs to the whole installation.
CREATE TABLE jobs (
  company_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  unique_key text COLLATE "C",
  payload text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  due_at_ms bigint NOT NULL,
  due_from_ms bigint,
  attempts bigint NOT NULL,
  lease text COLLATE "C" NOT NULL,
  beat bigint NOT NULL,
  last_error text COLLATE "C",
  result text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  started_at text COLLATE "C",
  finished_at text COLLATE "C",
  PRIMARY KEY (company_id, id)
);
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
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  list text COLLATE "C" NOT NULL,
  filter text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  marks bigint NOT NULL,
  PRIMARY KEY (company_id, list, filter)
) WITH (fillfactor = 50);

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

-- A sum under each of its keys (currency and day, month, or the cell of a time entry), and how many rows are in it. Amounts are minor units,
-- taken apart into millions and what is left of each: so no sum of amounts leaves the range of whole numbers.
CREATE TABLE kept_sums (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  name text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  millions bigint NOT NULL,
  rest bigint NOT NULL,
  PRIMARY KEY (company_id, name, key)
) WITH (fillfactor = 50);

-- Events and webhooks. Times in milliseconds are those of the dispatcher's steady clock.

-- The last event of each company. Concurrent writers queue for this row, so the order of ids is the order of commits. `timelines`: a JSON array of
-- the last times of the timelines besides the first; null without any.
CREATE TABLE event_heads (
  company_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES companies (id),
  sequence bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  timelines text COLLATE "C"
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
  -- `created_at` is the time of the machine's clock, even after it was set back. Events after that start a new timeline: within a timeline the
  -- order of ids is the order of times, which filters by time rely on. 0 is the first, and mostly the only one.
  timeline bigint NOT NULL CHECK (timeline BETWEEN 0 AND 15),
  PRIMARY KEY (company_id, id)
);
CREATE INDEX events_by_type ON events (company_id, type, id);
CREATE INDEX events_by_resource ON events (company_id, resource_id, id);
CREATE INDEX events_by_time ON events (company_id, timeline, created_at, id);

-- `fanned_out_to`: the position of the last event of the company that was looked at for this endpoint.
-- `earlier_filters`: a JSON array of filters that were changed before all events up to a position had been looked at, with that position.
-- `secrets`: a JSON array of sealed signing secrets, the newest first; the older ones say when they end.
CREATE TABLE webhook_endpoints (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  url text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  enabled_events text COLLATE "C" NOT NULL,
  earlier_filters text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text COLLATE "C" CHECK (disabled_reason IN ('manual', 'gone', 'failing')),
  secrets text COLLATE "C" NOT NULL,
  fanned_out_to bigint NOT NULL,
  failing_since_ms bigint,
  failed_at_ms bigint,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id)
);
CREATE INDEX webhook_endpoints_newest_first ON webhook_endpoints (company_id, created_at, id) WHERE deleted_at IS NULL;

-- One event to one endpoint. `due_at_ms` is set while it is pending: when the next attempt is due or, while `lease` names the attempt that is
-- under way, when that one counts as lost. `attempts`: a JSON array of the newest attempts, in the row itself, since each page that a
-- delivery touches is written twice; the indexes hold only what is not delivered, so one that arrives at once touches hardly more than its row.
CREATE TABLE webhook_deliveries (
  company_id text COLLATE "C" NOT NULL,
  webhook_endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  tries bigint NOT NULL,
  attempt_count bigint NOT NULL,
  attempts text COLLATE "C" NOT NULL,
  due_at_ms bigint CHECK ((due_at_ms IS NOT NULL) = (status = 'pending')),
  lease text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, webhook_endpoint_id, event_id),
  FOREIGN KEY (company_id, webhook_endpoint_id) REFERENCES webhook_endpoints (company_id, id),
  FOREIGN KEY (company_id, event_id) REFERENCES events (company_id, id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, webhook_endpoint_id, due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX webhook_deliveries_not_delivered ON webhook_deliveries (company_id, webhook_endpoint_id, status, event_id)
  WHERE status <> 'delivered';

-- The highest time of the steady clock that was seen: a machine whose clock was set back in between does not wait the difference again.
CREATE TABLE webhook_clock (
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  steady_ms bigint NOT NULL
);

-- Customers and documents.

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
CREATE INDEX customers_newest_first ON customers (company_id, created_at, id, search_text) WHERE deleted_at IS NULL;
-- The search texts begin with name or title.
CREATE INDEX customers_by_name ON customers (company_id, search_text, id) WHERE deleted_at IS NULL;

-- The last number given out, per company, kind of document and year.
CREATE TABLE number_counters (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  kind text COLLATE "C" NOT NULL,
  year text COLLATE "C" NOT NULL,
  last_number bigint NOT NULL,
  PRIMARY KEY (company_id, kind, year)
) WITH (fillfactor = 50);

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
  -- A document that was issued keeps its customer as it was: renaming a customer must not change a paid invoice. Drafts follow their customer.
  issued_customer_name text COLLATE "C",
  issued_customer_email text COLLATE "C",
  issued_billing text COLLATE "C",
  -- The number of the customer's order, and a reference of their own.
  purchase_order text COLLATE "C" NOT NULL,
  buyer_reference text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, invoice_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
);
CREATE INDEX invoices_newest_first ON invoices (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_status ON invoices (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer ON invoices (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoices_by_customer_and_status ON invoices (company_id, customer_id, status, created_at, id)
  WHERE deleted_at IS NULL;
-- Invoices with money due, the oldest due date first.
CREATE INDEX invoices_open ON invoices (company_id, due_date, id)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue');
-- Orders of lists.
CREATE INDEX invoices_by_due_date ON invoices (company_id, due_date, id, status) WHERE deleted_at IS NULL;
-- The total as a number, independent of the digits of its currency: the same expression as in documents/list.ts. PostgreSQL reads
-- nothing but the index only if the columns of the expression are in it too.
CREATE INDEX invoices_by_total
  ON invoices (
    company_id,
    (CASE
      WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN total * 10000
      WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN total * 10
      WHEN currency IN ('CLF', 'UYW') THEN total
      ELSE total * 100
    END),
    id, status, total, currency
  )
  WHERE deleted_at IS NULL;
-- The sweeps go through what is due by day and id, so that a company in which they fail does not delay the others.
CREATE INDEX invoices_to_become_overdue ON invoices (due_date, id)
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
CREATE INDEX payments_newest_first ON payments (company_id, invoice_id, created_at, id) WHERE deleted_at IS NULL;

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
  issued_customer_name text COLLATE "C",
  issued_customer_email text COLLATE "C",
  issued_billing text COLLATE "C",
  purchase_order text COLLATE "C" NOT NULL,
  buyer_reference text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, quote_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX quotes_newest_first ON quotes (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_status ON quotes (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer ON quotes (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_customer_and_status ON quotes (company_id, customer_id, status, created_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_valid_until ON quotes (company_id, valid_until, id, status) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_total
  ON quotes (
    company_id,
    (CASE
      WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN total * 10000
      WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN total * 10
      WHEN currency IN ('CLF', 'UYW') THEN total
      ELSE total * 100
    END),
    id, status, total, currency
  )
  WHERE deleted_at IS NULL;
CREATE INDEX quotes_to_expire ON quotes (valid_until, id) WHERE deleted_at IS NULL AND status IN ('sent', 'viewed');

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

-- Projects, tasks and time.

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
CREATE INDEX projects_newest_first ON projects (company_id, created_at, id, status, priority, is_archived, search_text)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_customer ON projects (company_id, customer_id, created_at, id, status, priority, is_archived)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_title ON projects (company_id, search_text, id, status, priority, is_archived)
  WHERE deleted_at IS NULL;
-- Rows without a day come last in either direction.
CREATE INDEX projects_by_due_date
  ON projects (company_id, coalesce(due_date, '~'), id, status, priority, is_archived, due_date)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_by_due_date_downwards
  ON projects (company_id, coalesce(due_date, ''), id, status, priority, is_archived, due_date)
  WHERE deleted_at IS NULL;
CREATE INDEX projects_with_budget ON projects (company_id, id)
  WHERE deleted_at IS NULL AND NOT is_archived AND (budget_hours IS NOT NULL OR budget_amount IS NOT NULL);

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
CREATE INDEX tasks_by_position
  ON tasks (company_id, project_id, position, created_at, id, status, priority, assigned_to, search_text)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_parent
  ON tasks (company_id, project_id, parent_task_id, position, created_at, id, status, priority, assigned_to)
  WHERE deleted_at IS NULL;
-- Tasks and time of all projects. Ids are in the order of creation.
CREATE INDEX tasks_newest_first ON tasks (company_id, id, status, priority, assigned_to, project_id, search_text)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_due_date
  ON tasks (company_id, coalesce(due_date, '~'), id, status, priority, assigned_to, project_id, due_date)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_due_date_downwards
  ON tasks (company_id, coalesce(due_date, ''), id, status, priority, assigned_to, project_id, due_date)
  WHERE deleted_at IS NULL;
CREATE INDEX tasks_by_priority
  ON tasks (
    company_id, (CASE priority WHEN 'urgent' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END), id,
    status, priority, assigned_to, project_id
  )
  WHERE deleted_at IS NULL;

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
CREATE INDEX time_entries_to_bill ON time_entries (company_id, project_id, start_time, id)
  WHERE invoice_id IS NULL AND deleted_at IS NULL;
CREATE INDEX time_entries_by_invoice ON time_entries (company_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX one_running_timer_per_user ON time_entries (company_id, user_id) WHERE is_running AND deleted_at IS NULL;
CREATE INDEX time_entries_newest_first
  ON time_entries (company_id, project_id, created_at, id, user_id, is_billable, invoiced, start_time)
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_task
  ON time_entries (company_id, project_id, task_id, created_at, id, user_id, is_billable, invoiced, start_time)
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_by_start
  ON time_entries (
    company_id, start_time, id, project_id, user_id, is_billable, invoiced, is_running, duration_minutes
  )
  WHERE deleted_at IS NULL;
CREATE INDEX time_entries_running ON time_entries (company_id, user_id, start_time, id) WHERE is_running AND deleted_at IS NULL;

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
    CREATE INDEX tasks_by_search_text ON tasks USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
  END IF;
END $$;
