-- Reserves credits for a search: plan credits first, then packs. On a plan without a limit, the reservation is recorded
-- and takes no credits. Expired reservations of the account are released first.
--
-- p_plan_credits, p_period_start, p_period_end, p_now: see open_wallet.
-- p_credits: cost of a complete answer. p_expires_at: when the reservation expires.
-- p_key, p_request_hash: the Idempotency-Key and a hash of the request; both null without a key.
--
-- outcome: reserved; exhausted (too few credits, nothing changes); and for a request with an Idempotency-Key: replay
--   (answered before), in_flight (not answered yet), mismatch (the key belongs to another request).
-- remaining: credits left to reserve after this, packs included; null without a limit.
-- resets_at: when the period ends. answer: the stored answer of a replay.
CREATE OR REPLACE FUNCTION gateway.reserve_credits(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz,
  p_query_id text, p_endpoint text, p_credits integer, p_now timestamptz, p_expires_at timestamptz,
  p_key text, p_request_hash bytea,
  OUT outcome text, OUT remaining integer, OUT resets_at timestamptz, OUT answer bytea
) LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
  seen gateway.idempotency_records;
  from_plan integer := 0;
  from_pack integer := 0;
BEGIN
  PERFORM 1 FROM gateway.reservations r WHERE r.account_id = p_account AND r.expires_at <= p_now;
  IF FOUND THEN
    PERFORM gateway.release_reservations(p_account, NULL, p_now);
    SELECT * INTO w FROM gateway.credit_wallets WHERE account_id = p_account;
  END IF;
  resets_at := w.period_end;
  IF p_plan_credits IS NOT NULL THEN
    remaining := w.plan_available + w.pack_available;
  END IF;

  IF p_key IS NOT NULL THEN
    SELECT * INTO seen FROM gateway.idempotency_records i
     WHERE i.account_id = p_account AND i.endpoint = p_endpoint AND i.key = p_key AND i.expires_at > p_now;
    IF FOUND THEN
      outcome := CASE WHEN seen.request_hash <> p_request_hash THEN 'mismatch'
                      WHEN seen.answer IS NULL THEN 'in_flight' ELSE 'replay' END;
      answer := CASE WHEN outcome = 'replay' THEN seen.answer END;
      RETURN;
    END IF;
  END IF;

  IF remaining < p_credits THEN
    outcome := 'exhausted';
    RETURN;
  END IF;
  IF remaining IS NOT NULL THEN
    from_plan := LEAST(p_credits, w.plan_available);
    from_pack := p_credits - from_plan;
    remaining := remaining - p_credits;
    UPDATE gateway.credit_wallets
       SET plan_available = plan_available - from_plan, plan_reserved = plan_reserved + from_plan,
           pack_available = pack_available - from_pack
     WHERE account_id = p_account;
  END IF;
  INSERT INTO gateway.reservations
    (account_id, query_id, endpoint, idempotency_key, period_start, credits, plan_reserved, pack_reserved, created_at,
     expires_at)
  VALUES (p_account, p_query_id, p_endpoint, p_key, w.period_start, p_credits, from_plan, from_pack, p_now, p_expires_at);
  INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, pack_delta, query_id, created_at)
  VALUES (p_account, w.period_start, 'reserve', -from_plan, -from_pack, p_query_id, p_now);
  IF p_key IS NOT NULL THEN
    INSERT INTO gateway.idempotency_records (account_id, endpoint, key, request_hash, query_id, expires_at)
    VALUES (p_account, p_endpoint, p_key, p_request_hash, p_query_id, p_expires_at)
    ON CONFLICT (account_id, endpoint, key) DO UPDATE
      SET request_hash = EXCLUDED.request_hash, query_id = EXCLUDED.query_id, answer = NULL,
          expires_at = EXCLUDED.expires_at;
  END IF;
  outcome := 'reserved';
END $$;
