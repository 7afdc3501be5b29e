-- The ledger is append-only. Dropping a whole month past its retention does not fire this trigger.
--
-- Errors: raises on every UPDATE or DELETE of gateway.credit_ledger.
CREATE OR REPLACE FUNCTION gateway.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON gateway.credit_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION gateway.refuse_change();
