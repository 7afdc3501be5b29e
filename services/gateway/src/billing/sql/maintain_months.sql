-- Creates the partitions of a table for this month (UTC) and the coming months, and drops months past their retention. A
-- dropped month of the ledger leaves one opening entry per account, so that the sums stay the same.
-- Only one replica runs this at a time; it returns at once in the others. Call it once per table, each time in a separate
-- transaction, so that it never locks both tables.
--
-- p_parent: 'credit_ledger' or 'queries'. p_ahead: months to create after this one. p_kept: whole months to keep before it.
-- Returns the names of the dropped partitions.
-- Errors: lock_not_available after 2 s when searches hold the table; the next call tries again.
CREATE OR REPLACE FUNCTION gateway.maintain_months(p_parent text, p_now timestamptz, p_ahead integer, p_kept integer)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamp := date_trunc('month', p_now AT TIME ZONE 'UTC');
  missing timestamp[];
  expired timestamp[];
  month timestamp;
  month_end timestamptz;
  part text;
  dropped text[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('gateway.' || p_parent || '.months')) THEN
    RETURN dropped;
  END IF;
  missing := ARRAY(
    SELECT m FROM generate_series(this_month, this_month + make_interval(months => p_ahead), INTERVAL '1 month') AS m
     WHERE to_regclass('gateway.' || p_parent || to_char(m, '_YYYY_MM')) IS NULL);
  expired := ARRAY(
    SELECT m FROM (
      SELECT to_date(right(c.relname, 7), 'YYYY_MM')::timestamp AS m
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = ('gateway.' || p_parent)::regclass AND c.relname ~ '_\d{4}_\d{2}$'
    ) AS months WHERE m < this_month - make_interval(months => p_kept) ORDER BY m);
  IF cardinality(missing) + cardinality(expired) = 0 THEN
    RETURN dropped;
  END IF;
  -- Searches queue behind this lock request, so it gives up soon.
  PERFORM set_config('lock_timeout', '2s', TRUE);
  EXECUTE format('LOCK TABLE gateway.%I IN ACCESS EXCLUSIVE MODE', p_parent);
  FOREACH month IN ARRAY missing LOOP
    PERFORM gateway.add_month(p_parent, month AT TIME ZONE 'UTC');
  END LOOP;
  FOREACH month IN ARRAY expired LOOP
    part := p_parent || to_char(month, '_YYYY_MM');
    IF p_parent = 'credit_ledger' THEN
      month_end := (month + INTERVAL '1 month') AT TIME ZONE 'UTC';
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
