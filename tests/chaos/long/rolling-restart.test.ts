import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '@imagesearch/testkit/images/small-collection';
import type { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import {
  BACKENDS,
  hostOf,
  newProcessStack,
  type ProcessStack,
} from '@imagesearch/testkit/processes/process-stack';
import { startLoad, warmUp } from '../support/steady-load.js';

const REPLICAS = [0, 1];
const DRAIN_DELAY_MS = 2_000;
/** How often the load balancer of this test asks who is ready; twice within the delay. */
const PROBE_INTERVAL_MS = 500;
const PER_SECOND = 6;
const IMAGE_EVERY = 4;
const SETTLE_MS = 1_500;

let stack: ProcessStack;
let balancer: LoadBalancer;
const gateways: ServiceProcess[] = [];
const backends: ServiceProcess[] = [];

/** Sends requests to the gateways that are ready, one after another, as a load balancer in front of them does. */
class LoadBalancer {
  #ready: string[] = [];
  #next = 0;
  readonly #probing: NodeJS.Timeout;

  constructor() {
    this.#probing = setInterval(() => void this.probe(), PROBE_INTERVAL_MS);
  }

  pick(): string {
    this.#next += 1;
    return this.#ready[this.#next % this.#ready.length] ?? 'http://127.0.0.1:1';
  }

  async probe(): Promise<void> {
    const ready = await Promise.all(
      gateways.map(async ({ address, baseUrl }) => {
        const response = await fetch(`${address}/readyz`).catch(() => undefined);
        return response?.ok === true ? [baseUrl] : [];
      }),
    );
    this.#ready = ready.flat();
  }

  stop(): void {
    clearInterval(this.#probing);
  }
}

beforeAll(async () => {
  stack = await newProcessStack();
  for (const name of BACKENDS) stack.dns.set(`${name}.test`, REPLICAS.map(hostOf));
  for (const name of ['retrieval', 'rights', 'reranker', 'embedding'] as const)
    for (const replica of REPLICAS) backends.push(await stack.startBackend(name, replica));
  for (const replica of REPLICAS)
    gateways.push(await stack.startGateway(replica, { DRAIN_DELAY_MS: String(DRAIN_DELAY_MS) }));
  balancer = new LoadBalancer();
  await balancer.probe();
  for (const { baseUrl } of gateways) await warmUp(baseUrl, stack.key);
}, 300_000);
afterAll(async () => {
  balancer.stop();
  await stack.stop();
});

it('ten processes, restarted one after another under a load of texts and images, answer every search', async () => {
  const image = (await draw({ shape: 'box', colour: [200, 30, 40] })).toString('base64');
  const load = startLoad({
    key: stack.key,
    perSecond: PER_SECOND,
    baseUrl: () => balancer.pick(),
    body: (number) =>
      number % IMAGE_EVERY === 0 ? { image_base64: image, k: 1 } : { query: `red ball ${number}`, k: 1 },
  });
  await sleep(SETTLE_MS);
  const restarts: { name: string; fromMs: number; toMs: number; code: number | null }[] = [];
  for (const service of [...backends, ...gateways]) {
    const fromMs = load.elapsedMs();
    const code = await service.stop('SIGTERM');
    await service.start();
    restarts.push({ name: `${service.name} ${service.address}`, fromMs, toMs: load.elapsedMs(), code });
    await sleep(SETTLE_MS);
  }
  const answers = await load.end();
  const failed = answers.filter(({ status }) => status !== 200);
  console.info(
    JSON.stringify({
      searches: answers.length,
      failed: failed.length,
      slowestMs: Math.round(Math.max(...answers.map(({ tookMs }) => tookMs))),
      restarts: restarts.map(
        ({ name, fromMs, toMs }) => `${name}: ${Math.round(fromMs)}-${Math.round(toMs)}`,
      ),
    }),
  );
  expect(restarts.filter(({ code }) => code !== 0)).toEqual([]);
  expect(failed).toEqual([]);
}, 400_000);
