-- Up Migration

-- How the image was made: who says what, the strongest first, and what its Content Credentials say. Whether it is known to be
-- generated stands in `ai_generated`.
ALTER TABLE rights.assets ADD COLUMN provenance jsonb NOT NULL
  DEFAULT '{"statements": [], "signature": null, "claimGenerator": null, "createdAt": null}';
-- What its source or its file says beside the licence. Null: unknown.
ALTER TABLE rights.assets ADD COLUMN facts jsonb NOT NULL
  DEFAULT '{"training": null, "modelRelease": null, "propertyRelease": null, "editorialOnly": null, "sensitive": null, "licensorUrl": null}';
