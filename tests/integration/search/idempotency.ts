import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@imagesearch/gateway/config';
import { createGatewayService, type GatewayService } from '@imagesearch/gateway/service';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

const SENDS = 200;
const ROUNDS_MAX = 100;
const PAUSE_MS = 50;

/** Through gateways of its own on each database, in front of the services of the stack. */
export function describeIdempotency(stack: () => TestStack): void {
  describeOnDatabases('an Idempotency-Key', (engine) => {
    let home: TestDatabase;
    const gateways: GatewayService[] = [];

    beforeAll(async () => {
      home = await engine.create('gateway/postgres');
      // The embedded engine has one owner; a server is shared by two gateways.
      const count = home.url === undefined ? 1 : 2;
      for (let at = 0; at < count; at += 1) gateways.push(await startGateway(home, stack()));
    }, 120_000);
    afterAll(async () => {
      for (const gateway of gateways) await gateway.close();
      await home.drop();
    });

    async function newCallers(): Promise<Caller[]> {
      const [first] = gateways;
      if (!first) throw new Error('no gateway runs');
      const name = randomUUID();
      const { id } = await first.accounts().ensure({ name, plan: 'custom', billingDay: 1 });
      const { key } = await first.keys().create(id, { environment: 'live' });
      return gateways.map((gateway) => new Caller(gateway.baseUrl(), key));
    }

    it('sent two hundred times at once is charged once, and every sender ends with the same bytes', async () => {
      const callers = await newCallers();
      const key = randomUUID();
      const senders = Array.from({ length: SENDS }, async (_none, at) => {
        const caller = callers[at % callers.length];
        if (!caller) throw new Error('no gateway runs');
        for (let round = 0; round < ROUNDS_MAX; round += 1) {
          const answer = await sendText(caller, { query: 'red ball', k: 3 }, key);
          if (answer.status === 200) return answer;
          expect(answer).toMatchObject({ status: 409, retryAfter: expect.stringMatching(/^\d+$/) });
          await sleep(PAUSE_MS);
        }
        throw new Error('it stayed in flight');
      });
      const answers = await Promise.all(senders);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
      expect(answers.map(({ charged }) => Number(charged)).reduce((sum, charge) => sum + charge, 0)).toBe(1);
      for (const caller of callers) {
        const { credits, searches } = await caller.usage();
        expect(credits).toMatchObject({ used: 1, reserved: 0 });
        expect(searches).toMatchObject([{ idempotency_key: key, status: 'answered', credits_charged: 1 }]);
      }
    }, 120_000);

    it('is bound to what was asked, however it is spelled', async () => {
      const [caller] = await newCallers();
      if (!caller) throw new Error('no gateway runs');
      const key = randomUUID();
      const first = await sendText(
        caller,
        { query: 'ball', filters: { commercial: true, ai_generated: false } },
        key,
      );
      const again = await sendText(
        caller,
        { k: 10, filters: { ai_generated: false, commercial: true }, query: ' ball ' },
        key,
      );
      expect(again).toMatchObject({ status: 200, replayed: 'true', charged: '0', text: first.text });
      const other = await caller.post('/v1/search', { query: 'cube' }, { 'Idempotency-Key': key });
      expect(faultOf(other)).toMatchObject({
        status: 422,
        type: 'idempotency_mismatch',
        loc: ['header', 'idempotency-key'],
      });
    });

    it('of a request that failed is free for another try, and the failure is on record', async () => {
      const [caller] = await newCallers();
      if (!caller) throw new Error('no gateway runs');
      const key = randomUUID();
      const failed = await caller.post(
        '/v1/similar',
        { asset_id: 'drawn:nothing' },
        { 'Idempotency-Key': key },
      );
      expect(failed.status).toBe(404);
      expect((await caller.usage()).searches).toMatchObject([
        { endpoint: 'similar', idempotency_key: key, status: 'failed', credits_charged: 0 },
      ]);
      const { results } = await caller.search({ query: 'ball', k: 1 });
      const seed = { asset_id: results[0]?.asset_id, k: 2 };
      expect((await caller.post('/v1/similar', seed, { 'Idempotency-Key': key })).status).toBe(200);
    });
  });
}

/** A gateway of the test's own database in front of the services that run. */
async function startGateway({ url, dir }: TestDatabase, { stack }: TestStack): Promise<GatewayService> {
  const gateway = createGatewayService(
    loadConfig({
      PORT: '0',
      DATA_DIR: dir,
      LOG_LEVEL: 'silent',
      ...stack.addresses,
      ...(url !== undefined && { DATABASE_URL: url, MIGRATE_AT_START: 'true', KEY_SECRET: 'k'.repeat(32) }),
    }),
  );
  await gateway.start();
  return gateway;
}

async function sendText(caller: Caller, body: object, key: string) {
  const { status, headers, text } = await caller.post('/v1/search', body, { 'Idempotency-Key': key });
  return {
    status,
    text,
    replayed: headers.get('Idempotent-Replayed'),
    charged: headers.get('X-Credits-Charged'),
    retryAfter: headers.get('Retry-After'),
  };
}
