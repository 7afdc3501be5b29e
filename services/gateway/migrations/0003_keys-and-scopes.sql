-- Up Migration

-- Keys made before this migration keep working as they did: every scope, no end.
ALTER TABLE gateway.api_keys
  ADD COLUMN name         text NOT NULL DEFAULT 'default',
  ADD COLUMN scopes       text[] NOT NULL DEFAULT '{search,similar,asset,usage}',
  ADD COLUMN expires_at   timestamptz,
  -- Accurate to about a minute: written in batches, never once a request.
  ADD COLUMN last_used_at timestamptz,
  -- The key that this one took over from.
  ADD COLUMN replaces     uuid REFERENCES gateway.api_keys;

ALTER TABLE gateway.api_keys ALTER COLUMN name DROP DEFAULT, ALTER COLUMN scopes DROP DEFAULT;

-- A key has one successor, also when two operators rotate it at once.
CREATE UNIQUE INDEX api_keys_successor ON gateway.api_keys (replaces) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_prefix ON gateway.api_keys (prefix);
