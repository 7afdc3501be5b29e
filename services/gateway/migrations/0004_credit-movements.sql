-- Up Migration

-- Every movement of credits is one call: one round trip, one transaction, the account's wallet locked first. Each
-- statement after the lock sees what all earlier movements of that account left.

-- Locks a wallet, and brings it up to the period and the plan given: what was unused of an earlier period lapses, what
-- the plan gives is granted. Called with what is current already, it changes nothing. A wallet never goes back to an
-- earlier period, whatever the clock of the caller says.
CREATE FUNCTION gateway.open_wallet(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz, p_now timestamptz
) RETURNS gateway.credit_wallets LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets;
  before gateway.credit_wallets;
  delta integer;
BEGIN
  SELECT * INTO w FROM gateway.credit_wallets WHERE account_id = p_account FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO gateway.credit_wallets (account_id, period_start, period_end, plan_credits)
    VALUES (p_account, p_period_start, p_period_end, p_plan_credits) ON CONFLICT DO NOTHING;
    SELECT * INTO w FROM gateway.credit_wallets WHERE account_id = p_account FOR UPDATE;
  END IF;
  before := w;
  IF w.period_start < p_period_start THEN
    IF w.plan_available > 0 THEN
      INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, created_at)
      VALUES (p_account, w.period_start, 'expire', -w.plan_available, p_now);
    END IF;
    w.period_start := p_period_start;
    w.period_end := p_period_end;
    w.extra_credits := 0;
    w.plan_available := 0;
    w.plan_reserved := 0;
    w.plan_charged := 0;
    w.charged := 0;
  END IF;
  w.plan_credits := p_plan_credits;
  -- A plan that gives more grants the difference at once; of one that gives less, what is spent stays spent.
  -- On a plan without a limit there is nothing to count.
  delta := CASE WHEN p_plan_credits IS NULL THEN 0
                ELSE greatest(p_plan_credits + w.extra_credits - w.plan_charged - w.plan_reserved, 0) END
           - w.plan_available;
  IF delta <> 0 THEN
    INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, created_at)
    VALUES (p_account, w.period_start, CASE WHEN delta > 0 THEN 'grant' ELSE 'expire' END, delta, p_now);
    w.plan_available := w.plan_available + delta;
  END IF;
  IF w IS DISTINCT FROM before THEN
    UPDATE gateway.credit_wallets
       SET period_start = w.period_start, period_end = w.period_end, plan_credits = w.plan_credits,
           extra_credits = w.extra_credits, plan_available = w.plan_available, plan_reserved = w.plan_reserved,
           plan_charged = w.plan_charged, charged = w.charged
     WHERE account_id = p_account;
  END IF;
  RETURN w;
END $$;

-- Ends a reservation that was just deleted, under the wallet's lock: what it did not cost goes back to the purse that it
-- came from. Plan credits of a period that is over have no purse any more, and lapse.
CREATE FUNCTION gateway.close_reservation(r gateway.reservations, p_kind text, p_charged integer, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  metered boolean := r.plan_held + r.pack_held > 0;
  from_plan integer := CASE WHEN metered THEN least(p_charged, r.plan_held) ELSE 0 END;
  from_pack integer := CASE WHEN metered THEN p_charged - from_plan ELSE 0 END;
  current boolean;
BEGIN
  IF p_charged > r.credits THEN
    RAISE EXCEPTION 'a charge of % is above the % credits reserved for it', p_charged, r.credits;
  END IF;
  UPDATE gateway.credit_wallets w
     SET plan_available = w.plan_available + CASE WHEN w.period_start = r.period_start THEN r.plan_held - from_plan ELSE 0 END,
         plan_reserved = w.plan_reserved - CASE WHEN w.period_start = r.period_start THEN r.plan_held ELSE 0 END,
         plan_charged = w.plan_charged + CASE WHEN w.period_start = r.period_start THEN from_plan ELSE 0 END,
         charged = w.charged + CASE WHEN w.period_start = r.period_start THEN p_charged ELSE 0 END,
         pack_available = w.pack_available + r.pack_held - from_pack
   WHERE w.account_id = r.account_id
  RETURNING w.period_start = r.period_start INTO current;

  INSERT INTO gateway.credit_ledger
    (account_id, period_start, kind, plan_delta, pack_delta, charged, query_id, created_at)
  VALUES (r.account_id, r.period_start, p_kind, r.plan_held - from_plan, r.pack_held - from_pack, p_charged, r.query_id, p_now);
  IF NOT current AND r.plan_held > from_plan THEN
    INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, query_id, created_at)
    VALUES (r.account_id, r.period_start, 'expire', from_plan - r.plan_held, r.query_id, p_now);
  END IF;
END $$;

-- Gives back one reservation of an account or, without a query id, those that have lapsed; answers how many.
CREATE FUNCTION gateway.release_reservations(p_account uuid, p_query_id text, p_now timestamptz)
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

-- Holds credits for a search, plan credits first. outcome: held; exhausted (too few are left); and for a request with an
-- Idempotency-Key: replay (answered before), in_flight, mismatch (the key was another request's).
CREATE FUNCTION gateway.reserve_credits(
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
    from_plan := least(p_credits, w.plan_available);
    from_pack := p_credits - from_plan;
    remaining := remaining - p_credits;
    UPDATE gateway.credit_wallets
       SET plan_available = plan_available - from_plan, plan_reserved = plan_reserved + from_plan,
           pack_available = pack_available - from_pack
     WHERE account_id = p_account;
  END IF;
  INSERT INTO gateway.reservations
    (account_id, query_id, endpoint, idempotency_key, period_start, credits, plan_held, pack_held, created_at, expires_at)
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
  outcome := 'held';
END $$;

-- Turns a reservation into a charge, logs the search and keeps its answer for its key: all or nothing. Asked again for a
-- search that is settled, it says so and charges nothing. outcome: settled, or lapsed (it was released in between).
CREATE FUNCTION gateway.settle_query(
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
    VALUES (p_query_id, p_account, r.endpoint, 'answered', r.idempotency_key, p_asset_ids, p_charged, r.created_at, p_files_until);
    UPDATE gateway.idempotency_records SET answer = p_answer, expires_at = p_answer_until
     WHERE account_id = p_account AND endpoint = r.endpoint AND key = r.idempotency_key AND query_id = p_query_id;
  ELSE
    PERFORM 1 FROM gateway.queries
      WHERE query_id = p_query_id AND created_at = p_reserved_at AND account_id = p_account AND status = 'answered';
  END IF;
  outcome := CASE WHEN FOUND OR r.query_id IS NOT NULL THEN 'settled' ELSE 'lapsed' END;
  SELECT CASE WHEN plan_credits IS NOT NULL THEN plan_available + pack_available END INTO remaining
    FROM gateway.credit_wallets WHERE account_id = p_account;
END $$;

-- Adds to what the period allows; it lapses with the period. Answers what is left to spend.
CREATE FUNCTION gateway.grant_credits(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz,
  p_credits integer, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
BEGIN
  UPDATE gateway.credit_wallets SET extra_credits = extra_credits + p_credits WHERE account_id = p_account;
  w := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
  RETURN w.plan_available + w.pack_available;
END $$;

-- Adds credits that do not lapse and are used last. Answers what packs hold.
CREATE FUNCTION gateway.add_pack(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz,
  p_credits integer, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
BEGIN
  UPDATE gateway.credit_wallets SET pack_available = pack_available + p_credits WHERE account_id = p_account;
  INSERT INTO gateway.credit_ledger (account_id, period_start, kind, pack_delta, created_at)
  VALUES (p_account, w.period_start, 'pack', p_credits, p_now);
  RETURN w.pack_available + p_credits;
END $$;

-- Releases what crashed gateways left behind, of accounts that no other movement has locked; answers how many.
CREATE FUNCTION gateway.sweep_reservations(p_now timestamptz, p_accounts integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lapsed uuid;
  released integer := 0;
BEGIN
  FOR lapsed IN
    SELECT w.account_id FROM gateway.credit_wallets w
     WHERE w.account_id IN (SELECT r.account_id FROM gateway.reservations r WHERE r.expires_at <= p_now)
     LIMIT p_accounts FOR UPDATE OF w SKIP LOCKED
  LOOP
    released := released + gateway.release_reservations(lapsed, NULL, p_now);
  END LOOP;
  RETURN released;
END $$;

-- Accounts whose wallet is not what their ledger and their reservations say; none, always.
CREATE VIEW gateway.credit_discrepancies AS
SELECT w.account_id, w.plan_available, w.pack_available, coalesce(l.plan, 0) AS plan_entries, coalesce(l.pack, 0) AS pack_entries
  FROM gateway.credit_wallets w
  LEFT JOIN (
    SELECT account_id, sum(plan_delta) AS plan, sum(pack_delta) AS pack FROM gateway.credit_ledger GROUP BY account_id
  ) l USING (account_id)
  LEFT JOIN (
    SELECT r.account_id, sum(r.plan_held) AS held
      FROM gateway.reservations r JOIN gateway.credit_wallets o USING (account_id)
     WHERE r.period_start = o.period_start GROUP BY r.account_id
  ) h USING (account_id)
 WHERE w.plan_available <> coalesce(l.plan, 0) OR w.pack_available <> coalesce(l.pack, 0)
    OR w.plan_reserved <> coalesce(h.held, 0);
