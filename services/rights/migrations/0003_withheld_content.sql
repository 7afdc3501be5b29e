-- Up Migration

-- SHA-256, in hex, of every file that an asset is: as its owner gave it, and as it is stored.
ALTER TABLE rights.assets ADD COLUMN digests text[] NOT NULL DEFAULT '{}';
-- The asset with which this one was withdrawn, because both have the same content. Restoring that one restores this one.
ALTER TABLE rights.assets ADD COLUMN withdrawn_with text;
-- Nothing that searches answer changes by it, so nobody has to hear of it.
ALTER TABLE rights.assets DISABLE TRIGGER USER;
UPDATE rights.assets SET digests = ARRAY[content_sha256] WHERE content_sha256 IS NOT NULL;
ALTER TABLE rights.assets ENABLE TRIGGER USER;
-- Without a list of pending entries, which each look-up would read to its end.
CREATE INDEX assets_digests ON rights.assets USING gin (digests) WITH (fastupdate = off);

-- A deletion on request keeps its content out of every source until the asset is restored.
DROP INDEX rights.deletions_content;
ALTER TABLE rights.deletions ADD COLUMN digests text[] NOT NULL DEFAULT '{}';
UPDATE rights.deletions SET digests = ARRAY[content_sha256] WHERE content_sha256 IS NOT NULL;
ALTER TABLE rights.deletions DROP COLUMN content_sha256;
CREATE INDEX deletions_digests ON rights.deletions USING gin (digests) WITH (fastupdate = off);

CREATE VIEW rights.known_assets AS
  SELECT asset_id, digests, state, withdrawn_with FROM rights.assets
  UNION ALL
  SELECT asset_id, digests, 'deleted', NULL FROM rights.deletions;

-- The asset and all others of the same content, in any state. Two files may be one content through a third.
CREATE FUNCTION rights.of_same_content(of_id text)
RETURNS TABLE (asset_id text, state text) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE same AS (
    SELECT k.asset_id, k.digests, k.state FROM rights.known_assets k WHERE k.asset_id = of_id
    UNION
    SELECT k.asset_id, k.digests, k.state FROM same JOIN rights.known_assets k ON k.digests && same.digests
  )
  SELECT asset_id, state FROM same
$$;

-- What keeps an asset with these files away: its own withdrawal or deletion, else one of the same content, by its own name if
-- there is one. Nothing does where the asset is active with that content: then the operator has restored it by its name.
CREATE FUNCTION rights.withheld_by(given_id text, given_digests text[])
RETURNS TABLE (asset_id text, state text) LANGUAGE sql STABLE AS $$
  SELECT k.asset_id, k.state FROM (
    SELECT * FROM rights.known_assets WHERE asset_id = given_id
    UNION ALL
    SELECT * FROM rights.known_assets WHERE digests && given_digests
  ) k
  WHERE k.state <> 'active'
    AND NOT EXISTS (
      SELECT FROM rights.assets own
      WHERE own.asset_id = given_id AND own.state = 'active' AND own.digests && given_digests)
  ORDER BY (k.asset_id = given_id) DESC, (k.withdrawn_with IS NULL) DESC, k.asset_id
  LIMIT 1
$$;

-- Held shared by whatever stores content, and alone by whatever withholds it, so that each sees what the other has done. Every
-- statement of a function sees what was committed before it began, and so what the lock waited for.
-- A connection keeps the plan of its first call: one for an empty catalogue would read all of a large one.
CREATE FUNCTION rights.refuse_withheld() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('rights.withheld'));
  IF EXISTS (SELECT FROM rights.withheld_by(NEW.asset_id, NEW.digests)) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

-- Before the conflict of an upsert is looked for, and so before any row is locked.
CREATE TRIGGER assets_withheld BEFORE INSERT ON rights.assets
  FOR EACH ROW EXECUTE FUNCTION rights.refuse_withheld();

-- Withdraws an asset with every active one of the same content; or restores it, with those that were withdrawn with it, and
-- forgets its deletion. Each change is recorded. Returns all of the same content as they are now; nothing for an unknown asset.
CREATE FUNCTION rights.change_state(changed_id text, to_state text, who text, why text)
RETURNS TABLE (asset_id text, state text, changed boolean) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('rights.withheld'));
  RETURN QUERY
  WITH same AS MATERIALIZED (
    SELECT * FROM rights.of_same_content(changed_id)
  ), moved AS (
    UPDATE rights.assets a
    SET state = to_state, updated_at = now(),
        withdrawn_with = CASE WHEN to_state = 'withdrawn' AND a.asset_id <> changed_id THEN changed_id END
    WHERE a.asset_id IN (SELECT s.asset_id FROM same s)
      AND CASE to_state
        -- What was withdrawn with another asset may be withdrawn by its own name too.
        WHEN 'withdrawn' THEN a.state = 'active' OR (a.asset_id = changed_id AND a.withdrawn_with IS NOT NULL)
        ELSE a.state = 'withdrawn' AND changed_id IN (a.asset_id, a.withdrawn_with)
      END
    RETURNING a.asset_id
  ), forgotten AS (
    DELETE FROM rights.deletions d WHERE d.asset_id = changed_id AND to_state = 'active' RETURNING d.asset_id
  ), done AS (
    SELECT m.asset_id FROM moved m UNION SELECT f.asset_id FROM forgotten f
  ), recorded AS (
    INSERT INTO rights.asset_events (asset_id, state, actor, reason)
    SELECT d.asset_id, to_state, who, rights.cause_with(d.asset_id, changed_id, why) FROM done d
  )
  SELECT s.asset_id, CASE WHEN d.asset_id IS NULL THEN s.state ELSE to_state END, d.asset_id IS NOT NULL
  FROM same s LEFT JOIN done d ON d.asset_id = s.asset_id
  ORDER BY (s.asset_id = changed_id) DESC, s.asset_id;
END $$;

CREATE FUNCTION rights.cause_with(asset_id text, named_id text, why text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN asset_id = named_id THEN why ELSE why || ' (the same content as ' || named_id || ')' END
$$;

-- Deletes assets in any state. `remember` keeps their content away: true for all of them, null for those that are withdrawn.
-- Where an active one is remembered, others of its content are withdrawn with it. Returns the deleted and the withdrawn ones.
CREATE FUNCTION rights.delete_assets(deleted_ids text[], who text, why text, remember boolean)
RETURNS TABLE (asset_id text, content_sha256 text, state text) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('rights.withheld'));
  RETURN QUERY
  WITH others AS MATERIALIZED (
    SELECT DISTINCT ON (same.asset_id) same.asset_id, a.asset_id AS named_id
    FROM rights.assets a CROSS JOIN LATERAL rights.of_same_content(a.asset_id) same
    WHERE remember AND a.asset_id = ANY(deleted_ids) AND a.state = 'active'
      AND same.state = 'active' AND same.asset_id <> ALL(deleted_ids)
  ), moved AS (
    UPDATE rights.assets a SET state = 'withdrawn', withdrawn_with = o.named_id, updated_at = now()
    FROM others o WHERE a.asset_id = o.asset_id
    RETURNING a.asset_id, o.named_id
  ), gone AS (
    DELETE FROM rights.assets a WHERE a.asset_id = ANY(deleted_ids)
    RETURNING a.asset_id, a.source, a.content_version, a.content_sha256, a.digests, a.state
  ), remembered AS (
    INSERT INTO rights.deletions (asset_id, source, content_version, digests)
    SELECT g.asset_id, g.source, g.content_version, g.digests FROM gone g
    WHERE coalesce(remember, g.state = 'withdrawn')
    ON CONFLICT DO NOTHING
  ), recorded AS (
    INSERT INTO rights.asset_events (asset_id, state, actor, reason)
    SELECT g.asset_id, 'deleted', who, why FROM gone g
    UNION ALL
    SELECT m.asset_id, 'withdrawn', who, rights.cause_with(m.asset_id, m.named_id, why) FROM moved m
  )
  SELECT g.asset_id, g.content_sha256, 'deleted' FROM gone g
  UNION ALL
  SELECT m.asset_id, NULL, 'withdrawn' FROM moved m
  ORDER BY 1;
END $$;
