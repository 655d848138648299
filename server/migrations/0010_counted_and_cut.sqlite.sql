-- Rows of the audit log that stand for several requests: how many, and when the last of them began.
ALTER TABLE audit_log ADD COLUMN count INTEGER;
ALTER TABLE audit_log ADD COLUMN last_at TEXT;

-- What stands in the place of entries that retention has cut; signed with a key that is not in the database.
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

-- Only what an anchor stands for may be deleted, and never the row of a change.
DROP TRIGGER audit_log_is_never_deleted;
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

-- The organization that was there first. Its owners see what belongs to no organization: requests without a valid key.
CREATE TABLE installation (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  organization_id TEXT NOT NULL
) STRICT;
INSERT INTO installation (id, organization_id) SELECT 1, min(id) FROM organizations HAVING count(*) > 0;
