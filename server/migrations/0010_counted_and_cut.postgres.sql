-- Rows of the audit log that stand for several requests: how many, and when the last of them began.
ALTER TABLE audit_log ADD COLUMN count bigint;
ALTER TABLE audit_log ADD COLUMN last_at text COLLATE "C";

-- What stands in the place of entries that retention has cut; signed with a key that is not in the database.
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

-- Only what an anchor stands for may be deleted, and never the row of a change.
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
DROP TRIGGER audit_log_is_never_changed ON audit_log;
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_delete();
CREATE TRIGGER audit_anchors_are_never_changed BEFORE UPDATE OR DELETE ON audit_anchors
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER audit_anchors_are_never_emptied BEFORE TRUNCATE ON audit_anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

-- The organization that was there first. Its owners see what belongs to no organization: requests without a valid key.
CREATE TABLE installation (
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  organization_id text COLLATE "C" NOT NULL
);
INSERT INTO installation (id, organization_id) SELECT 1, min(id) FROM organizations HAVING count(*) > 0;
