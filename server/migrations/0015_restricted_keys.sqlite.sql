-- API keys with scopes, an expiry, and addresses that they may be used from (decisions/046-restricted-keys.md).

-- JSON arrays; null: everything that the level allows, and from anywhere.
ALTER TABLE api_keys ADD COLUMN scopes TEXT;
ALTER TABLE api_keys ADD COLUMN allowed_addresses TEXT;
ALTER TABLE api_keys ADD COLUMN expires_at TEXT;
-- The key that it replaces, and the one that replaces it.
ALTER TABLE api_keys ADD COLUMN rotated_from TEXT;
ALTER TABLE api_keys ADD COLUMN replaced_by TEXT;

-- Where a key was used from: the addresses that used it most recently.
CREATE TABLE api_key_addresses (
  organization_id TEXT NOT NULL,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  address TEXT NOT NULL,
  first_used_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  PRIMARY KEY (api_key_id, address)
) STRICT;
CREATE INDEX api_key_addresses_by_organization ON api_key_addresses (organization_id, api_key_id);
