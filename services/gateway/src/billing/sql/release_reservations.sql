-- Releases one reservation of an account, or all expired ones: returns the credits, logs the search as failed and frees
-- its Idempotency-Key. Does nothing to a reservation that is already settled or released.
--
-- p_query_id: the search; null for every reservation of the account that has expired by p_now.
-- Returns the number of released reservations.
CREATE OR REPLACE FUNCTION gateway.release_reservations(p_account uuid, p_query_id text, p_now timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  r gateway.reservations;
  released integer := 0;
BEGIN
  PERFORM 1 FROM gateway.credit_wallets WHERE account_id = p_account FOR UPDATE;
  FOR r IN
    DELETE FROM gateway.reservations
     WHERE account_id = p_account AND CASE WHEN p_query_id IS NULL THEN expires_at <= p_now ELSE query_id = p_query_id END
    RETURNING *
  LOOP
    PERFORM gateway.close_reservation(r, 'release', 0, p_now);
    INSERT INTO gateway.queries (query_id, account_id, endpoint, status, idempotency_key, asset_ids, charged, created_at)
    VALUES (r.query_id, p_account, r.endpoint, 'failed', r.idempotency_key, '{}', 0, r.created_at);
    DELETE FROM gateway.idempotency_records
     WHERE account_id = p_account AND endpoint = r.endpoint AND key = r.idempotency_key AND query_id = r.query_id;
    released := released + 1;
  END LOOP;
  RETURN released;
END $$;
