-- Up Migration

-- What an account may spend now: one row an account. Every movement of credits locks it first, so that the movements
-- of one account follow one another. The checks are the guarantee: no interleaving overspends.
CREATE TABLE gateway.credit_wallets (
  account_id     uuid PRIMARY KEY REFERENCES gateway.accounts,
  period_start   timestamptz NOT NULL,
  period_end     timestamptz NOT NULL,
  -- What the plan gives a period; null gives without a limit.
  plan_credits   integer CHECK (plan_credits >= 0),
  -- What the operator gave on top, for this period.
  extra_credits  integer NOT NULL DEFAULT 0 CHECK (extra_credits >= 0),
  plan_available integer NOT NULL DEFAULT 0 CHECK (plan_available >= 0),
  plan_reserved  integer NOT NULL DEFAULT 0 CHECK (plan_reserved >= 0),
  plan_charged   integer NOT NULL DEFAULT 0 CHECK (plan_charged >= 0),
  -- Packs outlive periods.
  pack_available integer NOT NULL DEFAULT 0 CHECK (pack_available >= 0),
  -- What the searches of this period cost, whatever paid for them.
  charged        integer NOT NULL DEFAULT 0 CHECK (charged >= plan_charged),
  CHECK (period_start < period_end)
) WITH (fillfactor = 50);

CREATE INDEX credit_wallets_due ON gateway.credit_wallets (period_end);

-- A search in flight and the credits held for it. A row left by a crash lapses and is released.
CREATE TABLE gateway.reservations (
  account_id      uuid NOT NULL,
  query_id        text NOT NULL,
  endpoint        text NOT NULL CHECK (endpoint IN ('search', 'similar')),
  idempotency_key text,
  -- The period that the search is billed to, even when it ends in the next one.
  period_start    timestamptz NOT NULL,
  credits         integer NOT NULL CHECK (credits > 0),
  -- Which purse they came from; neither on a plan without a limit.
  plan_held       integer NOT NULL CHECK (plan_held >= 0),
  pack_held       integer NOT NULL CHECK (pack_held >= 0),
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, query_id),
  CHECK (plan_held + pack_held IN (0, credits))
);

CREATE INDEX reservations_expiry ON gateway.reservations (expires_at);

-- The first answer to a request that carried an Idempotency-Key.
CREATE TABLE gateway.idempotency_records (
  account_id   uuid NOT NULL,
  endpoint     text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  query_id     text NOT NULL,
  -- Compressed; null while the request is in flight, and then the record lapses with its reservation.
  answer       bytea,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, endpoint, key)
);

ALTER TABLE gateway.idempotency_records ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX idempotency_records_expiry ON gateway.idempotency_records (expires_at);

ALTER TABLE gateway.credit_ledger RENAME TO credit_ledger_unpartitioned;
ALTER TABLE gateway.queries RENAME TO queries_unpartitioned;
ALTER INDEX gateway.credit_ledger_account RENAME TO credit_ledger_unpartitioned_account;
ALTER INDEX gateway.credit_ledger_pkey RENAME TO credit_ledger_unpartitioned_pkey;
ALTER INDEX gateway.queries_account RENAME TO queries_unpartitioned_account;
ALTER INDEX gateway.queries_pkey RENAME TO queries_unpartitioned_pkey;

-- What happened, in order; rows are only ever added. The sum of the deltas of an account is what it has available.
CREATE SEQUENCE gateway.credit_entry_id;
CREATE TABLE gateway.credit_ledger (
  id           bigint NOT NULL DEFAULT nextval('gateway.credit_entry_id'),
  account_id   uuid NOT NULL,
  -- The period that the entry belongs to.
  period_start timestamptz NOT NULL,
  -- opening: what earlier months, now dropped, came to.
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

-- One row a search that ended: what was answered, and the capability that its file addresses carry.
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

-- A net for rows whose month has no partition yet; making the partition takes them out of it.
CREATE TABLE gateway.credit_ledger_default PARTITION OF gateway.credit_ledger DEFAULT;
CREATE TABLE gateway.queries_default PARTITION OF gateway.queries DEFAULT;

CREATE FUNCTION gateway.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON gateway.credit_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION gateway.refuse_change();

-- Adds the partition of the month (UTC) that begins at month_start, unless it is there.
CREATE FUNCTION gateway.add_month(parent text, month_start timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := parent || to_char(month_start AT TIME ZONE 'UTC', '_YYYY_MM');
  month_end timestamptz := (month_start AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass('gateway.' || part) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE gateway.%I (LIKE gateway.%I INCLUDING ALL)', part, parent);
  EXECUTE format(
    'WITH moved AS (DELETE FROM gateway.%I WHERE created_at >= %L AND created_at < %L RETURNING *)
     INSERT INTO gateway.%I SELECT * FROM moved',
    parent || '_default', month_start, month_end, part);
  EXECUTE format('ALTER TABLE gateway.%I ATTACH PARTITION gateway.%I FOR VALUES FROM (%L) TO (%L)',
    parent, part, month_start, month_end);
END $$;

-- Makes the partitions of a table for this month and those ahead, and drops months past their retention. A month of the
-- ledger leaves an opening entry an account behind, so that the sums stay what they were. One replica at a time; each
-- table in a transaction of its own, so that nothing is waited for with a lock in hand.
CREATE FUNCTION gateway.maintain_months(p_parent text, p_now timestamptz, p_ahead integer, p_kept integer)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamp := date_trunc('month', p_now AT TIME ZONE 'UTC');
  wanted timestamp[];
  past timestamp[];
  month timestamp;
  month_end timestamptz;
  part text;
  dropped text[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('gateway.' || p_parent || '.months')) THEN
    RETURN dropped;
  END IF;
  wanted := ARRAY(
    SELECT m FROM generate_series(this_month, this_month + make_interval(months => p_ahead), interval '1 month') AS m
     WHERE to_regclass('gateway.' || p_parent || to_char(m, '_YYYY_MM')) IS NULL);
  past := ARRAY(
    SELECT m FROM (
      SELECT to_date(right(c.relname, 7), 'YYYY_MM')::timestamp AS m
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = ('gateway.' || p_parent)::regclass AND c.relname ~ '_\d{4}_\d{2}$'
    ) AS months WHERE m < this_month - make_interval(months => p_kept) ORDER BY m);
  IF cardinality(wanted) + cardinality(past) = 0 THEN
    RETURN dropped;
  END IF;
  -- Rather try again next time than make searches wait behind this.
  PERFORM set_config('lock_timeout', '2s', true);
  EXECUTE format('LOCK TABLE gateway.%I IN ACCESS EXCLUSIVE MODE', p_parent);
  FOREACH month IN ARRAY wanted LOOP
    PERFORM gateway.add_month(p_parent, month AT TIME ZONE 'UTC');
  END LOOP;
  FOREACH month IN ARRAY past LOOP
    part := p_parent || to_char(month, '_YYYY_MM');
    IF p_parent = 'credit_ledger' THEN
      month_end := (month + interval '1 month') AT TIME ZONE 'UTC';
      PERFORM gateway.add_month(p_parent, month_end);
      EXECUTE format(
        'INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, pack_delta, created_at)
         SELECT account_id, max(period_start), ''opening'', sum(plan_delta), sum(pack_delta), %L FROM gateway.%I
          GROUP BY account_id HAVING sum(plan_delta) <> 0 OR sum(pack_delta) <> 0', month_end, part);
    END IF;
    EXECUTE format('DROP TABLE gateway.%I', part);
    dropped := dropped || part;
  END LOOP;
  RETURN dropped;
END $$;

-- What was there before, carried over.

SELECT gateway.add_month(parent, month AT TIME ZONE 'UTC')
  FROM unnest(ARRAY['credit_ledger', 'queries']) AS parent,
       generate_series(
         date_trunc('month', least(
           now(),
           (SELECT min(created_at) FROM gateway.credit_ledger_unpartitioned),
           (SELECT min(created_at) FROM gateway.queries_unpartitioned)) AT TIME ZONE 'UTC'),
         date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months',
         interval '1 month') AS month;

INSERT INTO gateway.credit_wallets
  (account_id, period_start, period_end, plan_credits, plan_available, plan_reserved, plan_charged, charged)
SELECT DISTINCT ON (account_id)
       account_id, starts_at, ends_at, granted, coalesce(granted - charged - reserved, 0),
       CASE WHEN granted IS NULL THEN 0 ELSE reserved END, CASE WHEN granted IS NULL THEN 0 ELSE charged END, charged
  FROM gateway.credit_periods
 ORDER BY account_id, starts_at DESC;

INSERT INTO gateway.reservations
  (account_id, query_id, endpoint, period_start, credits, plan_held, pack_held, created_at, expires_at)
SELECT r.account_id, 'q_' || replace(r.id::text, '-', ''), 'search', r.starts_at, r.credits,
       CASE WHEN p.granted IS NULL THEN 0 ELSE r.credits END, 0, r.expires_at, r.expires_at
  FROM gateway.credit_reservations r JOIN gateway.credit_periods p USING (account_id, starts_at);

-- A settlement used to record what it charged; its delta is what came back of what had been held.
INSERT INTO gateway.credit_ledger
  (account_id, period_start, kind, plan_delta, charged, query_id, created_at)
SELECT e.account_id, e.period_start, e.kind,
       CASE WHEN p.granted IS NULL THEN 0
            WHEN e.kind = 'reserve' THEN -e.credits
            WHEN e.kind = 'settle' THEN held.credits - e.credits
            ELSE e.credits END,
       CASE WHEN e.kind = 'settle' THEN e.credits ELSE 0 END,
       'q_' || replace(e.reservation_id::text, '-', ''), e.created_at
  FROM gateway.credit_ledger_unpartitioned e
  JOIN gateway.credit_periods p ON p.account_id = e.account_id AND p.starts_at = e.period_start
  LEFT JOIN gateway.credit_ledger_unpartitioned held
    ON held.reservation_id = e.reservation_id AND held.kind = 'reserve' AND e.kind = 'settle'
 ORDER BY e.id;

-- Past periods lapse; in the present one, changes of plan used to leave no entry.
INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, note, created_at)
SELECT account_id, period_start, CASE WHEN delta > 0 THEN 'grant' ELSE 'expire' END, delta, 'carried over', now()
  FROM (
    SELECT e.account_id, e.period_start,
           CASE WHEN e.period_start = w.period_start THEN w.plan_available ELSE 0 END - sum(e.plan_delta)::integer AS delta
      FROM gateway.credit_ledger e JOIN gateway.credit_wallets w USING (account_id)
     GROUP BY e.account_id, e.period_start, w.period_start, w.plan_available
  ) balance
 WHERE delta <> 0;

INSERT INTO gateway.queries (query_id, account_id, endpoint, status, asset_ids, charged, created_at, expires_at)
SELECT query_id, account_id, endpoint, 'answered', asset_ids, charged, created_at, expires_at
  FROM gateway.queries_unpartitioned;

DROP TABLE gateway.credit_reservations, gateway.credit_periods, gateway.credit_ledger_unpartitioned,
  gateway.queries_unpartitioned;
