-- Makes several movements of one account in one transaction. Those that end reservations come first, so that their credits are
-- there for the others; else they are made in the given order. Each has the outcome that it would have alone: a refusal of one does
-- not change the others.
--
-- p_plan_credits, p_period_start, p_period_end: see open_wallet; all null when no movement reserves.
-- p_movements: an array of objects with `kind` (reserve, settle or release) and `query_id`. The other fields are named and explained
--   at reserve_credits and end_reservations.
-- Returns one row for each movement: its place in the array from 1, and the columns that those functions return.
-- Errors: those of the functions. Then none of the movements is made.
CREATE OR REPLACE FUNCTION gateway.move_group(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz, p_movements jsonb,
  p_now timestamptz
) RETURNS TABLE (place bigint, outcome text, remaining integer, resets_at timestamptz, answer bytea) LANGUAGE plpgsql AS $$
BEGIN
  IF p_movements @> '[{"kind": "settle"}]' OR p_movements @> '[{"kind": "release"}]' THEN
    RETURN QUERY SELECT e.place, e.outcome, e.remaining, NULL::timestamptz, NULL::bytea
      FROM gateway.end_reservations(p_account, p_movements, p_now) e;
  END IF;
  IF p_movements @> '[{"kind": "reserve"}]' THEN
    RETURN QUERY SELECT * FROM gateway.reserve_credits(
      p_account, p_plan_credits, p_period_start, p_period_end, p_movements, p_now);
  END IF;
END $$;

-- Reserves credits for searches: plan credits first, then packs. On a plan without a limit, reservations are recorded and take no
-- credits. Expired reservations of the account are released first.
--
-- p_plan_credits, p_period_start, p_period_end, p_now: see open_wallet.
-- p_movements: of kind reserve, with the fields
--   endpoint, query_id, credits (cost of a complete answer), expires_at (when the reservation expires),
--   api_key (the id of the key that the search is made with),
--   key, request_hash: the Idempotency-Key and a hash of the request; both null without a key.
--
-- outcome: reserved; exhausted (too few credits, nothing changes); and for a request with an Idempotency-Key: replay
--   (answered before), in_flight (not answered yet), mismatch (the key belongs to another request).
-- remaining: credits left to reserve after this, packs included; null without a limit.
-- resets_at: when the period ends. answer: the stored answer of a replay.
CREATE OR REPLACE FUNCTION gateway.reserve_credits(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz, p_movements jsonb,
  p_now timestamptz
) RETURNS TABLE (place bigint, outcome text, remaining integer, resets_at timestamptz, answer bytea) LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
  m record;
  seen gateway.idempotency_records;
  made gateway.reservations;
  all_made gateway.reservations[];
  has_refused boolean := FALSE;
BEGIN
  PERFORM 1 FROM gateway.reservations r WHERE r.account_id = p_account AND r.expires_at <= p_now;
  IF FOUND THEN
    PERFORM gateway.release_expired(p_account, p_now);
    SELECT * INTO w FROM gateway.credit_wallets WHERE account_id = p_account;
  END IF;
  resets_at := w.period_end;
  made.account_id := p_account;
  made.period_start := w.period_start;
  made.plan_reserved := 0;
  made.pack_reserved := 0;
  made.created_at := p_now;
  FOR m IN
    SELECT * FROM ROWS FROM (jsonb_to_recordset(p_movements) AS (
      kind text, query_id text, endpoint text, credits integer, expires_at timestamptz, key text, request_hash bytea,
      api_key uuid)) WITH ORDINALITY AS movement (
      kind, query_id, endpoint, credits, expires_at, key, request_hash, api_key, place)
     WHERE kind = 'reserve'
  LOOP
    place := m.place;
    outcome := NULL;
    answer := NULL;
    IF p_plan_credits IS NOT NULL THEN
      remaining := w.plan_available + w.pack_available;
    END IF;
    IF m.key IS NOT NULL THEN
      SELECT * INTO seen FROM gateway.idempotency_records i
       WHERE i.account_id = p_account AND i.endpoint = m.endpoint AND i.key = m.key AND i.expires_at > p_now;
      IF FOUND THEN
        outcome := CASE WHEN seen.request_hash <> m.request_hash THEN 'mismatch'
                        WHEN seen.answer IS NULL THEN 'in_flight' ELSE 'replay' END;
        answer := CASE WHEN outcome = 'replay' THEN seen.answer END;
      END IF;
    END IF;
    IF outcome IS NULL AND remaining < m.credits THEN
      outcome := 'exhausted';
      has_refused := TRUE;
    END IF;
    IF outcome IS NULL THEN
      outcome := 'reserved';
      IF remaining IS NOT NULL THEN
        made.plan_reserved := LEAST(m.credits, w.plan_available);
        made.pack_reserved := m.credits - made.plan_reserved;
        remaining := remaining - m.credits;
        w.plan_available := w.plan_available - made.plan_reserved;
        w.plan_reserved := w.plan_reserved + made.plan_reserved;
        w.pack_available := w.pack_available - made.pack_reserved;
      END IF;
      made.query_id := m.query_id;
      made.endpoint := m.endpoint;
      made.key_id := m.api_key;
      made.idempotency_key := m.key;
      made.credits := m.credits;
      made.expires_at := m.expires_at;
      all_made := all_made || made;
      IF m.key IS NOT NULL THEN
        INSERT INTO gateway.idempotency_records (account_id, endpoint, key, request_hash, query_id, expires_at)
        VALUES (p_account, m.endpoint, m.key, m.request_hash, m.query_id, m.expires_at)
        ON CONFLICT (account_id, endpoint, key) DO UPDATE
          SET request_hash = EXCLUDED.request_hash, query_id = EXCLUDED.query_id, answer = NULL,
              expires_at = EXCLUDED.expires_at;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  INSERT INTO gateway.reservations SELECT * FROM unnest(all_made);
  INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, pack_delta, query_id, created_at)
  SELECT account_id, period_start, 'reserve', -plan_reserved, -pack_reserved, query_id, created_at FROM unnest(all_made);
  IF p_plan_credits IS NOT NULL THEN
    UPDATE gateway.credit_wallets
       SET plan_available = w.plan_available, plan_reserved = w.plan_reserved, pack_available = w.pack_available
     WHERE account_id = p_account;
  END IF;
  IF has_refused THEN
    PERFORM gateway.tell_of_credits(p_account, TRUE, p_now);
  END IF;
END $$;

-- Ends reservations. A settlement turns one into a charge, logs the search and stores its answer for its Idempotency-Key. A release
-- returns the credits, logs the search as failed and frees its key. Plan credits pay first, then pack credits. Unused credits return
-- to where they came from; unused plan credits of an earlier period expire. The search counts towards the day on which it began. A
-- second settlement of a search answers settled and charges nothing; a release does nothing to what has ended. An expired reservation
-- can be settled until it is released.
--
-- p_movements: of kind settle or release, with `query_id`; of kind settle also with the fields
--   reserved_at (when the reservation was made; it finds the search's month in the log),
--   charged (cost of the search in credits, at most the reserved ones), asset_ids (the assets in the answer),
--   files_until (when the file addresses of the answer stop working),
--   answer, answer_until: the answer to replay, and until when; null without a key, and for a search that was refused
--   at a cost, whose key becomes free again.
--
-- outcome: released; settled; or expired (the reservation was already released, so nothing is charged).
-- remaining: credits left to reserve after this, packs included; null without a limit.
-- Errors: raises when a charge exceeds the reserved credits.
CREATE OR REPLACE FUNCTION gateway.end_reservations(p_account uuid, p_movements jsonb, p_now timestamptz)
RETURNS TABLE (place bigint, outcome text, remaining integer) LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets;
  charged integer;
  reserved integer;
  has_charged boolean := FALSE;
BEGIN
  SELECT * INTO w FROM gateway.credit_wallets WHERE account_id = p_account FOR UPDATE;
  FOR place, outcome, remaining, charged, reserved IN
    WITH movements AS (
      SELECT *, row_number() OVER (PARTITION BY m.query_id COLLATE "C" ORDER BY m.place) AS attempt
        FROM ROWS FROM (jsonb_to_recordset(p_movements) AS (
          kind text, query_id text, reserved_at timestamptz, charged integer, asset_ids text[], files_until timestamptz,
          answer bytea, answer_until timestamptz)) WITH ORDINALITY AS m (
          kind, query_id, reserved_at, charged, asset_ids, files_until, answer, answer_until, place)
       WHERE m.kind <> 'reserve'
    ), taken AS (
      DELETE FROM gateway.reservations r USING movements m
       WHERE r.account_id = p_account AND r.query_id = m.query_id AND m.attempt = 1
      RETURNING r.*, m.place, m.kind, COALESCE(m.charged, 0) AS charged, m.asset_ids, m.files_until, m.answer, m.answer_until
    ), ended AS (
      SELECT t.*, t.period_start = w.period_start AS is_current, t.plan_reserved - p.from_plan AS plan_back,
             CASE WHEN t.plan_reserved + t.pack_reserved > 0 THEN t.pack_reserved + p.from_plan - t.charged ELSE 0 END AS pack_back
        FROM taken t, LATERAL (SELECT LEAST(t.charged, t.plan_reserved) AS from_plan) p
    ), moved AS (
      UPDATE gateway.credit_wallets o
         SET plan_available = o.plan_available + s.plan_back, plan_reserved = o.plan_reserved - s.plan_reserved,
             plan_charged = o.plan_charged + s.plan_reserved - s.plan_back, charged = o.charged + s.charged,
             pack_available = o.pack_available + s.pack_back
        FROM (SELECT COALESCE(sum(e.plan_back) FILTER (WHERE e.is_current), 0) AS plan_back,
                     COALESCE(sum(e.plan_reserved) FILTER (WHERE e.is_current), 0) AS plan_reserved,
                     COALESCE(sum(e.charged) FILTER (WHERE e.is_current), 0) AS charged, sum(e.pack_back) AS pack_back
                FROM ended e HAVING count(*) > 0) s
       WHERE o.account_id = p_account
    ), entered AS (
      INSERT INTO gateway.credit_ledger
        (account_id, period_start, kind, plan_delta, pack_delta, charged, query_id, created_at)
      SELECT p_account, e.period_start, v.kind, v.plan_delta, v.pack_delta, v.charged, e.query_id, p_now
        FROM ended e, LATERAL (VALUES (e.kind, e.plan_back, e.pack_back, e.charged), ('expire', -e.plan_back, 0, 0))
          AS v (kind, plan_delta, pack_delta, charged)
       WHERE v.kind <> 'expire' OR (NOT e.is_current AND e.plan_back > 0)
    ), counted AS (
      INSERT INTO gateway.usage_days AS d (account_id, day, key_id, searches, failed, credits)
      SELECT p_account, (e.created_at AT TIME ZONE 'UTC')::date, e.key_id, count(*),
             count(*) FILTER (WHERE e.kind = 'release'), sum(e.charged)
        FROM ended e GROUP BY 2, 3
      ON CONFLICT (account_id, day, key_id) DO UPDATE
        SET searches = d.searches + EXCLUDED.searches, failed = d.failed + EXCLUDED.failed,
            credits = d.credits + EXCLUDED.credits
    ), logged AS (
      INSERT INTO gateway.queries
        (query_id, account_id, endpoint, status, idempotency_key, asset_ids, charged, created_at, expires_at)
      SELECT e.query_id, p_account, e.endpoint, CASE e.kind WHEN 'settle' THEN 'answered' ELSE 'failed' END,
             e.idempotency_key, COALESCE(e.asset_ids, '{}'), e.charged, e.created_at, e.files_until
        FROM ended e
    ), answered AS (
      UPDATE gateway.idempotency_records i SET answer = e.answer, expires_at = e.answer_until
        FROM ended e
       WHERE i.account_id = p_account AND i.endpoint = e.endpoint AND i.key = e.idempotency_key AND i.query_id = e.query_id
         AND e.answer IS NOT NULL
    ), freed AS (
      DELETE FROM gateway.idempotency_records i USING ended e
       WHERE i.account_id = p_account AND i.endpoint = e.endpoint AND i.key = e.idempotency_key AND i.query_id = e.query_id
         AND e.answer IS NULL AND e.idempotency_key IS NOT NULL
    )
    SELECT m.place,
           CASE WHEN m.kind = 'release' THEN 'released'
                WHEN e.kind = 'settle' OR EXISTS (SELECT FROM ended o WHERE o.query_id = m.query_id AND o.kind = 'settle')
                  OR EXISTS (SELECT FROM gateway.queries q
                              WHERE q.query_id = m.query_id AND q.created_at = m.reserved_at AND q.account_id = p_account
                                AND q.status = 'answered') THEN 'settled'
                ELSE 'expired' END,
           CASE WHEN w.plan_credits IS NOT NULL THEN w.plan_available + w.pack_available + sum(
             CASE WHEN e.is_current THEN e.plan_back ELSE 0 END + COALESCE(e.pack_back, 0)) OVER (ORDER BY m.place) END,
           e.charged, e.credits
      -- Not LEFT JOIN, for which the planner compares each with each.
      FROM movements m FULL JOIN ended e USING (place)
     ORDER BY m.place
  LOOP
    IF charged > reserved THEN
      RAISE EXCEPTION 'a charge of % exceeds the % reserved credits', charged, reserved;
    END IF;
    has_charged := has_charged OR charged > 0;
    RETURN NEXT;
  END LOOP;
  IF has_charged THEN
    PERFORM gateway.tell_of_credits(p_account, FALSE, p_now);
  END IF;
END $$;

-- Releases the reservations of an account that have expired by p_now. Returns their number.
CREATE OR REPLACE FUNCTION gateway.release_expired(p_account uuid, p_now timestamptz) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM gateway.end_reservations(
    p_account,
    (SELECT COALESCE(jsonb_agg(jsonb_build_object('kind', 'release', 'query_id', query_id)), '[]') FROM gateway.reservations
      WHERE account_id = p_account AND expires_at <= p_now),
    p_now)
$$;

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
    released := released + gateway.release_expired(account, p_now);
  END LOOP;
  RETURN released;
END $$;
