-- Up Migration

CREATE TABLE rights.assets (
  asset_id text PRIMARY KEY,
  source text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'withdrawn')),

  title text NOT NULL,
  tags text[] NOT NULL,
  description text NOT NULL,
  creator text,
  creator_url text,
  ai_generated boolean NOT NULL,

  -- Null: the source does not settle it. Null is never a permission.
  license text NOT NULL,
  license_verbatim text NOT NULL,
  commercial boolean,
  derivatives boolean,
  share_alike boolean,
  attribution_required boolean,
  attribution text,
  provenance_url text NOT NULL,

  delivery text NOT NULL CHECK (delivery IN ('host', 'link')),
  link_url text,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  format text NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
  -- SHA-256 of the bytes given, in hex; the name of the file and of its thumbnails in the blob store.
  content_sha256 text CHECK (content_sha256 ~ '^[0-9a-f]{64}$'),
  content_bytes bigint,
  signals jsonb NOT NULL,

  content_version text NOT NULL,
  -- SHA-256 of everything above, so that ingesting the same asset again writes nothing.
  fingerprint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  CHECK (delivery <> 'host' OR content_sha256 IS NOT NULL),
  CHECK (delivery <> 'link' OR link_url IS NOT NULL),
  CHECK ((content_sha256 IS NULL) = (content_bytes IS NULL))
);

-- Takedowns and counts work on one collection at a time.
CREATE INDEX assets_source_state ON rights.assets (source, state);
-- Listing one source page by page.
CREATE INDEX assets_source_id ON rights.assets (source, asset_id);
CREATE INDEX assets_content ON rights.assets (content_sha256);

-- Who withdrew or restored an asset, when and why. Rows are only added.
CREATE TABLE rights.asset_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset_id text NOT NULL REFERENCES rights.assets (asset_id),
  state text NOT NULL CHECK (state IN ('active', 'withdrawn')),
  actor text NOT NULL CHECK (actor <> ''),
  reason text NOT NULL CHECK (reason <> ''),
  at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX asset_events_asset ON rights.asset_events (asset_id, id);

-- Every content whose files may be in the blob store. Written before the files, so that a crash between files and asset
-- leaves a row to find them by.
CREATE TABLE rights.contents (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- When an ingestion last claimed it.
  claimed_at timestamptz NOT NULL DEFAULT now(),
  -- Set while a sweeper removes its files.
  condemned_at timestamptz
);

CREATE INDEX contents_claimed_at ON rights.contents (claimed_at);
