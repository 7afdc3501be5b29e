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
