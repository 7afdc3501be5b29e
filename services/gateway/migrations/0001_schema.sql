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
  replaces     uuid REFERENCES gateway.api_keys,
  -- The images that the key may see; null for all.
  bounds       jsonb
);

CREATE INDEX api_keys_account ON gateway.api_keys (account_id);
CREATE INDEX api_keys_prefix ON gateway.api_keys (prefix);
-- A key has one successor, even when two operators rotate it at once.
CREATE UNIQUE INDEX api_keys_successor ON gateway.api_keys (replaces) WHERE revoked_at IS NULL;

-- Bounds the live keys of an account, also when several are made at once. A key that ends at the moment in which its successor
-- is made does not count.
CREATE FUNCTION gateway.bound_live_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lets foreign keys to the account pass, which insertions at the same time hold already.
  PERFORM 1 FROM gateway.accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM gateway.api_keys k
       WHERE k.account_id = NEW.account_id AND k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > NEW.created_at)) > 100 THEN
    RAISE check_violation USING MESSAGE = 'The account has 100 live keys, and no account may have more. Revoke one first.';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER bound_live_keys AFTER INSERT ON gateway.api_keys
  FOR EACH ROW EXECUTE FUNCTION gateway.bound_live_keys();

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
  -- The key that the search is made with.
  key_id          uuid NOT NULL,
  idempotency_key text,
  -- The period that the search is billed to, even when it ends in the next one.
  period_start    timestamptz NOT NULL,
  -- 0 for searches of test keys.
  credits         integer NOT NULL CHECK (credits >= 0),
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

-- These hold rows whose month has no partition yet: maintenance, which runs when a gateway starts and every hour after, creates the
-- partition and moves them there.
CREATE TABLE gateway.credit_ledger_default PARTITION OF gateway.credit_ledger DEFAULT;
CREATE TABLE gateway.queries_default PARTITION OF gateway.queries DEFAULT;

-- What the finished searches of each key cost on each day, counted together with their charge. Summing up the log instead takes
-- 0.7 s for a million searches.
CREATE TABLE gateway.usage_days (
  account_id uuid NOT NULL,
  -- In UTC, when the search began.
  day        date NOT NULL,
  key_id     uuid NOT NULL,
  searches   integer NOT NULL,
  -- Of the searches.
  failed     integer NOT NULL,
  credits    integer NOT NULL,
  PRIMARY KEY (account_id, day, key_id)
) WITH (fillfactor = 50);

-- What operators did: one row for each operation, also for one that was refused. Rows are only added.
CREATE TABLE gateway.operator_actions (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        timestamptz NOT NULL,
  -- Who, as far as it is known: the name of the user that ran the command.
  actor     text NOT NULL,
  operation text NOT NULL,
  -- Holds no secret: keys are named by their id or prefix.
  input     jsonb NOT NULL,
  -- `done`, or the refusal in words.
  outcome   text NOT NULL
);

-- Where an account wants to be told of events. The secret that signs them follows from the id and the key secret.
CREATE TABLE gateway.webhooks (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES gateway.accounts,
  url        text NOT NULL,
  events     text[] NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX webhooks_account ON gateway.webhooks (account_id);

-- One row for each event and webhook, until it is delivered or given up, and some weeks longer.
CREATE TABLE gateway.webhook_deliveries (
  id           uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- The order of events with the same subject.
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id   uuid NOT NULL REFERENCES gateway.webhooks ON DELETE CASCADE,
  event        text NOT NULL,
  -- An asset id, or 'credits'.
  subject      text NOT NULL,
  -- The event's id in the record of assets, or the period of the credits.
  occurrence   text NOT NULL,
  data         jsonb NOT NULL,
  occurred_at  timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  -- While an attempt runs: when another one may begin because this one's process must have died.
  due_at       timestamptz NOT NULL,
  attempts     integer NOT NULL DEFAULT 0,
  -- Of the first attempt.
  tried_since  timestamptz,
  -- Why the latest attempt failed.
  fault        text,
  ended_at     timestamptz,
  UNIQUE (webhook_id, event, occurrence)
);

CREATE INDEX webhook_deliveries_due ON gateway.webhook_deliveries (webhook_id, due_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_subject ON gateway.webhook_deliveries (webhook_id, subject, seq) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_ended ON gateway.webhook_deliveries (ended_at) WHERE state <> 'pending';

-- The last event in the record of assets whose deliveries are written.
CREATE TABLE gateway.webhook_cursor (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  event_id bigint NOT NULL
);

INSERT INTO gateway.webhook_cursor (event_id) VALUES (0);
