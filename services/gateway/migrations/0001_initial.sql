-- Up Migration

-- Functions, triggers and views are in src/billing/sql; they are applied after the migrations.

CREATE TABLE gateway.accounts (
  id          uuid PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  -- The id of a plan of the price list.
  plan        text NOT NULL,
  -- Day of the month on which credits reset, clamped to the month's last day.
  billing_day smallint NOT NULL CHECK (billing_day BETWEEN 1 AND 31),
  created_at  timestamptz NOT NULL
);

-- A key is shown once. The table holds its keyed hash for look-ups and its prefix for lists.
CREATE TABLE gateway.api_keys (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES gateway.accounts,
  key_hash     bytea NOT NULL UNIQUE,
  prefix       text NOT NULL,
  created_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  name         text NOT NULL,
  scopes       text[] NOT NULL,
  expires_at   timestamptz,
  -- Accurate to about a minute, because it is written in batches.
  last_used_at timestamptz,
  -- The key that this one succeeds.
  replaces     uuid REFERENCES gateway.api_keys
);

CREATE INDEX api_keys_account ON gateway.api_keys (account_id);
CREATE INDEX api_keys_prefix ON gateway.api_keys (prefix);
-- A key has one successor, even when two operators rotate it at once.
CREATE UNIQUE INDEX api_keys_successor ON gateway.api_keys (replaces) WHERE revoked_at IS NULL;

-- The credits of each account. Every movement locks the row first, so the movements of one account run one after
-- another. The checks guarantee that no interleaving overspends.
CREATE TABLE gateway.credit_wallets (
  account_id     uuid PRIMARY KEY REFERENCES gateway.accounts,
  period_start   timestamptz NOT NULL,
  period_end     timestamptz NOT NULL,
  -- Credits of the plan per period; null for no limit.
  plan_credits   integer CHECK (plan_credits >= 0),
  -- Granted by the operator for this period.
  extra_credits  integer NOT NULL DEFAULT 0 CHECK (extra_credits >= 0),
  plan_available integer NOT NULL DEFAULT 0 CHECK (plan_available >= 0),
  plan_reserved  integer NOT NULL DEFAULT 0 CHECK (plan_reserved >= 0),
  plan_charged   integer NOT NULL DEFAULT 0 CHECK (plan_charged >= 0),
  -- Packs do not expire with the period.
  pack_available integer NOT NULL DEFAULT 0 CHECK (pack_available >= 0),
  -- Cost of this period's searches, paid by the plan or by packs.
  charged        integer NOT NULL DEFAULT 0 CHECK (charged >= plan_charged),
  CHECK (period_start < period_end)
) WITH (fillfactor = 50);

CREATE INDEX credit_wallets_due ON gateway.credit_wallets (period_end);

-- Searches in flight and the credits reserved for them. A row that a crash leaves behind expires and is released.
CREATE TABLE gateway.reservations (
  account_id      uuid NOT NULL,
  query_id        text NOT NULL,
  endpoint        text NOT NULL CHECK (endpoint IN ('search', 'similar')),
  idempotency_key text,
  -- The period that the search is billed to, even when it ends in the next one.
  period_start    timestamptz NOT NULL,
  credits         integer NOT NULL CHECK (credits > 0),
  -- Both are 0 on a plan without a limit.
  plan_reserved   integer NOT NULL CHECK (plan_reserved >= 0),
  pack_reserved   integer NOT NULL CHECK (pack_reserved >= 0),
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, query_id),
  CHECK (plan_reserved + pack_reserved IN (0, credits))
);

CREATE INDEX reservations_expiry ON gateway.reservations (expires_at);

-- The first answer to a request that carried an Idempotency-Key.
CREATE TABLE gateway.idempotency_records (
  account_id   uuid NOT NULL,
  endpoint     text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  query_id     text NOT NULL,
  -- Compressed. Null while the request is in flight; the record then expires with its reservation.
  answer       bytea,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, endpoint, key)
);

ALTER TABLE gateway.idempotency_records ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX idempotency_records_expiry ON gateway.idempotency_records (expires_at);

-- Every movement of credits, append-only. The sum of an account's deltas is its available credits.
CREATE SEQUENCE gateway.credit_entry_id;
CREATE TABLE gateway.credit_ledger (
  id           bigint NOT NULL DEFAULT nextval('gateway.credit_entry_id'),
  account_id   uuid NOT NULL,
  -- The period that the entry belongs to.
  period_start timestamptz NOT NULL,
  -- opening: the sum of earlier months that were dropped.
  kind         text NOT NULL
               CHECK (kind IN ('opening', 'grant', 'pack', 'reserve', 'settle', 'release', 'expire')),
  plan_delta   integer NOT NULL DEFAULT 0,
  pack_delta   integer NOT NULL DEFAULT 0,
  charged      integer NOT NULL DEFAULT 0 CHECK (charged >= 0),
  query_id     text,
  note         text,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (created_at, id)
) PARTITION BY RANGE (created_at);

CREATE INDEX credit_ledger_account ON gateway.credit_ledger (account_id, created_at);

-- One row per finished search: its assets, and until when its file addresses work.
CREATE TABLE gateway.queries (
  query_id        text NOT NULL,
  account_id      uuid NOT NULL,
  endpoint        text NOT NULL CHECK (endpoint IN ('search', 'similar')),
  status          text NOT NULL CHECK (status IN ('answered', 'failed')),
  idempotency_key text,
  asset_ids       text[] NOT NULL,
  charged         integer NOT NULL CHECK (charged >= 0),
  -- When the search began.
  created_at      timestamptz NOT NULL,
  -- When its file addresses stop working; null for a search that failed.
  expires_at      timestamptz,
  PRIMARY KEY (query_id, created_at)
) PARTITION BY RANGE (created_at);

CREATE INDEX queries_account ON gateway.queries (account_id, created_at);

-- These hold rows whose month has no partition yet; creating the partition moves them there.
CREATE TABLE gateway.credit_ledger_default PARTITION OF gateway.credit_ledger DEFAULT;
CREATE TABLE gateway.queries_default PARTITION OF gateway.queries DEFAULT;

-- The partitions of this month (UTC) and the next two; maintenance makes the later ones.
DO $$
DECLARE
  parent text;
  part text;
  month timestamp;
BEGIN
  FOREACH parent IN ARRAY ARRAY['credit_ledger', 'queries'] LOOP
    FOR ahead IN 0..2 LOOP
      month := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead);
      part := parent || to_char(month, '_YYYY_MM');
      EXECUTE format('CREATE TABLE gateway.%I (LIKE gateway.%I INCLUDING ALL)', part, parent);
      EXECUTE format('ALTER TABLE gateway.%I ATTACH PARTITION gateway.%I FOR VALUES FROM (%L) TO (%L)',
        parent, part, month AT TIME ZONE 'UTC', (month + INTERVAL '1 month') AT TIME ZONE 'UTC');
    END LOOP;
  END LOOP;
END $$;
