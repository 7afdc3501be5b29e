import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { createLogger } from '@imagesearch/service-kit/logging';
import { type Database } from '@imagesearch/service-kit/postgres/database';
import { until } from '@imagesearch/testkit/processes/until';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { databasePurposes } from '../../src/stores.js';
import { billSearch } from '../../src/billing/bill-search.js';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { LedgerMaintenance } from '../../src/billing/maintenance.js';
import type { BilledAccount, IdempotencyKey } from '../../src/billing/ledger.js';
import { newAccount, requestOf } from './ledger-home.js';
import { openSchemaOn } from '../support/gateway-database.js';

const CUTS = Number(process.env['LEDGER_CUTS'] ?? 25);
const PAUSE_MS_MAX = 80;
const GATEWAYS = 2;
/** Of a gateway without settings. */
const POOL_MAX = 10;
/** Of one account on one gateway. */
const CLIENTS = 25;
const PLANS = [150, null];
const SEARCH_MS_MAX = 3_000;
/** What bill-search grants after the deadline, and what a busy machine adds. */
const GRACE_MS = 4_000;
const RESERVATION_LIFETIME_MS = 60_000;
const logger = createLogger({ service: 'test', level: 'silent' });

interface Gateway {
  database: Database;
  ledger: CreditLedger;
}

/** What the clients of one account were told. */
interface Told {
  account: BilledAccount;
  /** Charge of each answered search, by its query id. */
  charged: Map<string, number>;
  /** Searches of which it is unknown whether they were billed. */
  unknown: Set<string>;
  failed: Set<string>;
  /** Keys whose request was answered, at the first time or by a replay. */
  keys: Set<string>;
  slowestMs: number;
}

describeOnDatabases('groups of movements', (engine) => {
  let server: ProxiedPostgres;
  let gateways: Gateway[];

  beforeAll(async () => {
    server = await startProxiedPostgres(engine);
    gateways = [];
    for (let at = 0; at < GATEWAYS; at += 1) {
      const database = await openSchemaOn(server);
      const ledger = new CreditLedger(databasePurposes(database, POOL_MAX).ledger, {
        now: () => new Date(),
        reservationLifetimeMs: RESERVATION_LIFETIME_MS,
      });
      gateways.push({ database, ledger });
    }
  }, 60_000);
  afterAll(async () => {
    for (const { database } of gateways) await database.close();
    await server.close();
  });

  it(`leave books that are right after ${CUTS} cuts of all connections under load of ${GATEWAYS} gateways`, async () => {
    const [first] = gateways;
    if (!first) throw new Error('there is no gateway');
    const tallies: Told[] = [];
    for (const planCredits of PLANS) {
      tallies.push(newTally(await newAccount(first.database, { planCredits })));
    }
    const load = { isRunning: true };
    const clients = gateways.flatMap((gateway) =>
      tallies.flatMap((tally) =>
        Array.from({ length: CLIENTS }, (_none, at) => askOn(gateway, tally, load, at % 2 === 0)),
      ),
    );
    for (let cut = 0; cut < CUTS; cut += 1) {
      await sleep(Math.random() * PAUSE_MS_MAX);
      if (cut % 5 === 4)
        server.proxy.loseAnswersTo(cut % 2 === 0 ? '"kind":"settle"' : '"kind":"reserve"', 2);
      server.proxy.setFault({ kind: 'refuse' });
      server.proxy.setFault({ kind: 'none' });
    }
    // However slow the machine is, most searches are answered between the cuts.
    await until(() => Promise.resolve(tallies.every(({ charged }) => charged.size > CUTS)));
    load.isRunning = false;
    await Promise.all(clients);

    const later = (): Date => new Date(Date.now() + RESERVATION_LIFETIME_MS);
    const database = await whenBack(first.database);
    await new LedgerMaintenance(database, later).expireReservations();
    expect((await database.query('SELECT * FROM gateway.credit_discrepancies')).rows).toEqual([]);
    for (const tally of tallies) await expectBooks(database, tally);
  }, 120_000);
});

function newTally(account: BilledAccount): Told {
  return {
    account,
    charged: new Map(),
    unknown: new Set(),
    failed: new Set(),
    keys: new Set(),
    slowestMs: 0,
  };
}

async function whenBack(database: Database): Promise<Database> {
  await until(() =>
    database.query('SELECT 1').then(
      () => true,
      () => false,
    ),
  );
  return database;
}

/** Searches one after the other; with keys, each until it is answered. */
async function askOn(gateway: Gateway, tally: Told, load: { isRunning: boolean }, withKeys: boolean) {
  while (load.isRunning) {
    const name = randomUUID();
    const key = withKeys ? { key: name, requestHash: createHash('sha256').update(name).digest() } : null;
    let isEnded = await ask(gateway, tally, key);
    while (!isEnded && key !== null) {
      await sleep(10);
      isEnded = await ask(gateway, tally, key);
    }
    await sleep(1);
  }
}

/** @returns whether the request is answered, or refused for good. */
async function ask({ ledger }: Gateway, tally: Told, idempotency: IdempotencyKey | null): Promise<boolean> {
  const request = requestOf(tally.account, 1 + Math.floor(Math.random() * 3), idempotency);
  const charged = 1 + Math.floor(Math.random() * request.credits);
  const startedAt = performance.now();
  const billing = { ledger, logger, deadlineAt: Date.now() + SEARCH_MS_MAX };
  try {
    const billed = await billSearch(billing, request, async (reserved) => {
      await reserved;
      await sleep(Math.random() * 10);
      if (Math.random() < 0.2) throw new Error('the work failed');
      return { result: 'images', settlement: { charged, assetIds: [], answer: Buffer.from('images') } };
    });
    if (billed.outcome === 'answered') tally.charged.set(request.queryId, charged);
    const isAnswered = billed.outcome === 'answered' || billed.outcome === 'replay';
    if (isAnswered && idempotency) tally.keys.add(idempotency.key);
    return billed.outcome !== 'in_flight';
  } catch (error) {
    const isUnknown = error instanceof AppError && error.ctx['billed'] === 'unknown';
    (isUnknown ? tally.unknown : tally.failed).add(request.queryId);
    return false;
  } finally {
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
  }
}

async function expectBooks(database: Database, tally: Told): Promise<void> {
  const { account, charged, unknown, failed, keys, slowestMs } = tally;
  const { rows } = await database.query<{
    query_id: string;
    status: string;
    charged: number;
    idempotency_key: string | null;
  }>('SELECT query_id, status, charged, idempotency_key FROM gateway.queries WHERE account_id = $1', [
    account.accountId,
  ]);
  const logged = new Map(rows.map((row) => [row.query_id, row]));
  expect(logged.size).toBe(rows.length);
  expect(charged.size).toBeGreaterThan(CUTS);
  for (const [queryId, cost] of charged)
    expect(logged.get(queryId)).toMatchObject({ status: 'answered', charged: cost });
  for (const queryId of failed) expect(logged.get(queryId)?.charged ?? 0).toBe(0);
  const answered = rows.filter(({ status }) => status === 'answered');
  for (const { query_id: queryId } of answered)
    expect(charged.has(queryId) || unknown.has(queryId)).toBe(true);
  const chargedKeys = answered.flatMap(({ idempotency_key: key }) => key ?? []);
  expect(new Set(chargedKeys).size).toBe(chargedKeys.length);
  expect(new Set(chargedKeys)).toEqual(keys);

  const used = answered.reduce((sum, row) => sum + row.charged, 0);
  const { rows: wallets } = await database.query(
    'SELECT charged, plan_available, plan_reserved FROM gateway.credit_wallets WHERE account_id = $1',
    [account.accountId],
  );
  const available = account.planCredits === null ? 0 : account.planCredits - used;
  expect(wallets).toEqual([{ charged: used, plan_available: available, plan_reserved: 0 }]);
  expect(available).toBeGreaterThanOrEqual(0);
  expect(slowestMs).toBeLessThan(SEARCH_MS_MAX + GRACE_MS);
}
