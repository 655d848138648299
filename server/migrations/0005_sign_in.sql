-- Who signs in to the dashboard. A person is known by an address, and is the member whom `users.person_id` says: an address alone joins no one to
-- an organization, since each organization writes down whichever it likes. Both engines take this file. Columns are those that the library of the sign-in keeps (decisions/017-sign-in.md); flags are 0 and 1, moments are texts.

CREATE TABLE persons (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  email_verified BIGINT NOT NULL,
  image TEXT,
  two_factor_enabled BIGINT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  token TEXT NOT NULL UNIQUE,
  expires_at TEXT NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  organization_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX sessions_of_person ON sessions (person_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (updated_at);

-- How a person proves to be one: by a password (provider `credential`), or by another service.
CREATE TABLE credentials (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  password TEXT,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  access_token_expires_at TEXT,
  refresh_token_expires_at TEXT,
  scope TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX credentials_of_person ON credentials (person_id);

CREATE TABLE verifications (
  id TEXT NOT NULL PRIMARY KEY,
  identifier TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);
CREATE INDEX verifications_by_end ON verifications (expires_at);

CREATE TABLE two_factors (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  secret TEXT NOT NULL,
  backup_codes TEXT NOT NULL,
  verified BIGINT,
  failed_verification_count BIGINT,
  locked_until TEXT
);
CREATE INDEX two_factors_of_person ON two_factors (person_id);

CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES persons (id),
  name TEXT,
  public_key TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  counter BIGINT NOT NULL,
  device_type TEXT NOT NULL,
  backed_up BIGINT NOT NULL,
  transports TEXT,
  aaguid TEXT,
  created_at TEXT
);
CREATE INDEX passkeys_of_person ON passkeys (person_id);

-- Passwords that were set before there was a sign-in: the newest of an address counts.
INSERT INTO persons (id, name, email, email_verified, image, two_factor_enabled, created_at, updated_at)
  -- As sessions/login-name.ts has it. Whose address is an odder one sets the password by a new link.
  SELECT 'per_' || substr(id, 5), name, CASE WHEN email LIKE '%@%.%' THEN email ELSE email || '.quoin.invalid' END, 0, NULL, 0, created_at, created_at FROM users
  WHERE password_hash IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users AS later
      WHERE later.email = users.email AND later.password_hash IS NOT NULL
        AND (later.created_at > users.created_at OR (later.created_at = users.created_at AND later.id > users.id)));
INSERT INTO credentials (id, person_id, provider_id, account_id, password, created_at, updated_at)
  SELECT 'cre_' || substr(users.id, 5), persons.id, 'credential', persons.id, users.password_hash, users.created_at, users.created_at
  FROM users JOIN persons ON persons.id = 'per_' || substr(users.id, 5);
ALTER TABLE users ADD COLUMN person_id TEXT;
-- A member who was removed: what they did still names them.
ALTER TABLE users ADD COLUMN removed_at TEXT;
CREATE INDEX users_of_person ON users (person_id);
-- Of several members with one address, the one whose password it was: the others set theirs by a new link.
UPDATE users SET person_id = 'per_' || substr(id, 5) WHERE 'per_' || substr(id, 5) IN (SELECT id FROM persons);
UPDATE users SET password_hash = NULL WHERE password_hash IS NOT NULL;

-- Which of the dashboard's people made a request; null where a key did.
ALTER TABLE audit_log ADD COLUMN user_id TEXT;
