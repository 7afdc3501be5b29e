import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresAssetStore } from '#src/adapters/postgres-asset-store';
import { createPostgresContentRegister } from '#src/adapters/postgres-content-register';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { quantile } from '@imagesearch/testkit/bench/measure';
import { NO_IMAGES } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { fillCatalogue } from './fill-catalogue.js';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const PROBES = 200;
const STATUS_REQUESTS = 15;
/** The gateway asks its services once a second at most; each request is to ask them. */
const STATUS_PAUSE_MS = 1_100;
const SWEPT_PAGES = 200;
const PAGE_CONTENTS = 500;
const GRACE_MS = 24 * 60 * 60_000;

/**
 * What probes, status and the sweeper cost over a catalogue of 5 million images. DATABASE_URL names an empty database of a
 * Postgres server; it is filled, and is the caller's to drop.
 */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL names no server');
  const database = await openDatabase({
    url,
    embeddedDir: '',
    schema: 'rights',
    migrationsDir: join(import.meta.dirname, '../../migrations'),
    server: { migratesAtStart: true },
    logger: createLogger({ service: 'bench', level: 'error' }),
  });
  await fillCatalogue(database, ROWS);
  await timeStores(database);
  await database.close();
  await timeStack(url);
}

async function timeStores(database: Database): Promise<void> {
  const assets = createPostgresAssetStore(database);
  const counts = await timesOf(20, () => assets.approximateCount(detachedCall(60_000)));
  print('the approximate count of assets', counts);
  const exact = await timesOf(1, () => assets.counts(detachedCall(120_000))).catch(() => [Infinity]);
  print('beside it, the exact counts by source (the operator asks for them)', exact);

  const contents = createPostgresContentRegister(database);
  let after = '';
  const pages = await timesOf(SWEPT_PAGES, async () => {
    const page = await contents.condemn({ graceMs: GRACE_MS, after, limit: PAGE_CONTENTS });
    after = page.last ?? '';
  });
  print(`a page of the sweeper, ${PAGE_CONTENTS} contents`, pages);
}

async function timeStack(url: string): Promise<void> {
  const env = { DATABASE_URL: url, KEY_SECRET: randomUUID(), DOWNLOAD_SECRET: randomUUID() };
  const stack = await TestStack.start(NO_IMAGES, { env });
  try {
    const ops = stack.stack.gateway.opsUrl();
    const key = await stack.newKey('custom');
    const ask = async (address: string): Promise<void> => {
      await (await fetch(address, { headers: { 'X-API-Key': key } })).arrayBuffer();
    };
    print('GET /livez', await timesOf(PROBES, () => ask(`${ops}/livez`)));
    print('GET /readyz', await timesOf(PROBES, () => ask(`${ops}/readyz`)));
    for (const [name, address] of [
      ['GET /status', `${ops}/status`],
      ['GET /v1/warm', `${stack.baseUrl}/v1/warm`],
    ] as const) {
      const times = await timesOf(STATUS_REQUESTS, () => ask(address), STATUS_PAUSE_MS);
      print(`${name}, asking all services`, times);
    }
  } finally {
    await stack.stop();
  }
}

/** @returns milliseconds, the first call included. */
async function timesOf(times: number, work: () => Promise<unknown>, pauseMs = 0): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const startedAt = performance.now();
    await work();
    took.push(performance.now() - startedAt);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return took;
}

function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const of = (share: number): string => quantile(sorted, share).toFixed(1);
  console.log(`${name}: p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, max ${of(1)} ms of ${times.length}`);
}

await main();
process.exit(0);
