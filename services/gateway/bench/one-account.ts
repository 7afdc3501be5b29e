import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { CreditLedger } from '#src/billing/credit-ledger';
import { GATEWAY_SCHEMA } from '#src/database-schema';
import { billSearch, newAccount } from './billed-search.js';

const IN_FLIGHT = Number(process.env['BENCH_IN_FLIGHT'] ?? 1_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Between two calls of the small account. */
const PAUSE_MS = 20;

/**
 * One account with many searches in flight, each reserved and settled, and how long a movement of another account takes
 * meanwhile. DATABASE_URL names a Postgres server; its schema `gateway` is used.
 */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL names no server');
  const logger = createLogger({ service: 'bench', level: 'error' });
  const database = await openDatabase({
    url,
    embeddedDir: '',
    ...GATEWAY_SCHEMA,
    server: { migratesAtStart: true },
    logger,
  });
  const ledger = new CreditLedger(database, { now: () => new Date(), reservationLifetimeMs: 60_000 });
  const large = await newAccount(database, 'custom');
  const small = await newAccount(database, 'custom');
  for (let at = 0; at < 20; at += 1) await billSearch(ledger, small, null);
  const alone = await timesOf(ledger, small, performance.now() + 2_000);

  const endsAt = performance.now() + SECONDS * 1_000;
  const beside = timesOf(ledger, small, endsAt);
  let searches = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (performance.now() < endsAt) {
        await billSearch(ledger, large, null);
        searches += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`one account, ${IN_FLIGHT} in flight: ${Math.round(searches / seconds)} searches a second`);
  printTimes('a movement of another account, alone', alone);
  printTimes('a movement of another account, meanwhile', await beside);
  const { rows } = await database.query(
    'SELECT * FROM gateway.credit_discrepancies WHERE account_id = ANY($1)',
    [[large, small]],
  );
  console.log(`discrepancies: ${rows.length}`);
  await database.close();
}

async function timesOf(ledger: CreditLedger, accountId: string, endsAt: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < endsAt) {
    times.push(...(await billSearch(ledger, accountId, null)));
    await sleep(PAUSE_MS);
  }
  return times;
}

function printTimes(name: string, times: number[]): void {
  const sorted = times.sort((one, other) => one - other);
  const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms of ${sorted.length}`);
}

await main();
process.exit(0);
