-- API keys with scopes, an expiry, and addresses that they may be used from (decisions/046-restricted-keys.md).

-- JSON arrays; null: everything that the level allows, and from anywhere.
ALTER TABLE api_keys ADD COLUMN scopes text COLLATE "C";
ALTER TABLE api_keys ADD COLUMN allowed_addresses text COLLATE "C";
ALTER TABLE api_keys ADD COLUMN expires_at text COLLATE "C";
-- The key that it replaces, and the one that replaces it.
ALTER TABLE api_keys ADD COLUMN rotated_from text COLLATE "C";
ALTER TABLE api_keys ADD COLUMN replaced_by text COLLATE "C";

-- Where a key was used from: the addresses that used it most recently.
CREATE TABLE api_key_addresses (
  organization_id text COLLATE "C" NOT NULL,
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_keys (id),
  address text COLLATE "C" NOT NULL,
  first_used_at text COLLATE "C" NOT NULL,
  last_used_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (api_key_id, address)
);
CREATE INDEX api_key_addresses_by_organization ON api_key_addresses (organization_id, api_key_id);
