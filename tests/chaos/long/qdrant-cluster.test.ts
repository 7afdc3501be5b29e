import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startStack } from '@imagesearch/local-stack/stack';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { startQdrantCluster, type QdrantCluster } from '../support/qdrant-cluster.js';
import { startLoad, warmUp } from '../support/steady-load.js';

const BACKUP_PROGRAMS = join(import.meta.dirname, '../../../packages/local-stack/dist');
const SHARDS = 6;
const REPLICAS = 2;
const IMAGES = 300;
const PER_SECOND = 6;
const WITHOUT_FAULT_MS = 5_000;
const WITHOUT_NODE_MS = 10_000;
const MINUTES = 60_000;
const QUERIES = ['dog', 'red heart', 'rain', 'fire engine', 'happy face'];

describeWith(ENGINES.qdrantServer, 'a cluster of three Qdrant nodes', (program) => {
  let cluster: QdrantCluster;
  let stack: TestStack;
  let key: string;
  const secrets = { KEY_SECRET: 'k'.repeat(32), DOWNLOAD_SECRET: 'd'.repeat(32) };
  const envOf = ({ url }: QdrantCluster) => ({
    ...secrets,
    QDRANT_URL: url,
    QDRANT_SHARD_NUMBER: String(SHARDS),
    QDRANT_REPLICATION_FACTOR: String(REPLICAS),
  });
  const ingestOpenMoji = async (limit: number): Promise<void> => {
    const { exitCode, output } = await stack.runIngest(['openmoji', '--limit', String(limit)]);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  };
  /** Of every replica of each shard of images; replicas of one shard agree. */
  const settledShards = async (): Promise<number[]> => {
    const shards = await until(async () => {
      const replicas = Object.entries((await cluster.replicas()) ?? {});
      const areEqual = replicas.every(
        ([, points]) => points.length === REPLICAS && new Set(points).size === 1,
      );
      return replicas.length === SHARDS && areEqual && replicas;
    });
    return shards.map(([, [points = 0]]) => points);
  };
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  beforeAll(async () => {
    cluster = await startQdrantCluster(program);
    stack = await TestStack.start(NO_IMAGES, { env: envOf(cluster) });
    key = await stack.newKey('custom');
    await ingestOpenMoji(IMAGES);
    await warmUp(stack.baseUrl, key);
  }, 5 * MINUTES);
  afterAll(async () => {
    await stack.stop();
    await cluster.stop();
  });

  it(
    'answers every search while its leader and then a follower are killed',
    async () => {
      const load = startLoad({
        key,
        perSecond: PER_SECOND,
        baseUrl: () => stack.baseUrl,
        body: (number) => ({ query: `${QUERIES[number % QUERIES.length] ?? ''} ${number}`, k: 5 }),
      });
      for (const role of ['leader', 'follower'] as const) {
        await sleep(WITHOUT_FAULT_MS);
        const node = await cluster.find(role);
        await cluster.kill(node);
        await sleep(WITHOUT_NODE_MS);
        await cluster.restart(node);
        await settledShards();
      }
      const answers = await load.end();
      console.log(`${answers.length} searches, the slowest took ${slowest(answers)} ms`);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    },
    5 * MINUTES,
  );

  it(
    'takes images while a node is down, and every replica has them after its return',
    async () => {
      const node = await cluster.find('follower');
      await cluster.kill(node);
      await ingestOpenMoji(2 * IMAGES);
      await cluster.restart(node);
      expect(sum(await settledShards())).toBe(2 * IMAGES);
    },
    10 * MINUTES,
  );

  it(
    'is rebuilt by reindex',
    async () => {
      expect(await stack.runIngest(['reindex'])).toMatchObject({ exitCode: 0 });
      expect(sum(await settledShards())).toBe(2 * IMAGES);
    },
    10 * MINUTES,
  );

  it(
    'is backed up, and restored into another cluster',
    async () => {
      const answers = async (baseUrl: string) => {
        const found: object[] = [];
        // One after another: vectors of words that arrive together depend a little on each other.
        for (const query of QUERIES) {
          const { results } = await new Caller(baseUrl, key).search({ query, k: 10 });
          found.push(results.map(({ asset_id: id, score }) => ({ id, score })));
        }
        return found;
      };
      const before = await answers(stack.baseUrl);
      const folder = await mkdtemp(join(tmpdir(), 'imagesearch-cluster-backup-'));
      const run = (name: string, dataDir: string, env: Record<string, string>) =>
        runProgram(process.execPath, [join(BACKUP_PROGRAMS, `${name}.js`), join(folder, 'backup')], {
          env: { DATABASE_URL: '', DATA_DIR: dataDir, ...env },
        });
      await stack.stack.close();
      const whole = { ...envOf(cluster), QDRANT_NODES: cluster.nodeUrls.join(',') };
      expect(await run('backup', stack.dataDir, envOf(cluster))).toMatchObject({
        code: 1,
        output: expect.stringContaining('set QDRANT_NODES'),
      });
      expect(await run('backup', stack.dataDir, whole)).toMatchObject({ code: 0 });
      await cluster.stop();

      cluster = await startQdrantCluster(program);
      const [dataDir, nodes] = [join(folder, 'data'), cluster.nodeUrls.join(',')];
      expect(await run('restore', dataDir, { ...envOf(cluster), QDRANT_NODES: nodes })).toMatchObject({
        code: 0,
      });
      expect(sum(await settledShards())).toBe(2 * IMAGES);
      const restored = await startStack({
        env: { ...envOf(cluster), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
      });
      try {
        expect(await answers(restored.gateway.baseUrl())).toEqual(before);
      } finally {
        await restored.close();
        await rm(folder, { recursive: true });
      }
    },
    10 * MINUTES,
  );
});

function slowest(answers: readonly { tookMs: number }[]): number {
  return Math.round(Math.max(...answers.map(({ tookMs }) => tookMs)));
}
