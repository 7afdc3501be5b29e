-- Adds the operator's credits to the current period. They survive a change of plan and expire with the period.
--
-- p_plan_credits, p_period_start, p_period_end, p_now: see open_wallet. p_credits: how many to add, above 0.
-- Returns the credits left to reserve, packs included.
CREATE OR REPLACE FUNCTION gateway.grant_credits(
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
