-- Work that no request waits for (decisions/028-jobs.md). `company_id` is empty for what belongs to the installation as a whole.
CREATE TABLE jobs (
  company_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  unique_key text COLLATE "C",
  payload text NOT NULL,
  state text COLLATE "C" NOT NULL,
  due_at_ms bigint NOT NULL,
  due_from_ms bigint,
  attempts bigint NOT NULL,
  lease text COLLATE "C" NOT NULL,
  beat bigint NOT NULL,
  last_error text,
  result text,
  created_at text COLLATE "C" NOT NULL,
  started_at text COLLATE "C",
  finished_at text COLLATE "C",
  PRIMARY KEY (company_id, id)
);
-- One living job for each key; finished ones keep theirs.
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
