import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usageSchema } from '@imagesearch/gateway/http/schemas/usage';
import { openDatabase } from '@imagesearch/service-kit/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { DATABASE_ENGINES, type TestDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { Caller, type Envelope } from '../support/http.js';
import { TestStack } from '../support/test-stack.js';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../..');
const KILLS = Number(process.env['GATEWAY_KILLS'] ?? 5);
/** A gateway is killed after so many answers at most, and some part of the time that one more takes. */
const ANSWERS_MAX = 10;
const LAST_MS_MAX = 60;
const CLIENTS = 4;
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

interface LoggedRow {
  query_id: string;
  status: string;
  idempotency_key: string | null;
  charged: number;
}

let stack: TestStack;

beforeAll(async () => {
  stack = await TestStack.start();
}, 240_000);
afterAll(() => stack.stop());

describe.each(DATABASE_ENGINES)('a gateway on $name', (engine) => {
  let home: TestDatabase;
  let env: Record<string, string>;
  let gateway: ChildProcess | undefined;

  beforeAll(async () => {
    home = await engine.create();
    env = {
      ...stack.stack.addresses,
      DATA_DIR: home.dir,
      LOG_LEVEL: 'silent',
      PORT: String(await freePort()),
      SEARCH_TIMEOUT_MS: String(RESERVATION_LIFETIME_MS / 2),
      RESERVATION_LIFETIME_MS: String(RESERVATION_LIFETIME_MS),
      UPKEEP_INTERVAL_MS: '250',
      ...(home.url !== undefined && { DATABASE_URL: home.url, KEY_SECRET: randomUUID() }),
    };
  });
  afterAll(async () => {
    gateway?.kill('SIGKILL');
    await home.drop();
  });

  it(
    `killed ${KILLS} times under load charges every answer once and keeps nothing back`,
    async () => {
      const callers: Caller[] = [];
      for (let at = 0; at < CLIENTS; at += 1) {
        const made = await accounts('create', '--name', `client${at}`, '--plan', 'scale');
        callers.push(new Caller(`http://127.0.0.1:${env['PORT'] ?? ''}`, made.trim()));
      }
      const load: Load = { running: true, answers: 0 };
      const clients = callers.map((caller, at) => askOn(caller, load, at % 2 === 0));
      for (let kill = 0; kill < KILLS; kill += 1) {
        await startGateway(callers[0]);
        const enough = load.answers + randomInt(1, ANSWERS_MAX);
        await until(() => Promise.resolve(load.answers >= enough));
        await sleep(randomInt(LAST_MS_MAX));
        await stop('SIGKILL');
      }
      await startGateway(callers[0]);
      load.running = false;
      const told = (await Promise.all(clients)).flat();
      for (const caller of callers)
        await until(
          async () => usageSchema.parse((await caller.get('/v1/usage')).body).credits.reserved === 0,
        );
      await stop('SIGTERM');

      const { rows, used, discrepancies } = await books();
      expect(discrepancies).toEqual([]);
      expect(told.length).toBeGreaterThan(KILLS);
      const answered = rows.filter(({ status }) => status === 'answered');
      expect(answered.reduce((sum, { charged }) => sum + charged, 0)).toBe(used);
      const logged = new Map(answered.map((row) => [row.query_id, row]));
      expect(logged.size).toBe(answered.length);
      for (const { queryId, charged, key } of told)
        expect(logged.get(queryId)).toMatchObject({ charged, idempotency_key: key });
      // With a key, no answer goes missing: one charge a key, and its answer has arrived.
      const keys = answered.flatMap(({ idempotency_key: key }) => key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      expect([...keys].sort()).toEqual(told.flatMap(({ key }) => key ?? []).sort());
    },
    60_000 + KILLS * KILL_TIMEOUT_MS,
  );

  async function startGateway(caller: Caller | undefined): Promise<void> {
    gateway = spawn(process.execPath, ['services/gateway/dist/main.js'], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    await until(async () => (await caller?.get('/v1/pricing').catch(() => undefined))?.status === 200);
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (!gateway) return;
    const ended = once(gateway, 'exit');
    gateway.kill(signal);
    await ended;
    gateway = undefined;
  }

  async function accounts(...args: string[]): Promise<string> {
    const child = spawn(process.execPath, ['services/gateway/dist/accounts-main.js', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    return output;
  }

  /** What the database holds once no gateway runs. */
  async function books() {
    const database = await openDatabase({
      url: home.url,
      embeddedDir: join(home.dir, 'gateway', 'postgres'),
      schema: 'gateway',
      migrationsDir: join(ROOT, 'services/gateway/migrations'),
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    try {
      const { rows } = await database.query<LoggedRow>(
        'SELECT query_id, status, idempotency_key, charged FROM gateway.queries',
      );
      const { rows: wallets } = await database.query<{ used: number }>(
        'SELECT sum(charged)::integer AS used FROM gateway.credit_wallets',
      );
      const { rows: discrepancies } = await database.query('SELECT * FROM gateway.credit_discrepancies');
      return { rows, used: wallets[0]?.used, discrepancies };
    } finally {
      await database.close();
    }
  }
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
