-- Ends a reservation that the caller has just deleted while it holds the wallet's lock. Plan credits pay first, then pack
-- credits. Unused credits return to where they came from; unused plan credits of an earlier period expire.
--
-- r: the deleted row. p_kind: the kind of the ledger entry, 'settle' or 'release'.
-- p_charged: cost of the search in credits; 0 for a release.
-- Errors: raises when p_charged exceeds the reserved credits.
CREATE OR REPLACE FUNCTION gateway.close_reservation(
  r gateway.reservations, p_kind text, p_charged integer, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  metered boolean := r.plan_reserved + r.pack_reserved > 0;
  from_plan integer := CASE WHEN metered THEN LEAST(p_charged, r.plan_reserved) ELSE 0 END;
  from_pack integer := CASE WHEN metered THEN p_charged - from_plan ELSE 0 END;
  current boolean;
BEGIN
  IF p_charged > r.credits THEN
    RAISE EXCEPTION 'a charge of % exceeds the % reserved credits', p_charged, r.credits;
  END IF;
  SELECT w.period_start = r.period_start INTO current FROM gateway.credit_wallets w WHERE w.account_id = r.account_id;
  UPDATE gateway.credit_wallets w
     SET plan_available = w.plan_available + CASE WHEN current THEN r.plan_reserved - from_plan ELSE 0 END,
         plan_reserved = w.plan_reserved - CASE WHEN current THEN r.plan_reserved ELSE 0 END,
         plan_charged = w.plan_charged + CASE WHEN current THEN from_plan ELSE 0 END,
         charged = w.charged + CASE WHEN current THEN p_charged ELSE 0 END,
         pack_available = w.pack_available + r.pack_reserved - from_pack
   WHERE w.account_id = r.account_id;

  INSERT INTO gateway.credit_ledger
    (account_id, period_start, kind, plan_delta, pack_delta, charged, query_id, created_at)
  VALUES (r.account_id, r.period_start, p_kind, r.plan_reserved - from_plan, r.pack_reserved - from_pack, p_charged,
          r.query_id, p_now);
  IF NOT current AND r.plan_reserved > from_plan THEN
    INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, query_id, created_at)
    VALUES (r.account_id, r.period_start, 'expire', from_plan - r.plan_reserved, r.query_id, p_now);
  END IF;
END $$;
