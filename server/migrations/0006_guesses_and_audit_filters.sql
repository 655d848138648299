-- Guesses at a sign-in that failed, counted for all processes together. `name` is the SHA-256 of an account, an address or both: what is typed for an
-- address may be a password. Both engines take this file.
CREATE TABLE sign_in_failures (
  name TEXT NOT NULL PRIMARY KEY,
  count BIGINT NOT NULL,
  last_ms BIGINT NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_ms);

-- Who looks for what a member did, or for what failed, finds it without reading the log. Requests with a key that succeed have no entry in these:
-- they are nearly all there are, and must not get dearer. The columns of the other filter and the time are in them, so that nothing else is read.
CREATE INDEX audit_log_of_members ON audit_log (organization_id, user_id, sequence, status, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX audit_log_of_failures ON audit_log (organization_id, sequence, status, created_at) WHERE status >= 400;

-- Which organizations wait for the person of an address.
CREATE INDEX users_by_email ON users (email);
