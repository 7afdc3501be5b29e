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
