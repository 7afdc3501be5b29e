-- Up Migration

-- Every replica keeps assets that searches asked for, and forgets one when it changes. New assets are nowhere kept.
CREATE FUNCTION rights.notify_asset_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights_asset_changed', OLD.asset_id);
  RETURN NULL;
END $$;

CREATE TRIGGER assets_changed AFTER UPDATE OR DELETE ON rights.assets
  FOR EACH ROW EXECUTE FUNCTION rights.notify_asset_changed();
