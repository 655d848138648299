-- How often callers have sent requests, for all processes together (http/shared-rates.ts). Not logged: after a crash counting begins again.
CREATE UNLOGGED TABLE rate_processes (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  beat bigint NOT NULL
);

CREATE UNLOGGED TABLE rate_counts (
  caller_id text COLLATE "C" NOT NULL PRIMARY KEY,
  used bigint NOT NULL
);
