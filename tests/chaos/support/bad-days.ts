import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClients, closeClients, type IngestClients } from '@imagesearch/contracts/clients';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { GATEWAY_SCHEMA } from '@imagesearch/gateway/stores';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { DRAWN, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { IngestQueue } from './ingest-queue.js';
import type { Outage, OutageStack } from './outage-stack.js';
import { startLoad } from './steady-load.js';

/** What a bad day is made of. */
export interface World {
  /** Gives the service with TLS a certificate that ends then. */
  issueCertificate: (until: Date) => Promise<unknown>;
  stack: OutageStack;
  queue: IngestQueue;
  /** Addresses of the services themselves, not of their proxies, and their token. */
  addresses: Parameters<typeof openClients>[0];
}

export interface BadDay {
  name: string;
  /** Alerts that it must raise. */
  alerts: readonly string[];
  outage: (world: World) => Outage;
}

const DAY_MS = 86_400_000;
const SLOW_MS = 3_000;
const SLOW_DATABASE_MS = 1_500;
const IMAGE_CLIENTS = 64;
const INDEX_CLIENTS = 300;
const HELD_CONNECTIONS = 150;
const CONNECT_EVERY_MS = 200;
const CALL_EVERY_MS = 250;
const SCRAPED_WITHIN_MS = 6_000;
const STANDS_STILL_MS = 900;
/** So little in between that one of a hundred samples of the loop is a stop. */
const RUNS_MS = 200;
/** More than the alert tolerates. */
const LEFT_RESERVATIONS = 30;
const RESERVED_WITHIN_MS = 3_000;

/** In this order: images are ingested after the days on which points are lost, and Redis keeps nothing when it ends. */
export const BAD_DAYS: readonly BadDay[] = [
  {
    name: 'the rights service is killed',
    alerts: ['ServiceDown', 'SearchesFail'],
    outage: of('rights', 'killed'),
  },
  { name: 'the reranker is killed', alerts: ['RerankerCircuitOpen'], outage: of('reranker', 'killed') },
  {
    name: 'embedding starts while the index is away',
    alerts: ['ServiceNotReady'],
    outage: startWithoutIndex,
  },
  { name: 'a certificate near its end', alerts: ['CertificateExpires'], outage: expiringCertificate },
  {
    name: 'the network to retrieval is slow',
    alerts: ['SearchesSlow'],
    outage: slowly('retrieval', SLOW_MS),
  },
  { name: 'callers ask for what nobody has', alerts: ['SearchesFindNothing'], outage: emptySearches },
  { name: 'the index loses all points', alerts: ['IndexLost'], outage: losesPoints(DRAWN.length) },
  { name: 'the index loses some points', alerts: ['IndexBehindCatalogue'], outage: losesPoints(3) },
  {
    name: 'Postgres is slow',
    alerts: ['DatabasePoolExhausted'],
    outage: slowly('Postgres', SLOW_DATABASE_MS),
  },
  { name: 'Postgres is stopped', alerts: ['DatabaseFails'], outage: of('Postgres', 'killed') },
  {
    name: 'more images than embedding can take',
    alerts: ['EmbeddingQueueLong', 'CallsFail'],
    outage: imageFlood,
  },
  { name: 'more searches than the index can do', alerts: ['IndexBusy'], outage: indexFlood },
  { name: 'a stranger calls rights', alerts: ['CallsRefused'], outage: strangeCalls },
  { name: 'a collection of broken files', alerts: ['IngestFails'], outage: brokenFiles },
  { name: 'a worker that cannot reach embedding', alerts: ['IngestBacklogStands'], outage: standingQueue },
  { name: 'Redis is stopped', alerts: ['LimitsNotShared'], outage: of('Redis', 'killed') },
  { name: 'a gateway dies during searches', alerts: ['ReservationsExpire'], outage: diesDuringSearches },
  { name: 'a receiver failed for a day', alerts: ['WebhooksGivenUp'], outage: dayOfFailures },
  { name: 'too many connections', alerts: ['ConnectionsCut'], outage: manyConnections },
  { name: 'the gateway stands still again and again', alerts: ['GatewayBlocked'], outage: standsStill },
];

function of(part: string, fault: string): BadDay['outage'] {
  return ({ stack }) => stack.outage(part, fault);
}

function slowly(part: string, ms: number): BadDay['outage'] {
  return ({ stack }) => ({
    begin: () => stack.proxy(part).setFault({ kind: 'delay', ms }),
    end: () => stack.proxy(part).setFault({ kind: 'none' }),
  });
}

function startWithoutIndex({ stack }: World): Outage {
  const { retrieval, embedding } = stack.five.services;
  return {
    begin: async () => {
      await retrieval.stop('SIGKILL');
      await embedding.stop('SIGKILL');
      embedding.spawn();
    },
    end: () => retrieval.start(),
  };
}

function expiringCertificate({ issueCertificate }: World): Outage {
  const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
  return { begin: () => issueCertificate(inDays(1)), end: () => issueCertificate(inDays(90)) };
}

function emptySearches({ stack }: World): Outage {
  let load: ReturnType<typeof startLoad> | undefined;
  return {
    begin: () => {
      const body = (): object => ({ query: 'red ball', filters: { aspect_min: 9 }, k: 1 });
      load = startLoad({ key: stack.key, perSecond: 8, baseUrl: () => stack.baseUrl, body });
    },
    end: () => load?.end(),
  };
}

function losesPoints(count: number): BadDay['outage'] {
  const withClients = async ({ addresses }: World, work: (clients: IngestClients) => Promise<unknown>) => {
    const clients = openClients(addresses);
    await work(clients).finally(() => closeClients(clients));
  };
  const assetIds = DRAWN.slice(0, count).map(({ id }) => drawnId(id));
  return (world) => ({
    begin: () =>
      withClients(world, ({ retrieval }) => retrieval.deletePoints({ assetIds }, detachedCall(10_000))),
    end: () => withClients(world, (clients) => ingest(smallCollection(), clients)),
  });
}

/** So many at once, each begun when the one before it is answered, whatever the answer is. */
function flood(clients: number, send: (number: number) => Promise<unknown>): Outage {
  const stop = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let next = 0;
  const client = async (): Promise<void> => {
    while (!stop.signal.aborted) await send((next += 1)).catch(() => sleep(CALL_EVERY_MS));
  };
  return {
    begin: () => void (running = Promise.all(Array.from({ length: clients }, client))),
    end: () => {
      stop.abort();
      return running;
    },
  };
}

function imageFlood({ stack }: World): Outage {
  const caller = new Caller(stack.baseUrl, stack.key);
  return flood(IMAGE_CLIENTS, async (number) =>
    caller.post('/v1/search', { image_base64: (await drawPng(number)).toString('base64'), k: 1 }),
  );
}

function indexFlood({ addresses }: World): Outage {
  const clients = openClients(addresses);
  const searches = flood(INDEX_CLIENTS, (number) =>
    clients.retrieval.searchPoints({ words: `red ball ${number}`, limit: 100 }, detachedCall(10_000)),
  );
  return {
    begin: searches.begin,
    end: async () => {
      await searches.end();
      closeClients(clients);
    },
  };
}

function strangeCalls({ addresses }: World): Outage {
  const rights = createRightsClient(addresses.RIGHTS_ADDRESS, 'a token of somebody else, 32 chars');
  const calls = flood(1, async () => {
    await sleep(CALL_EVERY_MS);
    await rights.countAssets({ approximate: true }, detachedCall(2_000));
  });
  return {
    begin: calls.begin,
    end: async () => {
      await calls.end();
      rights.close();
    },
  };
}

function diesDuringSearches({ stack }: World): Outage {
  const caller = new Caller(stack.baseUrl, stack.key);
  const { gateway } = stack.five.services;
  return {
    begin: async () => {
      stack.proxy('embedding').setFault({ kind: 'silent' });
      const asked = Array.from({ length: LEFT_RESERVATIONS }, (_, number) =>
        caller.post('/v1/search', { query: `left behind ${number}`, k: 1 }).catch(() => undefined),
      );
      await sleep(RESERVED_WITHIN_MS);
      await gateway.stop('SIGKILL');
      await Promise.all(asked);
      stack.proxy('embedding').setFault({ kind: 'none' });
      await gateway.start();
    },
    end: () => undefined,
  };
}

/** A delivery that is tried again after longer than it is repeated, at an address that nothing may be sent to. */
function dayOfFailures({ stack }: World): Outage {
  const logger = createLogger({ service: 'test', level: 'silent' });
  let database: Database;
  const id = randomUUID();
  return {
    begin: async () => {
      // An increase shows only after an earlier scrape.
      await sleep(SCRAPED_WITHIN_MS);
      database = await openDatabase({ url: stack.databaseUrl, embeddedDir: '', ...GATEWAY_SCHEMA, logger });
      await database.query(
        `INSERT INTO gateway.webhooks (id, account_id, url, events, created_at)
         SELECT $1, id, 'https://127.0.0.1/', '{asset.withdrawn}', now() FROM gateway.accounts LIMIT 1`,
        [id],
      );
      await database.query(
        `INSERT INTO gateway.webhook_deliveries
                (webhook_id, event, subject, occurrence, data, occurred_at, due_at, tried_since)
         VALUES ($1, 'asset.withdrawn', 'a:1', '1', '{}', now(), now(), now() - interval '2 days')`,
        [id],
      );
    },
    end: async () => {
      await database.query('DELETE FROM gateway.webhooks WHERE id = $1', [id]);
      await database.close();
    },
  };
}

function manyConnections({ stack }: World): Outage {
  const sockets: Socket[] = [];
  const port = Number(new URL(stack.five.baseUrl).port);
  const open = (): void => {
    sockets.push(connect({ host: '127.0.0.1', port }).on('error', () => undefined));
  };
  let opening: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      for (let at = 0; at < HELD_CONNECTIONS; at += 1) open();
      opening = setInterval(open, CONNECT_EVERY_MS);
    },
    end: () => {
      clearInterval(opening);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function standsStill({ stack }: World): Outage {
  const { gateway } = stack.five.services;
  let pausing: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      pausing = setInterval(() => {
        gateway.signal('SIGSTOP');
        setTimeout(() => gateway.signal('SIGCONT'), STANDS_STILL_MS);
      }, STANDS_STILL_MS + RUNS_MS);
    },
    end: async () => {
      clearInterval(pausing);
      await sleep(STANDS_STILL_MS);
      gateway.signal('SIGCONT');
    },
  };
}

function standingQueue({ stack, queue }: World): Outage {
  return {
    begin: async () => {
      await queue.addImages();
      stack.proxy('embedding').setFault({ kind: 'silent' });
    },
    end: () => stack.proxy('embedding').setFault({ kind: 'none' }),
  };
}

function brokenFiles({ queue }: World): Outage {
  return { begin: () => queue.addBrokenFiles(), end: () => undefined };
}
