-- Answers that the Idempotency-Keys of the dashboard's pages keep for a day. They belong to the member who sent the request; `company_id` is
-- empty for what is done in the organization as a whole. Both engines take this file.
CREATE TABLE session_answers (
  company_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status BIGINT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, user_id, idempotency_key)
);
CREATE INDEX session_answers_by_age ON session_answers (created_at);
