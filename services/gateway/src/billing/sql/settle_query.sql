-- Turns a reservation into a charge, logs the search and stores its answer for its Idempotency-Key, atomically. A second
-- call for a settled search answers settled and charges nothing. An expired reservation can be settled until it is
-- released.
--
-- p_reserved_at: when the reservation was made; it finds the search's month in the log.
-- p_charged: cost of the search in credits, at most the reserved ones. p_asset_ids: the assets in the answer.
-- p_files_until: when the file addresses of the answer stop working.
-- p_answer, p_answer_until: the answer to replay, and until when; null without a key, and for a search that was refused
-- at a cost, whose key becomes free again.
--
-- outcome: settled; or expired (the reservation was already released, so nothing is charged).
-- remaining: credits left to reserve, packs included; null without a limit.
-- Errors: raises when p_charged exceeds the reserved credits.
CREATE OR REPLACE FUNCTION gateway.settle_query(
  p_account uuid, p_query_id text, p_reserved_at timestamptz, p_charged integer, p_asset_ids text[],
  p_files_until timestamptz, p_answer bytea, p_answer_until timestamptz, p_now timestamptz,
  OUT outcome text, OUT remaining integer
) LANGUAGE plpgsql AS $$
DECLARE
  r gateway.reservations;
BEGIN
  PERFORM 1 FROM gateway.credit_wallets WHERE account_id = p_account FOR UPDATE;
  DELETE FROM gateway.reservations WHERE account_id = p_account AND query_id = p_query_id RETURNING * INTO r;
  IF FOUND THEN
    PERFORM gateway.close_reservation(r, 'settle', p_charged, p_now);
    INSERT INTO gateway.queries
      (query_id, account_id, endpoint, status, idempotency_key, asset_ids, charged, created_at, expires_at)
    VALUES (p_query_id, p_account, r.endpoint, 'answered', r.idempotency_key, p_asset_ids, p_charged, r.created_at,
            p_files_until);
    IF p_answer IS NULL THEN
      DELETE FROM gateway.idempotency_records
       WHERE account_id = p_account AND endpoint = r.endpoint AND key = r.idempotency_key AND query_id = p_query_id;
    ELSIF r.idempotency_key IS NOT NULL THEN
      UPDATE gateway.idempotency_records SET answer = p_answer, expires_at = p_answer_until
       WHERE account_id = p_account AND endpoint = r.endpoint AND key = r.idempotency_key AND query_id = p_query_id;
    END IF;
    outcome := 'settled';
  ELSE
    PERFORM 1 FROM gateway.queries
      WHERE query_id = p_query_id AND created_at = p_reserved_at AND account_id = p_account AND status = 'answered';
    outcome := CASE WHEN FOUND THEN 'settled' ELSE 'expired' END;
  END IF;
  SELECT CASE WHEN plan_credits IS NOT NULL THEN plan_available + pack_available END INTO remaining
    FROM gateway.credit_wallets WHERE account_id = p_account;
END $$;
