-- Up Migration

-- Every content whose files may be in the blob store. Written before the files, so that a crash between files and asset
-- leaves a row to find them by.
create table rights.contents (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  -- When an intake last said that it is about to refer to it.
  claimed_at timestamptz not null default now(),
  -- Set while a sweeper removes its files.
  condemned_at timestamptz
);

create index contents_claimed_at on rights.contents (claimed_at);
create index assets_content on rights.assets (content_sha256);

insert into rights.contents (sha256)
select distinct content_sha256 from rights.assets where content_sha256 is not null;
