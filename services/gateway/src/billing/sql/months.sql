-- Creates the partitions of a table for this month (UTC) and the coming months. Does nothing when they exist.
-- Only one replica runs this at a time; it returns at once in the others.
--
-- p_parent: 'credit_ledger' or 'queries'. p_ahead: months to create after this one.
-- Errors: lock_not_available after 2 s when searches hold the table; the next call tries again.
CREATE OR REPLACE FUNCTION gateway.add_months(p_parent text, p_now timestamptz, p_ahead integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamp := date_trunc('month', p_now AT TIME ZONE 'UTC');
  missing timestamp[];
  month timestamp;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('gateway.' || p_parent || '.months')) THEN
    RETURN;
  END IF;
  missing := ARRAY(
    SELECT m FROM generate_series(this_month, this_month + make_interval(months => p_ahead), INTERVAL '1 month') AS m
     WHERE to_regclass('gateway.' || p_parent || to_char(m, '_YYYY_MM')) IS NULL);
  IF cardinality(missing) = 0 THEN
    RETURN;
  END IF;
  -- Searches queue behind this lock request, so it gives up soon.
  PERFORM set_config('lock_timeout', '2s', TRUE);
  EXECUTE format('LOCK TABLE gateway.%I IN ACCESS EXCLUSIVE MODE', p_parent);
  FOREACH month IN ARRAY missing LOOP
    PERFORM gateway.add_month(p_parent, month AT TIME ZONE 'UTC');
  END LOOP;
END $$;

-- Adds the partition of one month (UTC) to a partitioned table and moves the month's rows out of the default partition.
-- Does nothing when the partition exists. The caller holds the lock of the table.
--
-- p_parent: a partitioned table of this schema, by its bare name. p_month_start: the first moment of the month.
CREATE OR REPLACE FUNCTION gateway.add_month(p_parent text, p_month_start timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := p_parent || to_char(p_month_start AT TIME ZONE 'UTC', '_YYYY_MM');
  month_end timestamptz := (p_month_start AT TIME ZONE 'UTC' + INTERVAL '1 month') AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass('gateway.' || part) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE gateway.%I (LIKE gateway.%I INCLUDING ALL)', part, p_parent);
  EXECUTE format(
    'WITH moved AS (DELETE FROM gateway.%I WHERE created_at >= %L AND created_at < %L RETURNING *)
     INSERT INTO gateway.%I SELECT * FROM moved',
    p_parent || '_default', p_month_start, month_end, part);
  EXECUTE format('ALTER TABLE gateway.%I ATTACH PARTITION gateway.%I FOR VALUES FROM (%L) TO (%L)',
    p_parent, part, p_month_start, month_end);
END $$;

-- Drops the oldest month (UTC) of a table that is past its retention. A dropped month of the ledger leaves one opening
-- entry per account, so that the sums stay the same. The entries are summed up while only that month is locked, against
-- writes; the whole table is locked for the moment of the drop.
-- Only one replica runs this at a time; it does nothing in the others.
--
-- p_parent: 'credit_ledger' or 'queries'. p_kept: whole months to keep before this one.
-- outcome: none (no month is expired), dropped, or implausible: nothing happened in any of the kept months, so the clock
--   is more likely wrong than the installation idle. month: the name of the partition that is concerned.
-- Errors: lock_not_available after 2 s when searches hold the table; the next call tries again.
CREATE OR REPLACE FUNCTION gateway.drop_expired_month(
  p_parent text, p_now timestamptz, p_kept integer, OUT outcome text, OUT month text
) LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamp := date_trunc('month', p_now AT TIME ZONE 'UTC');
  oldest_kept timestamp := this_month - make_interval(months => p_kept);
  expired timestamp;
  is_plausible boolean;
BEGIN
  outcome := 'none';
  IF NOT pg_try_advisory_xact_lock(hashtext('gateway.' || p_parent || '.months')) THEN
    RETURN;
  END IF;
  SELECT min(m) INTO expired FROM (
    SELECT to_date(right(c.relname, 7), 'YYYY_MM')::timestamp AS m
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = ('gateway.' || p_parent)::regclass AND c.relname ~ '_\d{4}_\d{2}$'
  ) AS months WHERE m < oldest_kept;
  IF expired IS NULL THEN
    RETURN;
  END IF;
  month := p_parent || to_char(expired, '_YYYY_MM');
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM gateway.%I WHERE created_at >= %L AND created_at < %L)',
    p_parent, oldest_kept AT TIME ZONE 'UTC', this_month AT TIME ZONE 'UTC') INTO is_plausible;
  IF NOT is_plausible THEN
    outcome := 'implausible';
    RETURN;
  END IF;
  -- Searches queue behind a lock request, so it gives up soon.
  PERFORM set_config('lock_timeout', '2s', TRUE);
  IF p_parent = 'credit_ledger' THEN
    EXECUTE format('LOCK TABLE gateway.%I IN SHARE MODE', month);
    EXECUTE format(
      'INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, pack_delta, created_at)
       SELECT account_id, max(period_start), ''opening'', sum(plan_delta), sum(pack_delta), %L FROM gateway.%I
        GROUP BY account_id HAVING sum(plan_delta) <> 0 OR sum(pack_delta) <> 0',
      (expired + INTERVAL '1 month') AT TIME ZONE 'UTC', month);
  END IF;
  EXECUTE format('LOCK TABLE gateway.%I IN ACCESS EXCLUSIVE MODE', p_parent);
  EXECUTE format('DROP TABLE gateway.%I', month);
  outcome := 'dropped';
END $$;
