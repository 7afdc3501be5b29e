import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnDatabases, ENGINES, found } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { newQdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { until } from '@imagesearch/testkit/processes/until';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = 12;
const SERVICES = ['embedding', 'retrieval', 'reranker', 'rights', 'gateway'] as const;

const redisUrl = found(ENGINES.redis);
const qdrantUrl = found(ENGINES.qdrant);
const index = qdrantUrl === undefined ? undefined : newQdrantIndex(qdrantUrl);

describeOnDatabases('five processes', (engine) => {
  let home: TestDatabase;
  let env: Record<string, string>;
  let baseUrl: string;
  const running = new Map<string, ChildProcess>();

  beforeAll(async () => {
    home = await engine.create('gateway/postgres');
    if (home.url === undefined) await layEmptyPostgres(join(home.dir, 'rights/postgres'));
    env = await environment(home);
    baseUrl = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  }, 300_000);

  afterAll(async () => {
    for (const child of running.values()) child.kill('SIGKILL');
    await home.drop();
    await index?.drop();
  });

  it('each started by itself and found by configuration alone, ingest a collection and answer a search', async () => {
    if (home.url !== undefined) await runToEnd('packages/local-stack/dist/migrate.js', []);
    const key = await runToEnd('services/gateway/dist/accounts-main.js', [
      'create',
      '--name',
      'e2e',
      '--plan',
      'starter',
    ]);
    for (const name of SERVICES) running.set(name, start(`services/${name}/dist/main.js`));
    const caller = new Caller(baseUrl, key.trim());
    await until(async () => (await caller.get('/v1/warm').catch(() => undefined))?.status === 200);

    await runToEnd('services/ingest/dist/main.js', ['--limit', String(IMAGES), 'openmoji']);
    const { results, backend } = await caller.search({ query: 'red apple', k: 3 });
    expect(results[0]).toMatchObject({ asset_id: 'openmoji:1F34E', rights: { license: 'cc-by-sa-4.0' } });
    expect(backend).toBe(engineOfIndex());
    const redirect = await caller.get(String(results[0]?.thumb));
    expect((await caller.get(String(redirect.headers.get('Location')))).status).toBe(200);
  }, 240_000);

  it('end cleanly on a signal', async () => {
    for (const [name, child] of [...running].reverse()) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect([name, ...((await ended) as [number | null, string | null])]).toEqual([name, 0, null]);
    }
  }, 60_000);

  function start(script: string): ChildProcess {
    return spawn(process.execPath, [script], { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' });
  }

  /** A command's standard output, once it has ended well. */
  async function runToEnd(script: string, args: string[]): Promise<string> {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env: { ...process.env, ...env } });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`${script} ended with ${code}: ${complaint}`);
    return output;
  }
});

it('a process with a wrong configuration names every bad variable and does not start', async () => {
  const child = spawn(process.execPath, ['services/gateway/dist/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: 'eighty', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' },
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(2);
  for (const variable of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(complaint).toContain(variable);
});

const engineOfIndex = (): string => (index === undefined ? 'lancedb' : 'qdrant');

/** One machine's worth of addresses; servers where the environment of the tests names them. */
async function environment({ url, dir }: TestDatabase): Promise<Record<string, string>> {
  const secret = (): string => randomBytes(32).toString('hex');
  const [embedding, retrieval, reranker, rights, port] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  const address = (at: number | undefined): string => `127.0.0.1:${at ?? 0}`;
  return {
    DATA_DIR: dir,
    LOG_LEVEL: 'warn',
    SERVICE_TOKEN: secret(),
    PORT: String(port),
    EMBEDDING_LISTEN: address(embedding),
    EMBEDDING_ADDRESS: address(embedding),
    RETRIEVAL_LISTEN: address(retrieval),
    RETRIEVAL_ADDRESS: address(retrieval),
    RERANKER_LISTEN: address(reranker),
    RERANKER_ADDRESS: address(reranker),
    RIGHTS_LISTEN: address(rights),
    RIGHTS_ADDRESS: address(rights),
    ...(url !== undefined && { DATABASE_URL: url, KEY_SECRET: secret(), DOWNLOAD_SECRET: secret() }),
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    ...index?.env,
  };
}
