-- Up Migration

-- Who last said what the row says, and why, where it was not a source.
ALTER TABLE rights.assets ADD COLUMN said_by text CHECK (said_by <> '');
ALTER TABLE rights.assets ADD COLUMN said_because text CHECK (said_because <> '');

-- An ingestion that changes what an asset permits is on record; an edit by somebody always.
DROP TRIGGER assets_relicensed ON rights.assets;
DROP FUNCTION rights.record_license();
CREATE FUNCTION rights.record_edit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_relicensed boolean :=
    (OLD.license, OLD.commercial, OLD.derivatives, OLD.share_alike, OLD.attribution_required)
    IS DISTINCT FROM (NEW.license, NEW.commercial, NEW.derivatives, NEW.share_alike, NEW.attribution_required);
BEGIN
  IF is_relicensed OR NEW.said_by IS NOT NULL THEN
    INSERT INTO rights.asset_events (asset_id, state, actor, reason, license, previous_license)
    VALUES (NEW.asset_id, NEW.state,
            coalesce(NEW.said_by, 'ingest'), coalesce(NEW.said_because, 'The source declares other rights.'),
            CASE WHEN is_relicensed THEN NEW.license END, CASE WHEN is_relicensed THEN OLD.license END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER assets_edited AFTER UPDATE ON rights.assets FOR EACH ROW
  WHEN (OLD.fingerprint <> NEW.fingerprint) EXECUTE FUNCTION rights.record_edit();
