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
  -- Known to be generated. How the image was made otherwise: who says what, the strongest first, and what its Content Credentials say.
  ai_generated boolean NOT NULL,
  provenance jsonb NOT NULL
    DEFAULT '{"statements": [], "signature": null, "claimGenerator": null, "createdAt": null}',
  -- When the image was made, as its source or its file says: a year, a month, a day or a moment (ISO 8601).
  created text,
  -- Who last said what the row says, and why, where it was not a source.
  said_by text CHECK (said_by <> ''),
  said_because text CHECK (said_because <> ''),

  -- Null: the source does not settle it. Null is never a permission.
  license text NOT NULL,
  license_verbatim text NOT NULL,
  -- Whose word the licence is: the source's, or that of the metadata in the file, which perhaps cannot be read.
  declared_by text NOT NULL DEFAULT 'source' CHECK (declared_by IN ('source', 'file', 'unread')),
  commercial boolean,
  derivatives boolean,
  share_alike boolean,
  attribution_required boolean,
  attribution text,
  provenance_url text NOT NULL,
  -- What its source or its file says beside the licence. Null: unknown.
  facts jsonb NOT NULL
    DEFAULT '{"training": null, "modelRelease": null, "propertyRelease": null, "editorialOnly": null, "sensitive": null, "licensorUrl": null}',

  delivery text NOT NULL CHECK (delivery IN ('host', 'link')),
  link_url text,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  format text NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
  -- The format of the file that was ingested, where the stored one was converted from it. Both are then in the blob store
  -- under `content_sha256`, which is the SHA-256 of the stored bytes followed by the ingested ones.
  original_format text,
  -- SHA-256 of the bytes given, in hex; the name of the file and of its thumbnails in the blob store.
  content_sha256 text CHECK (content_sha256 ~ '^[0-9a-f]{64}$'),
  content_bytes bigint,
  -- Whether the file that is served says where it was taken; null where its bytes were not read for it.
  has_location boolean,
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

-- Who withdrew, restored, deleted or edited an asset, when and why. Rows are only added, and outlive the asset.
CREATE TABLE rights.asset_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'withdrawn', 'deleted')),
  actor text NOT NULL CHECK (actor <> ''),
  reason text NOT NULL CHECK (reason <> ''),
  -- Of a change of licence; both null in a change of state.
  license text,
  previous_license text,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX asset_events_asset ON rights.asset_events (asset_id, id);

-- An ingestion that changes what an asset permits is on record; an edit by somebody always.
CREATE FUNCTION rights.record_edit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_relicensed boolean :=
    (OLD.license, OLD.commercial, OLD.derivatives, OLD.share_alike, OLD.attribution_required)
    IS DISTINCT FROM (NEW.license, NEW.commercial, NEW.derivatives, NEW.share_alike, NEW.attribution_required);
BEGIN
  IF is_relicensed OR NEW.said_by IS NOT NULL THEN
    INSERT INTO rights.asset_events (asset_id, state, actor, reason, license, previous_license)
    VALUES (NEW.asset_id, NEW.state,
            coalesce(NEW.said_by, 'ingest'), coalesce(NEW.said_because, 'The source declares other rights.'),
            CASE WHEN is_relicensed THEN NEW.license END, CASE WHEN is_relicensed THEN OLD.license END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER assets_edited AFTER UPDATE ON rights.assets FOR EACH ROW
  WHEN (OLD.fingerprint <> NEW.fingerprint) EXECUTE FUNCTION rights.record_edit();

-- Every replica keeps assets that searches asked for, and forgets one when it changes. New assets are nowhere kept.
CREATE FUNCTION rights.notify_asset_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights_asset_changed', OLD.asset_id);
  RETURN NULL;
END $$;

CREATE TRIGGER assets_changed AFTER UPDATE OR DELETE ON rights.assets
  FOR EACH ROW EXECUTE FUNCTION rights.notify_asset_changed();

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

-- Where the assets of a source come from, so that no other collection is ingested under its name.
CREATE TABLE rights.sources (
  source text PRIMARY KEY,
  kind text NOT NULL,
  -- Empty where the collection is the same on every machine.
  machine text NOT NULL,
  path text NOT NULL,
  -- Whether locations are cut out of the files; null until the operator of the source has decided it.
  strip_location boolean,
  claimed_at timestamptz NOT NULL DEFAULT now()
);

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
