-- Up Migration

CREATE TABLE gateway.accounts (
  id          uuid PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  plan        text NOT NULL,
  -- Day of the month on which credits reset, clamped to the month's last day.
  billing_day smallint NOT NULL CHECK (billing_day BETWEEN 1 AND 31),
  created_at  timestamptz NOT NULL
);

-- A key is shown once; what stays is a keyed hash to find it by and a prefix to recognise it by.
CREATE TABLE gateway.api_keys (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES gateway.accounts,
  key_hash   bytea NOT NULL UNIQUE,
  prefix     text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE INDEX api_keys_account ON gateway.api_keys (account_id);

-- One row an account and billing period. The check is the guarantee: no interleaving overspends.
CREATE TABLE gateway.credit_periods (
  account_id uuid NOT NULL REFERENCES gateway.accounts,
  starts_at  timestamptz NOT NULL,
  ends_at    timestamptz NOT NULL,
  -- Null grants without a limit.
  granted    integer CHECK (granted >= 0),
  charged    integer NOT NULL DEFAULT 0 CHECK (charged >= 0),
  reserved   integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (account_id, starts_at),
  CHECK (granted IS NULL OR charged + reserved <= granted)
);

-- Credits held for a request in flight. A row left by a crash lapses and is released.
CREATE TABLE gateway.credit_reservations (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  starts_at  timestamptz NOT NULL,
  credits    integer NOT NULL CHECK (credits > 0),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (account_id, starts_at) REFERENCES gateway.credit_periods
);

CREATE INDEX credit_reservations_expiry ON gateway.credit_reservations (expires_at);

-- What happened, in order; rows are only ever added.
CREATE TABLE gateway.credit_ledger (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES gateway.accounts,
  period_start   timestamptz NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'release')),
  credits        integer NOT NULL,
  reservation_id uuid,
  created_at     timestamptz NOT NULL
);

CREATE INDEX credit_ledger_account ON gateway.credit_ledger (account_id, created_at);

-- One row a billed search: what was answered, and the capability that its file addresses carry.
CREATE TABLE gateway.queries (
  query_id   text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES gateway.accounts,
  endpoint   text NOT NULL CHECK (endpoint IN ('search', 'similar')),
  asset_ids  text[] NOT NULL,
  charged    integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX queries_account ON gateway.queries (account_id, created_at);
