import { createHmac, randomUUID } from 'node:crypto';
import { parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { KeySecrets } from '../keys/api-key.js';

/** What an account can be told of. */
export const WEBHOOK_EVENTS = [
  'asset.withdrawn',
  'asset.relicensed',
  'credits.low',
  'credits.exhausted',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What the operator reads of a webhook; of its address, what others may read. */
interface WebhookFacts {
  webhook_id: string;
  account: string;
  events: WebhookEvent[];
  /** Deliveries that have not arrived yet, and those given up. */
  pending: number;
  dead: number;
  url: string;
  created_at: Date;
}

/** A delivery that was given up. */
interface DeadLetter {
  id: string;
  event: WebhookEvent;
  /** An asset id, or `credits`. */
  subject: string;
  attempts: number;
  fault: string;
  url: string;
  webhook_id: string;
  occurred_at: Date;
}

/** Where accounts are told of events, and what could not be delivered, for the operator. */
export class WebhookStore {
  readonly #database: Pick<Database, 'query'>;
  readonly #secrets: KeySecrets;
  readonly #now: () => Date;

  constructor(database: Pick<Database, 'query'>, secrets: KeySecrets, now: () => Date) {
    this.#database = database;
    this.#secrets = secrets;
    this.#now = now;
  }

  /** @returns the secret in the form that receivers take: `whsec_<base64>`. It is stored nowhere. */
  async create(
    accountId: string,
    { url, events }: Pick<WebhookFacts, 'url' | 'events'>,
  ): Promise<{ id: string; secret: string }> {
    const id = randomUUID();
    await this.#database.query(
      'INSERT INTO gateway.webhooks (id, account_id, url, events, created_at) VALUES ($1, $2, $3, $4, $5)',
      [id, accountId, url, events, this.#now()],
    );
    return { id, secret: `whsec_${signingKey(id, this.#secrets[0]).toString('base64')}` };
  }

  /** Webhooks of one account, or of all accounts, oldest first. */
  async list(accountId?: string): Promise<WebhookFacts[]> {
    const { rows } = await this.#database.query<WebhookFacts>(
      `SELECT h.id AS webhook_id, a.name AS account, h.events,
              (SELECT count(*) FILTER (WHERE state = 'pending')::float8 FROM gateway.webhook_deliveries
                WHERE webhook_id = h.id) AS pending,
              (SELECT count(*) FILTER (WHERE state = 'dead')::float8 FROM gateway.webhook_deliveries
                WHERE webhook_id = h.id) AS dead, h.url, h.created_at
         FROM gateway.webhooks h JOIN gateway.accounts a ON a.id = h.account_id
        WHERE $1::uuid IS NULL OR h.account_id = $1 ORDER BY a.name, h.created_at, h.id`,
      [accountId ?? null],
    );
    return rows.map(withShownAddress);
  }

  /** With what waits for it. @returns whether there was one. */
  async delete(id: string): Promise<boolean> {
    const { rowCount } = await this.#database.query('DELETE FROM gateway.webhooks WHERE id = $1', [id]);
    return rowCount === 1;
  }

  /** The latest thousand of an account, the newest first. */
  async dead(accountId: string): Promise<DeadLetter[]> {
    const { rows } = await this.#database.query<DeadLetter>(
      `SELECT d.id, d.event, d.subject, d.attempts, d.fault, h.url, d.webhook_id, d.occurred_at
         FROM gateway.webhook_deliveries d JOIN gateway.webhooks h ON h.id = d.webhook_id
        WHERE h.account_id = $1 AND d.state = 'dead' ORDER BY d.seq DESC LIMIT 1000`,
      [accountId],
    );
    return rows.map(withShownAddress);
  }

  /** Delivers again, for another day: one dead letter, or all those of a webhook. @returns how many. */
  async retry(id: string): Promise<number> {
    const { rowCount } = await this.#database.query(
      `UPDATE gateway.webhook_deliveries
          SET state = 'pending', due_at = $2, attempts = 0, tried_since = NULL, ended_at = NULL
        WHERE (id = $1 OR webhook_id = $1) AND state = 'dead'`,
      [id, this.#now()],
    );
    return rowCount ?? 0;
  }
}

/** What others than the receiver may read of its address: many receivers know their callers by the path. */
export function shownAddress(url: string): string {
  return parsePublicUrl(url)?.origin ?? 'not a public https address';
}

function withShownAddress<Fact extends { url: string }>(fact: Fact): Fact {
  return { ...fact, url: shownAddress(fact.url) };
}

/** Of the webhook with this id. It changes with the secret of the installation. */
export function signingKey(webhookId: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`webhook ${webhookId}`).digest();
}
