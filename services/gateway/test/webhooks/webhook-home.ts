import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { ListAssetEventsResponse } from '@imagesearch/contracts/messages';
import type { PublicNetwork } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import type { DatabaseEngine } from '@imagesearch/testkit/stores/databases';
import type { KeySecrets } from '../../src/keys/api-key.js';
import { takeAssetEvents } from '../../src/webhooks/asset-events.js';
import { Deliverer } from '../../src/webhooks/deliver.js';
import { WebhookStore, type WebhookEvent } from '../../src/webhooks/webhook-store.js';
import { openGatewayDatabase } from '../support/gateway-database.js';
import { newAccount } from '../billing/ledger-home.js';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const HOST = 'receiver.example.org';
export const SECRETS = ['s'.repeat(32)] as const;

/** What a receiver does with a request: answer a status, or hang up. */
type Reaction = (received: Received) => Promise<number | 'hang up'> | number | 'hang up';

export interface Received {
  id: string;
  body: { type: string; data: Record<string, unknown> };
  headers: IncomingHttpHeaders;
  text: string;
}

/** A database, a clock that the test turns, and an https receiver that stands for the public internet. */
export class WebhookHome {
  readonly received: Received[] = [];
  readonly outcomes: string[] = [];
  react: Reaction = () => 204;
  now = new Date('2026-11-10T12:00:00Z');
  readonly database: Database;
  readonly store: WebhookStore;
  readonly #server: Server;
  readonly #ca: string;

  private constructor(database: Database, server: Server, ca: string) {
    this.database = database;
    this.#server = server;
    this.#ca = ca;
    this.store = new WebhookStore(database, SECRETS, () => this.now);
  }

  /** Writes the deliveries of these events. */
  async happen(events: Partial<AssetEvent>[]): Promise<void> {
    const rights = rightsWith(events);
    const { signal } = new AbortController();
    await takeAssetEvents({ database: this.database, rights, now: () => this.now }, signal);
  }

  static async open(engine: DatabaseEngine): Promise<WebhookHome> {
    const authority = await newAuthority();
    const server = createServer(await authority.issue([HOST]));
    const home = new WebhookHome(await openGatewayDatabase(engine), server, authority.cert);
    server.on('request', (request, response) => void home.#receive(request, response));
    await openOnLoopback(server);
    return home;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const text = await textOf(request);
    const body = JSON.parse(text) as Received['body'];
    const received = { id: String(headers['webhook-id']), body, headers, text };
    this.received.push(received);
    const reaction = await this.react(received);
    if (reaction === 'hang up') request.socket.destroy();
    else response.writeHead(reaction).end();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.database.close();
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  replica(network: Partial<PublicNetwork> = {}, secrets: KeySecrets = SECRETS): Deliverer {
    return new Deliverer({
      database: this.database,
      secrets,
      now: () => this.now,
      logger: createLogger({ service: 'test', level: 'silent' }),
      events: { webhookSent: (outcome) => this.outcomes.push(outcome), webhooksLate: () => undefined },
      network: {
        resolve: () => Promise.resolve(['127.0.0.1']),
        mayConnectTo: (address) => address === '127.0.0.1',
        port: (this.#server.address() as AddressInfo).port,
        ca: this.#ca,
        ...network,
      },
    });
  }

  async newAccount(): Promise<string> {
    return (await newAccount(this.database, { createdAt: this.now })).accountId;
  }

  newWebhook(accountId: string, events: WebhookEvent[] = ['asset.withdrawn', 'asset.relicensed']) {
    return this.store.create(accountId, { url: `https://${HOST}/events`, events });
  }

  /** Logs that the account was answered with these images, so many days ago. */
  async answered(accountId: string, assetIds: string[], daysAgo = 1): Promise<void> {
    await this.database.query(
      `INSERT INTO gateway.queries (query_id, account_id, endpoint, status, asset_ids, charged, created_at)
       VALUES ($1, $2, 'search', 'answered', $3, 1, $4::timestamptz - make_interval(days => $5))`,
      [randomUUID(), accountId, assetIds, this.now, daysAgo],
    );
  }

  async states(): Promise<Record<string, number>> {
    const { rows } = await this.database.query<{ state: string; count: number }>(
      'SELECT state, count(*)::integer AS count FROM gateway.webhook_deliveries GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
}

/** As a receiver checks it, in its own words. */
export function isSignedWith(secret: string, { id, headers, text }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${text}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}

type AssetEvent = ListAssetEventsResponse['events'][number];

/** A rights service with this record of events, answered in pages as the real one does. */
function rightsWith(events: Partial<AssetEvent>[]) {
  const all = events.map((event, index) => ({
    actor: 'ops',
    reason: 'asked for',
    atMs: Date.parse('2026-11-10T11:59:00Z') + index,
    assetId: 'a:1',
    state: 'ASSET_STATE_WITHDRAWN' as const,
    ...event,
    eventId: index + 1,
  }));
  return {
    listAssetEvents: ({ after }: { after?: unknown }) =>
      Promise.resolve({ events: all.filter(({ eventId }) => eventId > Number(after)).slice(0, 500) }),
  };
}
