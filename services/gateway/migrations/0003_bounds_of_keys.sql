ALTER TABLE gateway.api_keys ADD COLUMN bounds jsonb;
COMMENT ON COLUMN gateway.api_keys.bounds IS 'The images that the key may see; null for all.';

-- What operators did: one row for each operation, also for one that was refused. Rows are only added.
CREATE TABLE gateway.operator_actions (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        timestamptz NOT NULL,
  -- Who, as far as it is known: the name of the user that ran the command.
  actor     text NOT NULL,
  operation text NOT NULL,
  -- Holds no secret: keys are named by their id or prefix.
  input     jsonb NOT NULL,
  -- `done`, or the refusal in words.
  outcome   text NOT NULL
);
