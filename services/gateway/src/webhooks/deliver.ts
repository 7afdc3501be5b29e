import { createHmac } from 'node:crypto';
import { guardedRequest } from '@imagesearch/service-kit/guarded-fetch/guarded-request';
import { PUBLIC_INTERNET, type PublicNetwork } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Statements } from '@imagesearch/service-kit/postgres/bulkhead';
import { startRounds } from '@imagesearch/service-kit/process/rounds';
import { endingAfter } from '@imagesearch/service-kit/call-context';
import { backoffMs } from '@imagesearch/service-kit/resilience/retry';
import type { KeySecrets } from '../keys/api-key.js';
import { signingKey } from './webhook-store.js';

export interface WebhookEvents {
  webhookSent: (outcome: 'delivered' | 'failed' | 'dead') => void;
  /** How long the delivery that is due the longest has been due; 0 while none is. */
  webhooksLate: (seconds: number) => void;
}

interface DeliverDeps {
  database: Pick<Statements, 'query'>;
  secrets: KeySecrets;
  now: () => Date;
  logger: Logger;
  events: WebhookEvents;
  /** Tests replace it. */
  network?: Partial<PublicNetwork>;
}

/** For one attempt: name, connection, request and the head of the answer. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Far longer than an attempt. After a crash in one, the next begins so much later. */
const LEASE_MS = 60_000;
const RETRIES = { firstPauseMs: 5_000, pauseMsMax: 60 * 60_000 };
const RETRIED_MS = 24 * 60 * 60_000;

const WEBHOOKS_AT_ONCE = 32;
const BATCH = 8;
const FAULT_CHARS_MAX = 200;

/** Longer than a billing period: what was delivered shows that an account was told of its credits. */
const KEPT_DAYS = 60;
const REMOVED_AT_ONCE = 5_000;

/** A delivery waits for every earlier one of its webhook about the same subject. */
const DUE = `d.state = 'pending' AND d.due_at <= $1 AND d.seq = (
  SELECT e.seq FROM gateway.webhook_deliveries e
   WHERE e.webhook_id = d.webhook_id AND e.subject = d.subject AND e.state = 'pending' ORDER BY e.seq LIMIT 1)`;

const WEBHOOKS_WITH_DUE = `
  SELECT h.id FROM gateway.webhooks h
   WHERE h.id <> ALL($2) AND EXISTS (SELECT FROM gateway.webhook_deliveries d WHERE d.webhook_id = h.id AND ${DUE})
   ORDER BY random() LIMIT $3`;

const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT d.seq FROM gateway.webhook_deliveries d
     WHERE d.webhook_id = $2 AND ${DUE} ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE gateway.webhook_deliveries d
     SET due_at = $4, attempts = d.attempts + 1, tried_since = COALESCE(d.tried_since, $1)
    FROM due, gateway.webhooks h
   WHERE d.seq = due.seq AND h.id = d.webhook_id
  RETURNING d.id, d.webhook_id AS "webhookId", h.url, d.event, d.data, d.occurred_at AS "occurredAt", d.attempts,
            d.tried_since AS "triedSince"`;

interface Attempt {
  id: string;
  webhookId: string;
  url: string;
  event: string;
  data: unknown;
  occurredAt: Date;
  attempts: number;
  triedSince: Date;
}

/**
 * Sends what is due: at least once, in order for each webhook and subject. Several replicas may; a delivery is with one of them.
 * A failed attempt is repeated for a day, and then given up.
 */
export class Deliverer {
  readonly #deps: DeliverDeps;
  readonly #network: PublicNetwork;
  readonly #stopped = new AbortController();
  readonly #busy = new Set<string>();

  constructor(deps: DeliverDeps) {
    this.#deps = deps;
    this.#network = { ...PUBLIC_INTERNET, ...deps.network };
  }

  /** Cuts attempts off; their outcome stays open, and they are repeated. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Returns when nothing more is due, except at receivers that do not take it now. Webhooks that an earlier call works on are left to it. */
  async sendDue(): Promise<void> {
    const { database, now } = this.#deps;
    const free = WEBHOOKS_AT_ONCE - this.#busy.size;
    if (free <= 0) return;
    const { rows } = await database.query<{ id: string }>(WEBHOOKS_WITH_DUE, [now(), [...this.#busy], free]);
    await Promise.all(rows.filter(({ id }) => !this.#busy.has(id)).map(({ id }) => this.#sendTo(id)));
  }

  /** One slow receiver holds up its own deliveries only. */
  async #sendTo(webhookId: string): Promise<void> {
    this.#busy.add(webhookId);
    try {
      let isTaken = true;
      while (isTaken && !this.#stopped.signal.aborted) {
        const attempts = await this.#claim(webhookId);
        isTaken = (await Promise.all(attempts.map((attempt) => this.#try(attempt)))).includes(true);
      }
    } finally {
      this.#busy.delete(webhookId);
    }
  }

  async #claim(webhookId: string): Promise<Attempt[]> {
    const now = this.#deps.now();
    const leaseEnds = new Date(now.getTime() + LEASE_MS);
    const { rows } = await this.#deps.database.query<Attempt>(CLAIM, [now, webhookId, BATCH, leaseEnds]);
    return rows;
  }

  /** @returns whether the receiver took it. */
  async #try(attempt: Attempt): Promise<boolean> {
    const { events, now, logger } = this.#deps;
    const fault = await this.#send(attempt).then(
      (status) => (status >= 200 && status < 300 ? null : `answered ${status}`),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (fault !== null && this.#stopped.signal.aborted) return false;
    const next = fault === null ? null : nextAttemptAt(attempt, now());
    const outcome = fault === null ? 'delivered' : next === null ? 'dead' : 'failed';
    await this.#record(attempt, { state: next === null ? outcome : 'pending', next, fault });
    events.webhookSent(outcome);
    const { id, webhookId } = attempt;
    if (outcome === 'dead')
      logger.warn({ delivery: id, webhookId, fault }, 'gave up a delivery of a webhook');
    return fault === null;
  }

  async #record(
    { id, attempts }: Attempt,
    { state, next, fault }: { state: string; next: Date | null; fault: string | null },
  ): Promise<void> {
    const now = this.#deps.now();
    await this.#deps.database.query(
      `UPDATE gateway.webhook_deliveries
          SET state = $3, due_at = COALESCE($4, due_at), fault = $5, ended_at = CASE WHEN $3 <> 'pending' THEN $6::timestamptz END
        WHERE id = $1 AND attempts = $2 AND state = 'pending'`,
      [id, attempts, state, next, fault?.slice(0, FAULT_CHARS_MAX), now],
    );
  }

  /** @returns the status of the answer. @throws Error without an answer in time, or for an address that is not public. */
  #send({ id, webhookId, url: address, event, data, occurredAt }: Attempt): Promise<number> {
    const { secrets, now } = this.#deps;
    const body = JSON.stringify({ type: event, timestamp: occurredAt.toISOString(), data });
    const timestamp = String(Math.floor(now().getTime() / 1_000));
    // While one secret takes the place of another, receivers have either.
    const signatures = secrets.map((secret) =>
      signatureOf(`${id}.${timestamp}.${body}`, signingKey(webhookId, secret)),
    );
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': 'image-search/1.3 (webhook)',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
    const signal = endingAfter(ATTEMPT_TIMEOUT_MS, this.#stopped.signal);
    return new Promise((resolve, reject) => {
      const url = parsePublicUrl(address);
      if (url === undefined) throw new Error('not a public https address');
      const options = { method: 'POST', headers, network: this.#network, signal } as const;
      const sent = guardedRequest(url, options, (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.on('close', () => reject(new Error('closed without an answer')));
      sent.end(body);
    });
  }

  /** Removes what ended long ago, and shows how late deliveries are. */
  async tidy(): Promise<void> {
    const { database, now, events } = this.#deps;
    await database.query(
      `DELETE FROM gateway.webhook_deliveries WHERE seq IN (
         SELECT seq FROM gateway.webhook_deliveries
          WHERE state <> 'pending' AND ended_at < $1::timestamptz - make_interval(days => $2)
          ORDER BY ended_at LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      [now(), KEPT_DAYS, REMOVED_AT_ONCE],
    );
    const { rows } = await database.query<{ late: number | null }>(
      `SELECT EXTRACT(EPOCH FROM $1::timestamptz - min(oldest.due_at))::float8 AS late
         FROM gateway.webhooks h CROSS JOIN LATERAL (
           SELECT d.due_at FROM gateway.webhook_deliveries d WHERE d.webhook_id = h.id AND ${DUE}
            ORDER BY d.due_at LIMIT 1) oldest`,
      [now()],
    );
    events.webhooksLate(rows[0]?.late ?? 0);
  }
}

/** Standard Webhooks: version 1 is HMAC-SHA-256 over the id, the time and the body. */
function signatureOf(text: string, key: Buffer): string {
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** When a failed delivery is tried again; null when it is given up. */
export function nextAttemptAt(
  { attempts, triedSince }: Pick<Attempt, 'attempts' | 'triedSince'>,
  now: Date,
): Date | null {
  const at = now.getTime() + backoffMs(attempts, RETRIES);
  return at > triedSince.getTime() + RETRIED_MS ? null : new Date(at);
}

const ROUND_INTERVAL_MS = 5_000;

interface WebhooksDeps {
  deliverer: Deliverer;
  /** Writes the deliveries of what happened to images. */
  takeEvents: (signal: AbortSignal) => Promise<void>;
  logger: Logger;
}

/** Takes and sends events. What fails is logged; the next round goes on from there. @returns stops it. */
export function startWebhooks({ deliverer, takeEvents, logger }: WebhooksDeps): () => Promise<void> {
  const sending = new Set<Promise<void>>();
  const onFailure = (error: unknown) =>
    logger.warn({ err: error }, 'webhooks: a step failed; the next round goes on');
  const round = async (signal: AbortSignal): Promise<void> => {
    const trying = (work: Promise<void>) =>
      work.catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      });
    await trying(takeEvents(signal));
    await trying(deliverer.tidy());
    if (signal.aborted) return;
    // A slow receiver holds up no round.
    const sent = trying(deliverer.sendDue()).finally(() => sending.delete(sent));
    sending.add(sent);
  };
  const stop = startRounds(round, { intervalMs: ROUND_INTERVAL_MS, onFailure });
  return async () => {
    deliverer.stop();
    await stop();
    await Promise.all(sending);
  };
}
