-- Up Migration

-- Assets that were deleted on request: neither they nor the same content comes back to their source until they are restored.
CREATE TABLE rights.deletions (
  asset_id text PRIMARY KEY,
  source text NOT NULL,
  content_version text NOT NULL,
  -- Null when it had no files here.
  content_sha256 text,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX deletions_content ON rights.deletions (source, content_sha256);
