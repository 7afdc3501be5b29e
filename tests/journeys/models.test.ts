import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hubModels } from '@imagesearch/testkit/models/hub-models';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { startEmbeddingProxy } from '@imagesearch/testkit/stack/embedding-proxy';
import { ROOT } from '@imagesearch/testkit/repository';
import { Command, INGEST, MODELS, run } from './support/command.js';
import { LocalStack } from './support/local-stack.js';

const IMAGES = 12;
/** As fast as the plan allows. */
const BETWEEN_SEARCHES_MS = 50;
const USE_CLIP = 'npm run models -- use clip-b32';

const models = await hubModels('clip-b32');
const stack = await LocalStack.start({ ...models.env, MODEL_PROFILE: '' });
const { dataDir: dir } = stack;
const options = { env: stack.env, cwd: ROOT };

const use = (profile: string) => Command.node([MODELS, 'use', profile], options);

interface Warm {
  model: string;
  services: { embedding: { detail: string } };
}

const warm = async (): Promise<Warm> => (await stack.caller.get('/v1/warm')).body as Warm;

beforeAll(async () => {
  const photos = join(dir, 'photos');
  await mkdir(photos);
  for (let at = 0; at < IMAGES; at += 1) await writeFile(join(photos, `boat-${at}.png`), await drawPng(at));
  const { code, output } = await run([INGEST, 'folder', photos], options);
  expect({ code, output }).toMatchObject({ code: 0 });
}, 240_000);
afterAll(async () => {
  await stack.remove();
  await models.remove();
});

describe('the model that runs', () => {
  it('is said in one sentence, with what it cannot do and the one command, by npm start and /v1/warm', async () => {
    const { model, services } = await warm();
    expect(model).toBe('lite');
    expect(services.embedding.detail).toMatch(
      /^lite: .* without a caption, .*: npm run models -- use clip-b32$/,
    );
    expect(stack.command.output).toContain(services.embedding.detail);
    expect(stack.command.output.split(USE_CLIP)).toHaveLength(2);
  });
});

describe('npm run models -- use', () => {
  /** Searches without a pause until the work has ended. @returns the status of each */
  async function whileSearching(work: Promise<unknown>): Promise<number[]> {
    const statuses: number[] = [];
    const ended = new AbortController();
    const searching = (async () => {
      while (!ended.signal.aborted) {
        statuses.push(
          (await stack.caller.post('/v1/search', { query: `boat ${statuses.length}`, k: 3 })).status,
        );
        await sleep(BETWEEN_SEARCHES_MS);
      }
    })();
    await work.finally(() => ended.abort());
    await searching;
    return statuses;
  }

  it('beside a running stack says "restart to use it"; until then the model before answers, and no search is lost', async () => {
    const command = use('clip-b32');
    const statuses = await whileSearching(command.ended());
    expect(await command.ended()).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /clip-b32 is on disk\. Restart to use it, with MODEL_PROFILE=clip-b32 npm start: .* Until then, lite does\./,
      ),
    });
    // How many there are depends on the machine: the command no longer embeds anything.
    expect([...new Set(statuses)]).toEqual([200]);
    expect((await warm()).model).toBe('lite');
  }, 180_000);

  it('is followed by a start that embeds every image again; the next ones keep the model', async () => {
    await stack.command.stop('SIGTERM');
    await stack.startAgain({ MODEL_PROFILE: 'clip-b32' });
    expect(stack.command.output).toContain(`The new index serves: ${IMAGES} points.`);
    expect((await warm()).model).toBe('clip-b32');
    expect((await use('clip-b32').ended()).output).toContain('clip-b32 answers already.');
    const again = [INGEST, 'folder', join(dir, 'photos'), '--source', 'again', '--limit', '2'];
    expect(await run(again, options)).toMatchObject({ code: 0 });
    await stack.command.stop('SIGTERM');
    await stack.startAgain();
    expect((await warm()).model).toBe('clip-b32');
    expect((await stack.caller.search({ query: 'boat', k: 1 })).count).toBe(1);
  }, 180_000);

  it('loses nothing when the start that embeds again is killed: the index before still answers, and a second one finishes', async () => {
    await stack.command.stop('SIGTERM');
    const killed = stack.begin({ MODEL_PROFILE: 'lite' });
    await killed.printed(/Every image is embedded again/);
    killed.killAll();
    await killed.ended();
    await stack.startAgain();
    expect((await warm()).model).toBe('clip-b32');
    expect((await stack.caller.search({ query: 'boat', k: 1 })).count).toBe(1);
    await stack.command.stop('SIGTERM');
    await stack.startAgain({ MODEL_PROFILE: 'lite' });
    expect((await warm()).model).toBe('lite');
    expect((await stack.caller.search({ query: 'boat', k: 1 })).count).toBe(1);
  }, 180_000);

  it('changes the model of a stack that does not run; the next start keeps it', async () => {
    await stack.command.stop('SIGTERM');
    const { code, output } = await use('clip-b32').ended();
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('clip-b32 has filled the index'),
    });
    await stack.startAgain();
    expect((await warm()).model).toBe('clip-b32');
    expect((await stack.caller.search({ query: 'boat', k: 1 })).count).toBe(1);
  }, 180_000);
});

it('an index of a model that this version does not have is embedded again by the next start', async () => {
  const { RIGHTS_ADDRESS, RETRIEVAL_ADDRESS, EMBEDDING_ADDRESS } = JSON.parse(
    await readFile(join(dir, 'stack.json'), 'utf8'),
  ) as Record<string, string>;
  const token = (await readFile(join(dir, 'service-token'), 'utf8')).trim();
  const other = await startEmbeddingProxy(EMBEDDING_ADDRESS ?? '', token, { isOtherModel: true });
  const addresses = { RIGHTS_ADDRESS, RETRIEVAL_ADDRESS, EMBEDDING_ADDRESS: other.address } as Record<
    string,
    string
  >;
  const filled = await run([INGEST, 'reindex'], { env: { ...stack.env, ...addresses }, cwd: ROOT });
  if (filled.code !== 0) throw new Error(filled.output);
  await other.close();
  expect((await stack.caller.post('/v1/search', { query: 'boat', k: 1 })).status).toBe(503);
  await stack.command.stop('SIGTERM');
  await stack.startAgain();
  expect(stack.command.output).toContain('Another model filled the index. Every image is embedded again');
  expect((await stack.caller.search({ query: 'boat', k: 1 })).count).toBe(1);
}, 180_000);
