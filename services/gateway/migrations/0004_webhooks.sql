-- Up Migration

-- Where an account wants to be told of events. The secret that signs them follows from the id and the key secret.
CREATE TABLE gateway.webhooks (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES gateway.accounts,
  url        text NOT NULL,
  events     text[] NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX webhooks_account ON gateway.webhooks (account_id);

-- One row for each event and webhook, until it is delivered or given up, and some weeks longer.
CREATE TABLE gateway.webhook_deliveries (
  id           uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- The order of events with the same subject.
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id   uuid NOT NULL REFERENCES gateway.webhooks ON DELETE CASCADE,
  event        text NOT NULL,
  -- An asset id, or 'credits'.
  subject      text NOT NULL,
  -- The event's id in the record of assets, or the period of the credits.
  occurrence   text NOT NULL,
  data         jsonb NOT NULL,
  occurred_at  timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  -- While an attempt runs: when another one may begin because this one's process must have died.
  due_at       timestamptz NOT NULL,
  attempts     integer NOT NULL DEFAULT 0,
  -- Of the first attempt.
  tried_since  timestamptz,
  -- Why the latest attempt failed.
  fault        text,
  ended_at     timestamptz,
  UNIQUE (webhook_id, event, occurrence)
);

CREATE INDEX webhook_deliveries_due ON gateway.webhook_deliveries (webhook_id, due_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_subject ON gateway.webhook_deliveries (webhook_id, subject, seq) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_ended ON gateway.webhook_deliveries (ended_at) WHERE state <> 'pending';

-- The last event in the record of assets whose deliveries are written.
CREATE TABLE gateway.webhook_cursor (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  event_id bigint NOT NULL
);

INSERT INTO gateway.webhook_cursor (event_id) VALUES (0);
