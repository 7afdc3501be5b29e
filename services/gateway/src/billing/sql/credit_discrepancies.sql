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
