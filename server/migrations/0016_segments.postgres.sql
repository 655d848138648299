-- Retention that drops segments instead of deleting rows: decisions/050-retention-by-segments.md.
-- `events` and `audit_log` become partitioned tables. The tables that are there become segment 0 as they are: no row is read or written. Further
-- segments exist only where a retention is set: the server makes them, and lets the default of `segment` name the one that new rows go to.

-- The lowest text above the ids of all events that retention has removed; empty before.
ALTER TABLE event_heads ADD COLUMN kept_from text COLLATE "C" NOT NULL DEFAULT '';

-- The key of events has to have the segment now, so nothing can refer to it: a pending delivery keeps its event from being removed.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_company_id_event_id_fkey;

ALTER TABLE events RENAME TO events_0;
ALTER TABLE events_0 ADD COLUMN segment integer NOT NULL DEFAULT 0;
-- Validated before the first further segment is made: then PostgreSQL need not look for its rows here.
ALTER TABLE events_0 ADD CONSTRAINT events_0_segment CHECK (segment = 0) NOT VALID;
CREATE TABLE events (
  LIKE events_0 INCLUDING DEFAULTS,
  CONSTRAINT events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
  CONSTRAINT events_timeline_check CHECK (timeline BETWEEN 0 AND 15)
) PARTITION BY LIST (segment);
ALTER TABLE events ATTACH PARTITION events_0 DEFAULT;

-- Rows of changes are always in segment 0 of the audit log; those that retention may cut are in the segment of their time.
DROP TRIGGER audit_log_is_never_changed ON audit_log;
DROP TRIGGER audit_log_is_never_deleted ON audit_log;
ALTER TABLE audit_log RENAME TO audit_log_0;
ALTER TABLE audit_log_0 ADD COLUMN segment integer NOT NULL DEFAULT 0;
ALTER TABLE audit_log_0 ADD CONSTRAINT audit_log_0_segment CHECK (segment = 0) NOT VALID;
CREATE TABLE audit_log (LIKE audit_log_0 INCLUDING DEFAULTS) PARTITION BY LIST (segment);
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
-- Triggers for each row are those of every segment too.
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_delete();
ALTER TABLE audit_log ATTACH PARTITION audit_log_0 DEFAULT;
