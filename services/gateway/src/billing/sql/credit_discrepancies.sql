-- Accounts whose wallet is not what their ledger and their reservations say. It is empty; a row is a fault of the rules.
-- It reads the whole ledger.
--
-- plan_entries, pack_entries: sums of the deltas of the account's ledger entries, in credits.
CREATE OR REPLACE VIEW gateway.credit_discrepancies AS
SELECT w.account_id, w.plan_available, w.pack_available, coalesce(l.plan, 0) AS plan_entries, coalesce(l.pack, 0) AS pack_entries
  FROM gateway.credit_wallets w
  LEFT JOIN (
    SELECT account_id, sum(plan_delta) AS plan, sum(pack_delta) AS pack FROM gateway.credit_ledger GROUP BY account_id
  ) l USING (account_id)
  LEFT JOIN (
    SELECT r.account_id, sum(r.plan_reserved) AS reserved
      FROM gateway.reservations r JOIN gateway.credit_wallets o USING (account_id)
     WHERE r.period_start = o.period_start GROUP BY r.account_id
  ) h USING (account_id)
 WHERE w.plan_available <> coalesce(l.plan, 0) OR w.pack_available <> coalesce(l.pack, 0)
    OR w.plan_reserved <> coalesce(h.reserved, 0);
