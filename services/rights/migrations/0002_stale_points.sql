-- Up Migration

-- Images whose points in the index may say something else than their rows. A note is written with the change itself, so that a
-- crash before the index is written leaves it behind. A gateway compares, writes the point again and settles the note.
CREATE TABLE rights.stale_points (
  asset_id text PRIMARY KEY,
  -- Another one with every change, so that nobody settles a change that they have not seen.
  note uuid NOT NULL,
  -- When somebody is to look.
  due_at timestamptz NOT NULL,
  -- Whether the point is written again although it has the version of the row.
  rewrite boolean NOT NULL,
  -- Whether both were found to agree. They are compared once more, when no writer from the time of the change is still at work.
  agreed boolean NOT NULL DEFAULT false
);

CREATE INDEX stale_points_due ON rights.stale_points (due_at);

-- Who changes a row writes the point next, and gets five seconds for it.
CREATE FUNCTION rights.note_stale_point() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rights.stale_points AS noted (asset_id, note, due_at, rewrite)
  VALUES (coalesce(NEW.asset_id, OLD.asset_id), gen_random_uuid(), clock_timestamp() + INTERVAL '5 seconds',
          TG_OP = 'UPDATE' AND (OLD.content_version, OLD.state) IS NOT DISTINCT FROM (NEW.content_version, NEW.state))
  ON CONFLICT (asset_id) DO UPDATE
    SET note = EXCLUDED.note, due_at = EXCLUDED.due_at, rewrite = noted.rewrite OR EXCLUDED.rewrite, agreed = false;
  RETURN NULL;
END $$;

CREATE TRIGGER assets_point_stale AFTER INSERT OR UPDATE OR DELETE ON rights.assets
  FOR EACH ROW EXECUTE FUNCTION rights.note_stale_point();
