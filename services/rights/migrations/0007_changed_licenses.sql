-- Up Migration

-- A change of licence is on record like a withdrawal; both null in a change of state.
ALTER TABLE rights.asset_events ADD COLUMN license text;
ALTER TABLE rights.asset_events ADD COLUMN previous_license text;

-- Only an ingestion changes what an asset permits.
CREATE FUNCTION rights.record_license() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rights.asset_events (asset_id, state, actor, reason, license, previous_license)
  VALUES (NEW.asset_id, NEW.state, 'ingest', 'The source declares other rights.', NEW.license, OLD.license);
  RETURN NULL;
END $$;

CREATE TRIGGER assets_relicensed AFTER UPDATE ON rights.assets FOR EACH ROW
  WHEN ((OLD.license, OLD.commercial, OLD.derivatives, OLD.share_alike, OLD.attribution_required)
        IS DISTINCT FROM (NEW.license, NEW.commercial, NEW.derivatives, NEW.share_alike, NEW.attribution_required))
  EXECUTE FUNCTION rights.record_license();
