import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Envelope } from '@imagesearch/gateway/search/envelope';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { createKeys, ledgerOf } from '@imagesearch/testkit/stores/gateway-stores';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { until } from '@imagesearch/testkit/processes/until';

const KILLS = Number(process.env['GATEWAY_KILLS'] ?? 2);
/** A gateway is killed after so many answers at most, and some part of the time that one more takes. */
const ANSWERS_MAX = 10;
const LAST_MS_MAX = 60;
const ACCOUNTS = 4;
/** Of one account: its movements are committed in groups. */
const CLIENTS = 3;
const RESERVATION_LIFETIME_MS = 3_000;
const PAUSE_MS = 20;
/** For one life of a gateway; the embedded engine repairs its files before it serves. */
const KILL_TIMEOUT_MS = 40_000;

/** What a client was told of one search. */
interface Told {
  queryId: string;
  charged: number;
  key: string | null;
}

interface Load {
  running: boolean;
  /** Given by all gateways so far. */
  answers: number;
}

const stack = await TestStack.start();
afterAll(() => stack.stop());

describeOnDatabases('a gateway', (engine) => {
  let home: TestDatabase;
  let gateway: ServiceProcess;

  beforeAll(async () => {
    home = await engine.create('gateway/postgres');
    gateway = await ServiceProcess.create('gateway', {
      ...stack.stack.addresses,
      DATA_DIR: home.dir,
      LOG_LEVEL: 'silent',
      SEARCH_TIMEOUT_MS: String(RESERVATION_LIFETIME_MS / 2),
      RESERVATION_LIFETIME_MS: String(RESERVATION_LIFETIME_MS),
      MAINTENANCE_INTERVAL_MS: '250',
      ...(home.url !== undefined && {
        DATABASE_URL: home.url,
        MIGRATE_AT_START: 'true',
        KEY_SECRET: randomUUID(),
      }),
    });
  });
  afterAll(async () => {
    await gateway.stop('SIGKILL');
    await home.drop();
  });

  it(
    `killed ${KILLS} times under load charges every answer once and keeps no reservation`,
    async () => {
      const plans = Object.fromEntries(
        Array.from({ length: ACCOUNTS }, (_, at) => [`client${at}`, 'scale' as const]),
      );
      const keys = await createKeys(gateway.env, plans);
      const callers = Object.values(keys).map((key) => new Caller(gateway.baseUrl, key));
      const load: Load = { running: true, answers: 0 };
      const clients = callers.flatMap((caller, at) =>
        Array.from({ length: CLIENTS }, () => askOn(caller, load, at % 2 === 0)),
      );
      for (let kill = 0; kill < KILLS; kill += 1) {
        await gateway.start();
        const enough = load.answers + randomInt(1, ANSWERS_MAX);
        await until(() => Promise.resolve(load.answers >= enough));
        await sleep(randomInt(LAST_MS_MAX));
        await gateway.stop('SIGKILL');
        await expireLocks(home.dir);
      }
      await gateway.start();
      load.running = false;
      const told = (await Promise.all(clients)).flat();
      for (const caller of callers) await until(async () => (await caller.usage()).credits.reserved === 0);
      await gateway.stop('SIGTERM');

      const { rows, wallets, discrepancies } = await ledgerOf(home);
      expect(discrepancies).toEqual([]);
      expect(told.length).toBeGreaterThan(KILLS);
      const answered = rows.filter(({ status }) => status === 'answered');
      for (const [account, { used, reserved }] of wallets) {
        const charges = answered.flatMap((row) => (row.account === account ? row.charged : []));
        expect({ used, reserved }).toEqual({
          used: charges.reduce((sum, charge) => sum + charge, 0),
          reserved: 0,
        });
      }
      const logged = new Map(answered.map((row) => [row.query_id, row]));
      expect(logged.size).toBe(answered.length);
      for (const { queryId, charged, key } of told)
        expect(logged.get(queryId)).toMatchObject({ charged, idempotency_key: key });
      // With a key, no answer goes missing: one charge a key, and its answer has arrived.
      const charged = answered.flatMap(({ idempotency_key: key }) => key ?? []);
      expect(new Set(charged).size).toBe(charged.length);
      expect([...charged].sort()).toEqual(told.flatMap(({ key }) => key ?? []).sort());
    },
    60_000 + KILLS * KILL_TIMEOUT_MS,
  );
});

/** Asks one search after the other; with keys, each until it is answered. */
async function askOn(caller: Caller, load: Load, withKeys: boolean): Promise<Told[]> {
  const told: Told[] = [];
  while (load.running) {
    const key = withKeys ? randomUUID() : null;
    let answer = await ask(caller, key);
    while (!answer && key !== null) {
      await sleep(PAUSE_MS);
      answer = await ask(caller, key);
    }
    if (!answer) await sleep(PAUSE_MS);
    else {
      told.push({ ...answer, key });
      load.answers += 1;
    }
  }
  return told;
}

/** What a search answered, and what it was charged: by its first answer, or by the one that a replay stands for. */
async function ask(caller: Caller, key: string | null): Promise<Omit<Told, 'key'> | undefined> {
  const headers = key === null ? {} : { 'Idempotency-Key': key };
  const answer = await caller.post('/v1/search', { query: 'ball', k: 1 }, headers).catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  const replayed = answer.headers.get('Idempotent-Replayed') === 'true';
  const charged = replayed ? 1 : Number(answer.headers.get('X-Credits-Charged'));
  return { queryId: (answer.body as Envelope).query_id, charged };
}
