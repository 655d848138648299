-- What was handed out ends with what it stood on. Both engines take this file.

-- Who made a link, null for the operator of the machine, and a hash of what it stands on: role and password of both sides.
ALTER TABLE password_links ADD COLUMN created_by TEXT;
ALTER TABLE password_links ADD COLUMN stands_on TEXT;
-- Of earlier links it is not known who made them: they end. Who waits for one gets a new one.
UPDATE password_links SET used_at = created_at WHERE used_at IS NULL;

-- Which person a sign-in that waits for its second factor is of, and what it stands on: a hash of the password's, and roles.
ALTER TABLE verifications ADD COLUMN person_id TEXT;
ALTER TABLE verifications ADD COLUMN stands_on TEXT;
CREATE INDEX verifications_of_person ON verifications (person_id) WHERE person_id IS NOT NULL;

-- The member who made a key in the dashboard; null for the command line, and for keys from before it was noted.
ALTER TABLE api_keys ADD COLUMN created_by TEXT;
