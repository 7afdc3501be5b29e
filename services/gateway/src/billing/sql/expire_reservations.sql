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
