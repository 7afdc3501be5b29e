import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { until } from '@imagesearch/testkit/processes/until';

const ROOT = join(import.meta.dirname, '../..');
const DRAWINGS = 40;
const PHOTOGRAPHS = 9;
const IMAGES = DRAWINGS + PHOTOGRAPHS;

const demoFileSchema = z.object({ base_url: z.string(), keys: z.object({ scale: z.string() }) });
const warmSchema = z.object({
  assets: z.number(),
  services: z.object({ retrieval: z.object({ detail: z.string() }) }),
});

/** The demonstration as a user starts it: its own process, with ingestion in another. */
class Demo {
  readonly #child: ChildProcess;

  constructor(dataDir: string, port: number) {
    this.#child = spawn(
      process.execPath,
      ['packages/local-stack/dist/demo.js', '--limit', String(DRAWINGS)],
      {
        cwd: ROOT,
        // A process group of its own, so that a kill ends ingestion too, as a power cut would.
        detached: true,
        stdio: 'ignore',
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          PORT: String(port),
          LOG_LEVEL: 'silent',
        },
      },
    );
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    process.kill(-Number(this.#child.pid), 'SIGKILL');
    await ended;
  }

  async stop(): Promise<number | null> {
    const ended = once(this.#child, 'exit') as Promise<[number | null]>;
    this.#child.kill('SIGTERM');
    return (await ended)[0];
  }
}

let dataDir: string;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-crash-'));
  for (const service of ['gateway', 'rights']) await layEmptyPostgres(join(dataDir, service, 'postgres'));
  port = await freePort();
}, 300_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** As shells say it: 128 and the number of the signal. */
const ENDED_BY_SIGTERM = 143;

it('a first ingestion that is killed twice completes: no image is missing or doubled, and every image is found', async () => {
  for (const share of [0.25, 0.6]) {
    const demo = new Demo(dataDir, port);
    await until(async () => (await countBlobs()) >= IMAGES * share);
    await demo.kill();
    await expireLocks(dataDir);
  }

  const demo = new Demo(dataDir, port);
  const caller = await until(wholeCollection);

  const answers = await Promise.all(
    ['face', 'smiling', 'cat monkey', 'heart', 'person hand', 'clown ghost robot'].map((query) =>
      caller.search({ query, k: 100 }),
    ),
  );
  for (const { results } of answers) {
    const ids = results.map(({ asset_id }) => asset_id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  const [first] = answers[0]?.results ?? [];
  const redirect = await caller.get(String(first?.file));
  expect((await caller.get(String(redirect.headers.get('Location')))).status).toBe(200);
  expect(await demo.stop()).toBe(ENDED_BY_SIGTERM);
}, 400_000);

/** A caller of the demonstration, once all images are in. The file of a killed one names a port where nobody listens. */
async function wholeCollection(): Promise<Caller | undefined> {
  const file = await readDemoFile();
  if (file === undefined) return undefined;
  const caller = new Caller(file.base_url, file.keys.scale);
  const answer = await caller.get('/v1/warm').catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  const { assets, services } = warmSchema.parse(answer.body);
  expect(assets).toBeLessThanOrEqual(IMAGES);
  return services.retrieval.detail === `${IMAGES} images indexed` && assets === IMAGES ? caller : undefined;
}

async function readDemoFile(): Promise<z.output<typeof demoFileSchema> | undefined> {
  try {
    return demoFileSchema.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Images stored so far, by the files that exist: no service is asked, because it is about to be killed. */
async function countBlobs(): Promise<number> {
  try {
    const entries = await readdir(join(dataDir, 'rights/blobs/originals'), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).length;
  } catch {
    return 0;
  }
}
