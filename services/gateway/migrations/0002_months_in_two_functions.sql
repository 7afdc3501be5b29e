-- contract: nothing calls it since 0.1.0
-- add_months and drop_expired_month do its work.
DROP FUNCTION IF EXISTS gateway.maintain_months(text, timestamptz, integer, integer);
