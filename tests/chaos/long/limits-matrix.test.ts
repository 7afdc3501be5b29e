import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { ledgerOf, GatewayProcess, runAccounts } from '@imagesearch/testkit/processes/gateway-process';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { promisedWithout } from '@imagesearch/testkit/stack/failure-table';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const LIMIT = 60;
const WINDOW_MS = 60_000;
const REPLICAS = 3;
const SHARE = LIMIT / REPLICAS;
const LOADS = [0.8, 1.2, 2];
/** What a search is logged with is later than its admission, by a little more or less. */
const TOLERANCE = 1.02;
/** Redis is cut when the window of the heaviest load is full, and is back before all of it has rolled out. */
const CUT_MS = 35_000;
const BACK_MS = 55_000;
/** A probe, and a request that waited for Redis. */
const SETTLED_MS = 1_500;

const postgres = found(ENGINES.postgres);
const redisUrl = found(ENGINES.redis);
/** Without an outage to be seen from both sides, a little more than a window. */
const RUN_MS = postgres !== undefined && redisUrl !== undefined ? 95_000 : 70_000;

/** An account that asks so many of those gateways, in turns, at that part of its limit. */
interface Cell {
  name: string;
  load: number;
  gateways: GatewayProcess[];
  redis: 'up' | 'cut and back' | 'none';
}

interface Outcome {
  sent: number;
  accepted: number;
  refused: number;
  /** Admitted, and not answered in time by a busy machine. */
  failed: number;
  charged: number;
}

interface Row extends Outcome {
  cell: Cell;
  /** The most that sixty seconds held. */
  fullest: number;
  /** Admitted while Redis was away. */
  meanwhile: number;
}

const PROMISED_WITHOUT_REDIS = promisedWithout('Redis', { status: 200 });

let stack: TestStack;
let home: TestDatabase;
let proxy: FaultyProxy | undefined;
let env: Record<string, string>;
const started: GatewayProcess[] = [];

beforeAll(async () => {
  stack = await TestStack.start();
  home = await (postgres ?? EMBEDDED_POSTGRES).create('gateway/postgres');
  env = {
    ...stack.stack.addresses,
    DATA_DIR: home.dir,
    MIGRATE_AT_START: 'true',
    LOG_LEVEL: 'silent',
    PRICING_FILE: await pricingWithLimits(home.dir, { starter: { rpm: LIMIT } }),
    GATEWAY_REPLICAS_MAX: String(REPLICAS),
    ...(home.url !== undefined && { DATABASE_URL: home.url, KEY_SECRET: randomUUID() }),
  };
}, 240_000);
afterAll(async () => {
  for (const gateway of started) await gateway.stop('SIGKILL');
  await proxy?.close();
  await home.drop();
  await stack.stop();
});

if (postgres !== undefined && redisUrl !== undefined) {
  it('one gateway and three, with Redis and across its outage, admit what is promised and lose no credit', async () => {
    const { hostname, port } = new URL(redisUrl);
    proxy = new FaultyProxy({ host: hostname, port: Number(port) });
    const proxied = `redis://127.0.0.1:${await proxy.open()}`;
    const [steady, cut] = [await newGateways(3, redisUrl), await newGateways(3, proxied)];
    const cells = LOADS.flatMap((load) =>
      [1, REPLICAS].flatMap((count): Cell[] => [
        { name: randomUUID(), load, gateways: steady.slice(0, count), redis: 'up' },
        { name: randomUUID(), load, gateways: cut.slice(0, count), redis: 'cut and back' },
      ]),
    );
    const rows = await runAll(cells, async (startedAt) => {
      await sleep(startedAt + CUT_MS - Date.now());
      await proxy?.close();
      await sleep(startedAt + BACK_MS - Date.now());
      await proxy?.open();
    });
    for (const { cell, sent, refused, fullest, meanwhile } of rows) {
      const { load, redis, gateways } = cell;
      // A minute with a part of the outage holds the shares beside what Redis counts.
      const most = redis === 'up' ? LIMIT : LIMIT + gateways.length * SHARE;
      expect({ load, redis, holds: fullest <= most * TOLERANCE }).toEqual({ load, redis, holds: true });
      if (redis !== 'up') {
        expect(meanwhile).toBeGreaterThan(0);
        expect(meanwhile).toBeLessThanOrEqual(gateways.length * SHARE);
      }
      // What a plan allows is given, and no more than the buckets hold back.
      if (load < 1 && redis === 'up') expect(refused).toBe(0);
      if (load > 1) expect(refused).toBeGreaterThan(0.5 * (sent - (LIMIT * RUN_MS) / WINDOW_MS));
    }
    for (const gateway of cut) {
      expect(await gateway.metric('gateway_limiter_fallbacks_total')).toBeGreaterThan(0);
      expect(await gateway.metric('gateway_limiter_shared')).toBe(1);
    }
  }, 300_000);
} else {
  it('one gateway by itself admits no more than the limit and loses no credit (three and Redis need TEST_DATABASE_URL and TEST_REDIS_URL)', async () => {
    const gateways = await newGateways(1, undefined);
    const cells = LOADS.map((load): Cell => ({ name: randomUUID(), load, gateways, redis: 'none' }));
    for (const { cell, refused, fullest } of await runAll(cells)) {
      expect(fullest).toBeLessThanOrEqual(LIMIT * TOLERANCE);
      expect(refused > 0).toBe(cell.load > 1);
    }
  }, 300_000);
}

async function newGateways(count: number, redis: string | undefined): Promise<GatewayProcess[]> {
  const made: GatewayProcess[] = [];
  for (let at = 0; at < count; at += 1)
    made.push(await GatewayProcess.create({ ...env, ...(redis !== undefined && { REDIS_URL: redis }) }));
  started.push(...made);
  return made;
}

/** All cells at once, each an account of its own; then the ledger, once no gateway runs. */
async function runAll(cells: Cell[], beside?: (startedAt: number) => Promise<void>): Promise<Row[]> {
  const keys: string[] = [];
  // Before the gateways: an embedded store has one owner.
  for (const { name } of cells)
    keys.push(await runAccounts(env, 'create', '--name', name, '--plan', 'starter'));
  await Promise.all(started.map((gateway) => gateway.start()));

  const startedAt = Date.now();
  const [outcomes] = await Promise.all([
    Promise.all(cells.map((cell, at) => ask(cell, keys[at] ?? '', startedAt))),
    beside?.(startedAt),
  ]);
  if (home.url === undefined) for (const gateway of started) await gateway.stop('SIGTERM');

  const { rows, wallets, discrepancies } = await ledgerOf(home);
  expect(discrepancies).toEqual([]);
  const table = cells.map((cell, at): Row => {
    const outcome = outcomes[at];
    if (!outcome) throw new Error('a cell did not run');
    const own = rows.filter(({ account }) => account === cell.name);
    const answered = own.filter(({ status }) => status === 'answered');
    const charged = own.reduce((sum, row) => sum + row.charged, 0);
    expect([answered.length, charged]).toEqual([outcome.accepted, outcome.charged]);
    expect(own.length - answered.length).toBe(outcome.failed);
    expect(wallets.get(cell.name)).toMatchObject({ used: charged, reserved: 0 });
    const times = own.map(({ created_at: time }) => time.getTime() - startedAt);
    return {
      cell,
      ...outcome,
      fullest: fullestOf(times),
      meanwhile: times.filter((time) => time >= CUT_MS + SETTLED_MS && time < BACK_MS).length,
    };
  });
  print(table);
  return table;
}

/** Searches at an even pace, whatever is answered. */
async function ask({ load, gateways }: Cell, key: string, startedAt: number): Promise<Outcome> {
  const callers = gateways.map(({ baseUrl }) => new Caller(baseUrl, key));
  const intervalMs = WINDOW_MS / (LIMIT * load);
  const answers = Array.from({ length: Math.floor(RUN_MS / intervalMs) }, async (_none, at) => {
    await sleep(startedAt + at * intervalMs - Date.now());
    return callers[at % callers.length]?.post('/v1/search', { query: 'ball', k: 1 });
  });
  const outcome: Outcome = { sent: answers.length, accepted: 0, refused: 0, failed: 0, charged: 0 };
  for (const answer of await Promise.all(answers)) {
    if (answer?.status === PROMISED_WITHOUT_REDIS.status) {
      outcome.accepted += 1;
      outcome.charged += Number(answer.headers.get('X-Credits-Charged'));
    } else if (answer?.status === 429) outcome.refused += 1;
    else if (answer?.status === 503 || answer?.status === 504) outcome.failed += 1;
    else throw new Error(`it answered ${answer?.status ?? 'nothing'}`);
  }
  return outcome;
}

/** The most of these times, in their order, that a window holds. */
function fullestOf(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((from, at) => times.slice(at).filter((time) => time < from + WINDOW_MS).length),
  );
}

function print(rows: readonly Row[]): void {
  const lines = rows.map(({ cell, sent, accepted, refused, failed, charged, fullest, meanwhile }) =>
    [
      `${cell.gateways.length} gateway${cell.gateways.length === 1 ? ' ' : 's'}`,
      `Redis ${cell.redis}`.padEnd(18),
      `load ${cell.load.toFixed(1)}`,
      `sent ${sent}`.padEnd(8),
      `accepted ${accepted}`.padEnd(12),
      `refused ${refused}`.padEnd(11),
      `failed ${failed}`.padEnd(9),
      `charged ${charged}`.padEnd(11),
      `fullest minute ${fullest}`,
      `while away ${meanwhile}`,
    ].join(' · '),
  );
  console.log([`Limit ${LIMIT} a minute, over ${RUN_MS / 1_000} s`, ...lines].join('\n'));
}
