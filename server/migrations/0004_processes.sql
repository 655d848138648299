-- What several processes on one database need of each other. Both engines take this file.

-- Which process does what only one may do at a time: deliveries, sweeps, retention. `beat` grows as long as it lives.
CREATE TABLE leaderships (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  beat BIGINT NOT NULL
);

-- The name of the key that secrets are sealed with, so that no process with another one starts.
CREATE TABLE vault_keys (
  id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  key_id TEXT NOT NULL
);
