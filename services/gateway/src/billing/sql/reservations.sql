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
      credits integer, expires_at timestamptz, key text, request_hash bytea, api_key uuid,
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
            m.expires_at, m.key, m.request_hash, m.api_key) r;
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

-- Reserves credits for a search: plan credits first, then packs. On a plan without a limit, the reservation is recorded
-- and takes no credits. Expired reservations of the account are released first.
--
-- p_plan_credits, p_period_start, p_period_end, p_now: see open_wallet.
-- p_credits: cost of a complete answer. p_expires_at: when the reservation expires.
-- p_key, p_request_hash: the Idempotency-Key and a hash of the request; both null without a key.
-- p_api_key: the id of the key that the search is made with.
--
-- outcome: reserved; exhausted (too few credits, nothing changes); and for a request with an Idempotency-Key: replay
--   (answered before), in_flight (not answered yet), mismatch (the key belongs to another request).
-- remaining: credits left to reserve after this, packs included; null without a limit.
-- resets_at: when the period ends. answer: the stored answer of a replay.
CREATE OR REPLACE FUNCTION gateway.reserve_credits(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz,
  p_query_id text, p_endpoint text, p_credits integer, p_now timestamptz, p_expires_at timestamptz,
  p_key text, p_request_hash bytea, p_api_key uuid,
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
    PERFORM gateway.tell_of_credits(p_account, TRUE, p_now);
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
     expires_at, key_id)
  VALUES (p_account, p_query_id, p_endpoint, p_key, w.period_start, p_credits, from_plan, from_pack, p_now, p_expires_at,
          p_api_key);
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

-- Releases expired reservations, which crashed gateways leave behind. Accounts that another movement has locked wait for
-- the next call, so several replicas may call this at once and none waits.
--
-- p_accounts_max: the most accounts that one call processes.
-- Returns the number of released reservations.
CREATE OR REPLACE FUNCTION gateway.expire_reservations(p_now timestamptz, p_accounts_max integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  account uuid;
  released integer := 0;
BEGIN
  FOR account IN
    SELECT w.account_id FROM gateway.credit_wallets w
     WHERE w.account_id IN (SELECT r.account_id FROM gateway.reservations r WHERE r.expires_at <= p_now)
     LIMIT p_accounts_max FOR UPDATE OF w SKIP LOCKED
  LOOP
    released := released + gateway.release_reservations(account, NULL, p_now);
  END LOOP;
  RETURN released;
END $$;

-- Ends a reservation that the caller has just deleted while it holds the wallet's lock. Plan credits pay first, then pack
-- credits. Unused credits return to where they came from; unused plan credits of an earlier period expire. The search counts
-- towards the day on which it began.
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
  INSERT INTO gateway.usage_days AS d (account_id, day, key_id, searches, failed, credits)
  VALUES (r.account_id, (r.created_at AT TIME ZONE 'UTC')::date, r.key_id, 1, (p_kind = 'release')::integer, p_charged)
  ON CONFLICT (account_id, day, key_id) DO UPDATE
    SET searches = d.searches + 1, failed = d.failed + EXCLUDED.failed, credits = d.credits + EXCLUDED.credits;
  IF p_charged > 0 THEN
    PERFORM gateway.tell_of_credits(r.account_id, FALSE, p_now);
  END IF;
END $$;
