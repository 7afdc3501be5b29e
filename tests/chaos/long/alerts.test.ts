import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { newAuthority, writeTlsFiles } from '@imagesearch/testkit/network/certificates';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';
import { both, describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { BAD_DAYS, type World } from '../support/bad-days.js';
import { IngestQueue } from '../support/ingest-queue.js';
import { OutageStack } from '../support/outage-stack.js';
import { inSeconds, Prometheus } from '../support/prometheus.js';
import { startLoad, warmUp } from '../support/steady-load.js';

const RULES = join(import.meta.dirname, '../../../infra/prometheus/alerts.yml');
const PER_SECOND = 4;
const IMAGE_EVERY = 4;
const YEAR_MS = 365 * 86_400_000;
const SEARCH_TIMEOUT_MS = 5_000;

/** Small, so that one machine can fill each of them. */
const LIMITS = {
  DATABASE_POOL_MAX: '2',
  CONNECTIONS_MAX: '100',
  EMBEDDING_QUEUE_MAX: '32',
  // No small index in memory: searches go to the engine.
  INDEX_MEMORY_MB: '0',
  SEARCH_TIMEOUT_MS: String(SEARCH_TIMEOUT_MS),
  RESERVATION_LIFETIME_MS: String(2 * SEARCH_TIMEOUT_MS),
  MAINTENANCE_INTERVAL_MS: '1000',
};

describeWith(both(ENGINES.prometheus, ENGINES.redisServer), 'a Prometheus with the rules, in seconds', () => {
  let world: World;
  let certificates: string;
  let prometheus: Prometheus;
  let load: ReturnType<typeof startLoad>;
  const rows: string[] = [];

  beforeAll(async () => {
    const token = randomBytes(32).toString('hex');
    const stack = await OutageStack.start({ ...LIMITS, SERVICE_TOKEN: token });
    const proxied = { ...stack.addresses('behind proxies'), SERVICE_TOKEN: token };
    const queue = await IngestQueue.start({ ...proxied, REDIS_URL: stack.redisUrl });
    certificates = await mkdtemp(join(tmpdir(), 'imagesearch-alerts-'));
    const authority = await newAuthority();
    const issueCertificate = async (until: Date): Promise<Record<string, string>> => {
      const identity = await authority.issue(['rights'], { from: new Date(), until });
      return writeTlsFiles(certificates, identity, authority);
    };
    world = {
      stack,
      queue,
      issueCertificate,
      addresses: { ...stack.addresses('of the services'), SERVICE_TOKEN: token },
    };
    const metrics = `127.0.0.1:${await freePort()}`;
    await stack.startUnused('rights', {
      ...(await issueCertificate(new Date(Date.now() + YEAR_MS))),
      METRICS_LISTEN: metrics,
    });
    prometheus = await Prometheus.start(
      { ...stack.five.metricsUrls, worker: queue.metricsUrl, 'rights-tls': `http://${metrics}/metrics` },
      inSeconds(await readFile(RULES, 'utf8')),
    );
    await warmUp(stack.baseUrl, stack.key);
    const image = (await draw({ shape: 'box', colour: [200, 30, 40] })).toString('base64');
    load = startLoad({
      key: stack.key,
      perSecond: PER_SECOND,
      baseUrl: () => stack.baseUrl,
      body: (number) =>
        number % IMAGE_EVERY === 0 ? { image_base64: image, k: 1 } : { query: `red ball ${number}`, k: 1 },
    });
  }, 400_000);
  afterAll(async () => {
    printErr(
      [
        '| alert | fault | fires after | resolved after |',
        '| ----- | ------- | ----------: | -------------: |',
      ]
        .concat(rows)
        .join('\n'),
    );
    await load.end();
    await prometheus.stop();
    await world.queue.stop();
    await world.stack.close();
    await rm(certificates, { recursive: true, force: true });
  });

  it.each(BAD_DAYS)(
    '$name: $alerts',
    async ({ name, alerts, outage }) => {
      const day = outage(world);
      const waitFor = async (alert: string, fires: boolean, sinceMs: number): Promise<string> => {
        await until(async () => (await prometheus.firing()).has(alert) === fires);
        return `${((performance.now() - sinceMs) / 1_000).toFixed(0)} s`;
      };
      for (const alert of alerts) await waitFor(alert, false, 0);
      const beganMs = performance.now();
      await day.begin();
      const fired: string[] = [];
      try {
        for (const alert of alerts) fired.push(await waitFor(alert, true, beganMs));
      } finally {
        await day.end();
      }
      const endedMs = performance.now();
      for (const [at, alert] of alerts.entries()) {
        const row = `| ${alert} | ${name} | ${fired[at] ?? ''} | ${await waitFor(alert, false, endedMs)} |`;
        rows.push(row);
        printErr(row);
      }
      expect(fired).toHaveLength(alerts.length);
    },
    400_000,
  );
});

it('every alert has a bad day', async () => {
  const rules = await readFile(RULES, 'utf8');
  const alerts = [...rules.matchAll(/- alert: (?<name>\w+)/g)].map(([, name]) => name ?? '');
  expect(BAD_DAYS.flatMap(({ alerts: raised }) => raised).toSorted()).toEqual(alerts.toSorted());
  expect(inSeconds(rules)).not.toMatch(/for: \d+[mh]|\[\d+[mh]\]/);
});
