-- Makes several movements of one account in one transaction, in the given order. Each has the outcome that it would have
-- alone: a refusal of one does not change the others.
--
-- p_movements: an array of objects with `kind` and `query_id`. The other fields have the names of the arguments of
--   reserve_credits (kind: reserve), settle_query (settle) and release_reservations (release), without their p_.
-- Returns one row per movement, in their order: the outcome columns of its function; a release has the outcome released.
-- Errors: those of the functions. Then none of the movements is made.
CREATE OR REPLACE FUNCTION gateway.move_credits(p_account uuid, p_movements jsonb, p_now timestamptz)
RETURNS TABLE (outcome text, remaining integer, resets_at timestamptz, answer bytea) LANGUAGE plpgsql AS $$
DECLARE
  m record;
BEGIN
  FOR m IN
    SELECT * FROM jsonb_to_recordset(p_movements) AS movement (
      kind text, query_id text, endpoint text, plan_credits integer, period_start timestamptz, period_end timestamptz,
      credits integer, expires_at timestamptz, key text, request_hash bytea,
      reserved_at timestamptz, charged integer, asset_ids text[], files_until timestamptz, answer bytea,
      answer_until timestamptz)
  LOOP
    outcome := NULL;
    remaining := NULL;
    resets_at := NULL;
    answer := NULL;
    CASE m.kind
      WHEN 'reserve' THEN
        SELECT r.outcome, r.remaining, r.resets_at, r.answer INTO outcome, remaining, resets_at, answer
          FROM gateway.reserve_credits(
            p_account, m.plan_credits, m.period_start, m.period_end, m.query_id, m.endpoint, m.credits, p_now,
            m.expires_at, m.key, m.request_hash) r;
      WHEN 'settle' THEN
        SELECT s.outcome, s.remaining INTO outcome, remaining
          FROM gateway.settle_query(
            p_account, m.query_id, m.reserved_at, m.charged, m.asset_ids, m.files_until, m.answer, m.answer_until,
            p_now) s;
      WHEN 'release' THEN
        PERFORM gateway.release_reservations(p_account, m.query_id, p_now);
        outcome := 'released';
    END CASE;
    RETURN NEXT;
  END LOOP;
END $$;
