-- Writes the events credits.low (at most a tenth of the plan's credits left) and credits.exhausted (nothing left, or a search
-- refused) for the webhooks of an account, once for each period. The caller holds the wallet's lock, so that they are in order,
-- and they are written with the movement or not at all. Credits reserved from the plan count as left, those from packs as spent.
--
-- p_refused: whether a search has just been refused for want of credits.
CREATE OR REPLACE FUNCTION gateway.tell_of_credits(p_account uuid, p_refused boolean, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  w gateway.credit_wallets;
  remaining bigint;
BEGIN
  SELECT * INTO w FROM gateway.credit_wallets WHERE account_id = p_account;
  remaining := w.plan_available::bigint + w.plan_reserved + w.pack_available;
  IF w.plan_credits IS NULL OR (remaining * 10 > w.plan_credits AND NOT p_refused) THEN
    RETURN;
  END IF;
  INSERT INTO gateway.webhook_deliveries (webhook_id, event, subject, occurrence, data, occurred_at, due_at)
  SELECT h.id, told.event, 'credits', to_char(w.period_start AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
         jsonb_build_object('remaining', remaining, 'plan_credits', w.plan_credits,
                            'resets_at', to_char(w.period_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
         p_now, p_now
    FROM gateway.webhooks h
    JOIN (VALUES (1, 'credits.low', true), (2, 'credits.exhausted', remaining = 0 OR p_refused)) AS told (place, event, is_so)
      ON told.is_so AND told.event = ANY(h.events)
   WHERE h.account_id = p_account
   ORDER BY told.place
  ON CONFLICT DO NOTHING;
END $$;
