-- Retention of events: decisions/050-retention-by-segments.md. Only PostgreSQL has segments.

-- The lowest text above the ids of all events that retention has removed; empty before.
ALTER TABLE event_heads ADD COLUMN kept_from TEXT NOT NULL DEFAULT '';

-- Deliveries refer to events without a foreign key, as on PostgreSQL: with one, each removed event would be looked for among all deliveries of
-- its company. A pending delivery keeps its event from being removed.
CREATE TABLE webhook_deliveries_of_0016 (
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
  FOREIGN KEY (company_id, webhook_endpoint_id) REFERENCES webhook_endpoints (company_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO webhook_deliveries_of_0016 SELECT
  company_id, webhook_endpoint_id, event_id, id, event_type, status, tries, attempt_count, attempts, due_at_ms, lease, created_at
FROM webhook_deliveries;
DROP TABLE webhook_deliveries;
ALTER TABLE webhook_deliveries_of_0016 RENAME TO webhook_deliveries;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, webhook_endpoint_id, due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX webhook_deliveries_not_delivered ON webhook_deliveries (company_id, webhook_endpoint_id, status, event_id)
  WHERE status <> 'delivered';
