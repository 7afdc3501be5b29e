-- Up Migration

-- Searches of test keys reserve nothing.
ALTER TABLE gateway.reservations
  DROP CONSTRAINT reservations_credits_check,
  ADD CONSTRAINT reservations_credits_check CHECK (credits >= 0);
