-- Locks the wallet of an account and updates it to the given period and plan. Every movement of credits starts here, so
-- the movements of one account run one after another.
--
-- A new period: unused plan credits expire, packs stay, and counts of days that are over for a year are deleted. A wallet never returns to an earlier period, even when the
-- caller's clock is late, unless it is in one behind the next period: then a clock was months ahead, and the account would be without new
-- credits for as long.
-- A new plan: a larger plan grants the difference at once. On a smaller plan, unused credits above its size expire, and
-- spent credits stay spent.
-- With the current period and plan, nothing changes.
--
-- p_plan_credits: credits of the plan per period; null for no limit.
-- p_period_start, p_period_end: the period that contains p_now; the end is exclusive.
-- Returns the updated wallet. Errors: a foreign key violation for an unknown account.
CREATE OR REPLACE FUNCTION gateway.open_wallet(
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
  IF w.period_start < p_period_start OR w.period_start > p_period_end THEN
    IF w.plan_available > 0 THEN
      INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, created_at)
      VALUES (p_account, w.period_start, 'expire', -w.plan_available, p_now);
    END IF;
    -- From the period that ends, not from the clock: one that is years ahead removes nothing of the last year.
    DELETE FROM gateway.usage_days WHERE account_id = p_account AND day < (LEAST(w.period_start, p_period_start) - INTERVAL '1 year')::date;
    w.period_start := p_period_start;
    w.period_end := p_period_end;
    w.extra_credits := 0;
    w.plan_available := 0;
    w.plan_reserved := 0;
    w.plan_charged := 0;
    w.charged := 0;
  END IF;
  w.plan_credits := p_plan_credits;
  -- A plan without a limit has no available credits to track.
  delta := CASE WHEN p_plan_credits IS NULL THEN 0
                ELSE GREATEST(p_plan_credits + w.extra_credits - w.plan_charged - w.plan_reserved, 0) END
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

-- Adds credits: those of a grant expire with the current period, those of packs do not and are used last. Both survive a change
-- of plan.
--
-- p_plan_credits, p_period_start, p_period_end, p_now: see open_wallet. p_kind: 'grant' or 'pack'. p_credits: above 0.
-- Returns the credits left to reserve, packs included; of packs, those left in packs.
CREATE OR REPLACE FUNCTION gateway.add_credits(
  p_account uuid, p_plan_credits integer, p_period_start timestamptz, p_period_end timestamptz,
  p_kind text, p_credits integer, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
BEGIN
  IF p_kind = 'pack' THEN
    UPDATE gateway.credit_wallets SET pack_available = pack_available + p_credits WHERE account_id = p_account;
    INSERT INTO gateway.credit_ledger (account_id, period_start, kind, pack_delta, created_at)
    VALUES (p_account, w.period_start, 'pack', p_credits, p_now);
    RETURN w.pack_available + p_credits;
  END IF;
  UPDATE gateway.credit_wallets SET extra_credits = extra_credits + p_credits WHERE account_id = p_account;
  w := gateway.open_wallet(p_account, p_plan_credits, p_period_start, p_period_end, p_now);
  RETURN w.plan_available + w.pack_available;
END $$;

-- The ledger is append-only. Dropping a whole month past its retention does not fire this trigger.
--
-- Errors: raises on every UPDATE or DELETE of gateway.credit_ledger.
CREATE OR REPLACE FUNCTION gateway.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON gateway.credit_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION gateway.refuse_change();

-- Lists accounts whose wallet differs from their ledger or their reservations. It is empty unless a rule has a bug.
-- It reads the whole ledger.
--
-- plan_entries, pack_entries: sums of the deltas of the account's ledger entries, in credits.
CREATE OR REPLACE VIEW gateway.credit_discrepancies AS
SELECT w.account_id, w.plan_available, w.pack_available, COALESCE(l.plan, 0) AS plan_entries, COALESCE(l.pack, 0) AS pack_entries
  FROM gateway.credit_wallets w
  LEFT JOIN (
    SELECT account_id, sum(plan_delta) AS plan, sum(pack_delta) AS pack FROM gateway.credit_ledger GROUP BY account_id
  ) l USING (account_id)
  LEFT JOIN (
    SELECT r.account_id, sum(r.plan_reserved) AS reserved
      FROM gateway.reservations r JOIN gateway.credit_wallets o USING (account_id)
     WHERE r.period_start = o.period_start GROUP BY r.account_id
  ) r USING (account_id)
 WHERE w.plan_available <> COALESCE(l.plan, 0) OR w.pack_available <> COALESCE(l.pack, 0)
    OR w.plan_reserved <> COALESCE(r.reserved, 0);
