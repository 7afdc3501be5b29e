-- Adds credits of packs. They survive the end of a period and a change of plan, and are used last.
--
-- p_plan_credits, p_period_start, p_period_end, p_now: see open_wallet. p_credits: how many to add, above 0.
-- Returns the credits left in packs.
CREATE OR REPLACE FUNCTION gateway.add_pack(
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
