-- How often callers have sent requests, for all processes together (http/shared-rates.ts). Here there is one process: it has nothing to share.
CREATE TABLE rate_processes (
  id TEXT NOT NULL PRIMARY KEY,
  beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rate_counts (
  caller_id TEXT NOT NULL PRIMARY KEY,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
