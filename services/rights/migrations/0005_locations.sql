-- Up Migration

-- Whether the file that is served says where it was taken; null where its bytes were not read for it.
ALTER TABLE rights.assets ADD COLUMN has_location boolean;
-- Whether locations are cut out of the files of a source; null until its operator has decided it.
ALTER TABLE rights.sources ADD COLUMN strip_location boolean;
