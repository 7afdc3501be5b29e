-- Up Migration

-- The format of the file that was ingested, where the stored one was converted from it. Both are then in the blob store
-- under `content_sha256`, which is the SHA-256 of the stored bytes followed by the ingested ones.
ALTER TABLE rights.assets ADD COLUMN original_format text;
-- When the image was made, as its source or its file says: a year, a month, a day or a moment (ISO 8601).
ALTER TABLE rights.assets ADD COLUMN created text;
-- Whose word the licence is: the source's, or that of the metadata in the file.
ALTER TABLE rights.assets ADD COLUMN declared_by text NOT NULL DEFAULT 'source'
  CHECK (declared_by IN ('source', 'file'));

-- The record of an asset outlives the asset.
ALTER TABLE rights.asset_events DROP CONSTRAINT asset_events_asset_id_fkey;
ALTER TABLE rights.asset_events DROP CONSTRAINT asset_events_state_check;
ALTER TABLE rights.asset_events ADD CONSTRAINT asset_events_state_check
  CHECK (state IN ('active', 'withdrawn', 'deleted'));

-- Where the assets of a source come from, so that no other collection is ingested under its name.
CREATE TABLE rights.sources (
  source text PRIMARY KEY,
  kind text NOT NULL,
  -- Empty where the collection is the same on every machine.
  machine text NOT NULL,
  path text NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT now()
);
