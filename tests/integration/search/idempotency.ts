import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { GatewayService } from '@imagesearch/gateway/service';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { newCallers, startGateway } from '../support/own-gateway.js';

const SENDS = 200;
const ROUNDS_MAX = 100;
const PAUSE_MS = 50;

/** Through gateways of its own on each database, in front of the services of the stack. */
export function describeIdempotency(stack: TestStack): void {
  describeOnDatabases('an Idempotency-Key', (engine) => {
    let home: TestDatabase;
    let gateways: [GatewayService, ...GatewayService[]];

    beforeAll(async () => {
      home = await engine.create('gateway/postgres');
      // The embedded engine has one owner; a server is shared by two gateways.
      gateways = [await startGateway(stack, home)];
      if (home.url !== undefined) gateways.push(await startGateway(stack, home));
    }, 120_000);
    afterAll(async () => {
      for (const gateway of gateways) await gateway.close();
      await home.drop();
    });

    it('sent two hundred times at once is charged once, and every sender ends with the same bytes', async () => {
      const callers = await newCallers(gateways, 'custom');
      const key = randomUUID();
      const senders = Array.from({ length: SENDS }, async (_none, at) => {
        const caller = callers[at % callers.length] ?? callers[0];
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

    it('is of what was asked, however it is spelled', async () => {
      const [caller] = await newCallers(gateways, 'custom');
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
    });

    it('of a request that failed is free for another try, and the failure is on record', async () => {
      const [caller] = await newCallers(gateways, 'custom');
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
