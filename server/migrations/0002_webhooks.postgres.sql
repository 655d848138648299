-- Webhook endpoints, what is due to them, and every attempt. Times in milliseconds are of the dispatcher's steady clock.

-- `fanned_out_to`: the place of the last event of the company that was looked at for this endpoint.
-- `earlier_filters`: a JSON array of filters that were changed before all events up to a place had been looked at, with that place.
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

-- One event to one endpoint. `due_at_ms` is set while it is pending: when the next attempt is due or, while `lease` names the attempt that is
-- under way, when that is given up for lost. `attempts`: a JSON array of the newest attempts, in the row itself, since each page that a
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
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (company_id, webhook_endpoint_id, event_id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_cancelled ON webhook_deliveries (company_id, webhook_endpoint_id, event_id) WHERE status = 'cancelled';

-- The highest time of the steady clock that was seen: a machine whose clock was set back in between does not wait the difference again.
CREATE TABLE webhook_clock (
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  steady_ms bigint NOT NULL
);
