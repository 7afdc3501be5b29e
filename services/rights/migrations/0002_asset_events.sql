-- Up Migration

-- Who took an asset out of every answer, or put it back, when and why. Rows are only ever added.
create table rights.asset_events (
  id bigint generated always as identity primary key,
  asset_id text not null references rights.assets (asset_id),
  state text not null check (state in ('active', 'withdrawn')),
  actor text not null check (actor <> ''),
  reason text not null check (reason <> ''),
  at timestamptz not null default now()
);

create index asset_events_asset on rights.asset_events (asset_id, id);

-- Listing one source page by page.
create index assets_source_id on rights.assets (source, asset_id);
