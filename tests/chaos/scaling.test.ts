import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReplicaProxy } from '@imagesearch/testkit/network/replica-proxy';
import { hostOf, ProcessStack } from './support/process-stack.js';
import { startLoad, warmUp } from './support/steady-load.js';

const SPREAD_WITHIN_MS = 60_000;
const WINDOW_MS = 4_000;
const PER_SECOND = 6;

/** Three addresses of one process: how calls spread depends on the addresses alone. */
const REPLICAS = [1, 2, 3];

let stack: ProcessStack;
let baseUrl: string;
const proxies: ReplicaProxy[] = [];

beforeAll(async () => {
  stack = await ProcessStack.create();
  for (const name of ['retrieval', 'reranker', 'rights'] as const) stack.dns.set(`${name}.test`, [hostOf(0)]);
  stack.dns.set('embedding.test', [hostOf(1)]);
  await stack.startBackend('retrieval');
  await Promise.all((['embedding', 'reranker', 'rights'] as const).map((name) => stack.startBackend(name)));
  for (const replica of REPLICAS) {
    const proxy = new ReplicaProxy({ host: hostOf(0), port: stack.portOf('embedding') });
    await proxy.open(hostOf(replica), stack.portOf('embedding'));
    proxies.push(proxy);
  }
  ({ baseUrl } = await stack.startGateway());
  await warmUp(baseUrl, stack.key);
}, 240_000);
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  await stack.stop();
});

it('an upstream scaled from one replica to three is spread evenly within a minute, and no search fails', async () => {
  const load = startLoad({
    key: stack.key,
    perSecond: PER_SECOND,
    baseUrl: () => baseUrl,
    body: (number) => ({ query: `red ball ${number}`, k: 1 }),
  });
  await sleep(WINDOW_MS);
  expect(proxies.map((proxy) => proxy.takeCalls() > 0)).toEqual([true, false, false]);
  stack.dns.set('embedding.test', REPLICAS.map(hostOf));
  const scaledAtMs = load.elapsedMs();
  let shares: number[] = [];
  while (load.elapsedMs() - scaledAtMs < SPREAD_WITHIN_MS) {
    await sleep(WINDOW_MS);
    const calls = proxies.map((proxy) => proxy.takeCalls());
    const all = calls.reduce((sum, count) => sum + count, 0);
    shares = calls.map((count) => count / all);
    if (shares.every((share) => share > 0.25)) break;
  }
  const spreadAfterMs = load.elapsedMs() - scaledAtMs;
  const failed = (await load.end()).filter(({ status }) => status !== 200);
  console.info(
    JSON.stringify({ spreadAfterMs: Math.round(spreadAfterMs), shares, lookups: stack.dns.lookups }),
  );
  expect(shares.every((share) => share > 0.25 && share < 0.42)).toBe(true);
  expect(spreadAfterMs).toBeLessThan(SPREAD_WITHIN_MS);
  expect(failed).toEqual([]);
}, 180_000);
