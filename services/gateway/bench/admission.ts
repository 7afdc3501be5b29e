import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { GATEWAY_SCHEMA } from '#src/database-schema';
import { CreditLedger } from '#src/billing/credit-ledger';
import { openRateLimiter } from '#src/limits/open-rate-limiter';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { startBenchStack } from '@imagesearch/testkit/bench/bench-stack';
import { measure, printMeasurements, type Measurement } from '@imagesearch/testkit/bench/measure';
import { billSearch, newAccount } from './billed-search.js';
import { compareRefusals } from './refusals.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SERIAL_REQUESTS = 100;
const PARALLEL_REQUESTS = 400;
const CLIENTS = 16;
const QUERIES = ['happy dog', 'red apple', 'man with a hat', 'train station', 'heart', 'fire engine', 'rain'];
const PLAN_CREDITS = 1_000_000;

/**
 * What admission adds to a search: a place within the limits of the account, credits reserved and settled, as a request
 * does it, beside a warm text search over HTTP, in turns within one run; then how long keys take to be refused. With
 * DATABASE_URL also on that Postgres server, in its schema `gateway`; with REDIS_URL with limits in that Redis.
 */
async function main(): Promise<void> {
  const bench = await startBenchStack();
  const { DATABASE_URL: url, REDIS_URL: redisUrl } = process.env;
  const embedded = await openLedger(undefined, join(bench.dataDir, 'ledger'));
  const server = url === undefined ? undefined : await openLedger(url, '');
  const own = await openLimits(undefined);
  const shared = redisUrl === undefined ? undefined : await openLimits(redisUrl);
  try {
    const ways: [name: string, work: (at: number) => Promise<unknown>][] = [
      ['limits, in process', own.within],
      ...way('limits, in Redis', shared?.within),
      ['credits, embedded', embedded.bill],
      ...way('credits, in Postgres', server?.bill),
      ['both, embedded', (at) => own.within(at, () => embedded.bill(at))],
      ...way(
        'both, on servers',
        server && shared && ((at: number) => shared.within(at, () => server.bill(at))),
      ),
      ['text search', (at) => bench.search({ query: QUERIES[at % QUERIES.length], k: 10 })],
    ];
    await compare(ways);
    await compareRefusals(bench.stack.gateway, bench.accountId);
  } finally {
    shared?.close();
    await embedded.database.close();
    await server?.database.close();
    await bench.close();
  }
}

type Work = (at: number) => Promise<unknown>;

const way = (name: string, work: Work | undefined): [string, Work][] =>
  work === undefined ? [] : [[name, work]];

async function compare(ways: readonly [name: string, work: Work][]): Promise<void> {
  for (const [, work] of ways) await measure('warm', { requests: SERIAL_REQUESTS, clients: 1 }, work);
  const serial: Measurement[] = [];
  const parallel: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of ways) {
      serial.push(await measure(name, { requests: SERIAL_REQUESTS, clients: 1 }, work));
      parallel.push(await measure(name, { requests: PARALLEL_REQUESTS, clients: CLIENTS }, work));
    }
  }
  printMeasurements('Admission beside a text search, one client', serial);
  printMeasurements(`The same, ${CLIENTS} clients of as many accounts: what each saturates at`, parallel);
}

/** Limits that no account of the bench reaches. */
const LIMITS = { rpm: 1_000_000, rpd: 10_000_000, concurrent: 1_000 };

async function openLimits(redisUrl: string | undefined) {
  const { rateLimiter, close } = await openRateLimiter({
    redisUrl,
    replicasMax: 1,
    leaseMs: 60_000,
    events: {
      limiterFellBack: () => {
        throw new Error('Redis went away');
      },
      limiterSharingChanged: () => undefined,
    },
    logger: createLogger({ service: 'bench', level: 'error' }),
  });
  const accountIds = Array.from({ length: CLIENTS }, () => randomUUID());
  const within = async (at: number, work?: () => Promise<unknown>): Promise<void> => {
    const accountId = accountIds[at % CLIENTS] ?? '';
    const leaseId = randomUUID();
    const { admitted } = await rateLimiter.admit({ accountId, limits: LIMITS, leaseId });
    if (!admitted) throw new Error('it was refused');
    await work?.();
    rateLimiter.release(accountId, leaseId);
  };
  return { within, close };
}

interface BenchLedger {
  database: Database;
  /** Reserves and settles for the account of one client. */
  bill: (at: number) => Promise<void>;
}

async function openLedger(url: string | undefined, embeddedDir: string): Promise<BenchLedger> {
  const database = await openDatabase({
    url,
    embeddedDir,
    ...GATEWAY_SCHEMA,
    server: { migratesAtStart: true },
    logger: createLogger({ service: 'bench', level: 'error' }),
  });
  const ledger = new CreditLedger(database, { now: () => new Date(), reservationLifetimeMs: 60_000 });
  const accountIds: string[] = [];
  for (let at = 0; at < CLIENTS; at += 1) accountIds.push(await newAccount(database, 'scale'));
  const bill = async (at: number): Promise<void> => {
    const accountId = accountIds[at % CLIENTS];
    if (accountId === undefined) throw new Error('there is no such account');
    await billSearch(ledger, accountId, PLAN_CREDITS);
  };
  return { database, bill };
}

await main();
process.exit(0);
