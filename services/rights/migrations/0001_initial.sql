-- Up Migration

create table rights.assets (
  asset_id text primary key,
  source text not null,
  state text not null default 'active' check (state in ('active', 'withdrawn')),

  title text not null,
  tags text[] not null,
  description text not null,
  creator text,
  creator_url text,
  ai_generated boolean not null,

  -- Null: the source does not settle it. It never stands for a permission.
  license text not null,
  license_verbatim text not null,
  commercial boolean,
  derivatives boolean,
  share_alike boolean,
  attribution_required boolean,
  attribution text,
  provenance_url text not null,

  delivery text not null check (delivery in ('host', 'link')),
  link_url text,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  format text not null check (format in ('jpeg', 'png', 'webp')),
  -- SHA-256 of the bytes given, in hex; the name of the file and of its thumbnails in the blob store.
  content_sha256 text check (content_sha256 ~ '^[0-9a-f]{64}$'),
  content_bytes bigint,
  signals jsonb not null,

  content_version text not null,
  -- SHA-256 of everything above, so that ingesting the same asset again writes nothing.
  fingerprint text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  check (delivery <> 'host' or content_sha256 is not null),
  check (delivery <> 'link' or link_url is not null),
  check ((content_sha256 is null) = (content_bytes is null))
);

-- Takedowns and counts work on one collection at a time.
create index assets_source_state on rights.assets (source, state);
-- Listing one source page by page.
create index assets_source_id on rights.assets (source, asset_id);
create index assets_content on rights.assets (content_sha256);

-- Who withdrew an asset from every answer, or restored it, when and why. Rows are only ever added.
create table rights.asset_events (
  id bigint generated always as identity primary key,
  asset_id text not null references rights.assets (asset_id),
  state text not null check (state in ('active', 'withdrawn')),
  actor text not null check (actor <> ''),
  reason text not null check (reason <> ''),
  at timestamptz not null default now()
);

create index asset_events_asset on rights.asset_events (asset_id, id);

-- Every content whose files may be in the blob store. Written before the files, so that a crash between files and asset
-- leaves a row to find them by.
create table rights.contents (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  -- When an ingestion last said that it is about to refer to it.
  claimed_at timestamptz not null default now(),
  -- Set while a sweeper removes its files.
  condemned_at timestamptz
);

create index contents_claimed_at on rights.contents (claimed_at);
