-- Locks the wallet of an account and brings it up to the period and the plan given. Every movement of credits begins
-- here, so the movements of one account follow one another.
--
-- A new period: what is left of the plan's credits expires, and packs stay. A wallet never goes back to an earlier
-- period, whatever the clock of the caller says.
-- A new plan: one that gives more grants the difference at once. Of one that gives less, what is unused above it expires,
-- and what is spent stays spent.
-- Called with what is current already, it changes nothing.
--
-- p_plan_credits: credits that the plan gives a period; null gives without a limit.
-- p_period_start, p_period_end: the period that holds p_now; the end is exclusive.
-- Returns the wallet as it is now. Errors: a foreign key violation for an unknown account.
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
