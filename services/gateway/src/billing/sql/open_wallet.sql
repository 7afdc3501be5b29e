-- Locks the wallet of an account and updates it to the given period and plan. Every movement of credits starts here, so
-- the movements of one account run one after another.
--
-- A new period: unused plan credits expire, packs stay. A wallet never returns to an earlier period, even when the
-- caller's clock is late.
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
