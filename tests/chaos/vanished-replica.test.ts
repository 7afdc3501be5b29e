import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReplicaProxy } from '@imagesearch/testkit/network/replica-proxy';
import { hostOf, ProcessStack } from './support/process-stack.js';
import { startLoad, warmUp } from './support/steady-load.js';

const FAILS_FOR_MS_MAX = 15_000;
/** Longer than a connection that lost its peer stayed in use before there were shorter keepalives. */
const OBSERVED_MS = 25_000;
const PER_SECOND = 6;
const REPLICAS = [1, 2, 3];

let stack: ProcessStack;
let baseUrl: string;
const proxies: ReplicaProxy[] = [];

beforeAll(async () => {
  stack = await ProcessStack.create();
  for (const name of ['retrieval', 'reranker', 'rights'] as const) stack.dns.set(`${name}.test`, [hostOf(0)]);
  stack.dns.set('embedding.test', REPLICAS.map(hostOf));
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

it('a replica that vanishes without a word fails its share of searches for less than 15 s, and calls hardly multiply', async () => {
  const load = startLoad({
    key: stack.key,
    perSecond: PER_SECOND,
    baseUrl: () => baseUrl,
    body: (number) => ({ query: `red ball ${number}`, k: 1 }),
  });
  await sleep(4_000);
  for (const proxy of proxies) expect(proxy.takeCalls()).toBeGreaterThan(4);
  const [lost] = proxies;
  lost?.vanish();
  const vanishedAtMs = load.elapsedMs();
  await sleep(OBSERVED_MS);
  const calls = proxies.reduce((sum, proxy) => sum + proxy.takeCalls(), 0);
  const searches = (load.elapsedMs() - vanishedAtMs) * (PER_SECOND / 1_000);
  const answers = await load.end();
  const failed = answers.filter(({ status }) => status !== 200);
  const lastFailedAtMs = Math.max(0, ...failed.map(({ atMs }) => atMs - vanishedAtMs));
  console.info(
    JSON.stringify({
      searches: Math.round(searches),
      failed: failed.length,
      lastFailedAtMs: Math.round(lastFailedAtMs),
      callsForEachSearch: calls / searches,
    }),
  );
  expect(lastFailedAtMs).toBeLessThan(FAILS_FOR_MS_MAX);
  expect(calls / searches).toBeLessThan(1.2);
  // Before it vanished and after it was noticed, all are answered.
  expect(failed.filter(({ atMs }) => atMs < vanishedAtMs - 1_000)).toEqual([]);
}, 180_000);
