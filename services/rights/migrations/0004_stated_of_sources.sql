-- Up Migration

-- What the operator states of every image of a source, until they state something else: the licence, whether it replaces what files
-- state, and the creator. Null where nothing is stated.
ALTER TABLE rights.sources ADD COLUMN license text;
ALTER TABLE rights.sources ADD COLUMN overrides_license boolean;
ALTER TABLE rights.sources ADD COLUMN creator text;
