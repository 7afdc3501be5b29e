import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Command, DEMO, STOP_SECONDS_MAX } from './support/command.js';
import { stackEnv } from './support/local-stack.js';

const IMAGES = 150;
/** The report of the drawings, which come after the photographs. */
const REPORTED = /Source\s*│\s*openmoji\s*│[\s\S]*Time\s*│/;
const CAT = /\bcat\b/;
const FLOWER = /flower|blossom|rose|hibiscus|hyacinth|tulip|lotus|bouquet/;

let dataDir: string;
let env: Record<string, string>;
let demo: Command;

const start = () => Command.node([DEMO, '--limit', String(IMAGES)], { env });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-first-images-'));
  env = await stackEnv(dataDir);
  demo = start();
  await demo.printed(/Stop with Ctrl-C/);
}, 300_000);
afterAll(async () => {
  demo.kill();
  await rm(dataDir, { recursive: true, force: true });
});

it('the printed requests are answered right while the other images come in', async () => {
  expect(demo.output).not.toMatch(REPORTED);
  const key = /isk_demo_[\w-]+/.exec(demo.output)?.[0] ?? '';
  const caller = new Caller(`http://127.0.0.1:${env['PORT'] ?? ''}`, key);
  const titles = async (path: string, body: object): Promise<string[]> => {
    const answer = (await caller.post(path, body)).body as { results: { title: string }[] };
    return answer.results.map(({ title }) => title);
  };
  const [words = {}, similar = {}] = [...demo.output.matchAll(/-d '(\{[^']*\})'/g)].map(
    ([, body = '']) => JSON.parse(body) as object,
  );
  const cats = await titles('/v1/search', words);
  const flowers = await titles('/v1/similar', similar);
  expect([cats.length, flowers.length]).toEqual([3, 3]);
  for (const title of cats) expect(title).toMatch(CAT);
  for (const title of flowers) expect(title).toMatch(FLOWER);
  expect(await titles('/v1/search', { query: 'red apple', k: 1 })).toEqual(['red apple']);

  const asset = /direct\/(\S+) -o/.exec(demo.output)?.[1] ?? '';
  const file = await fetch(`http://127.0.0.1:${env['PORT'] ?? ''}/v1/asset/direct/${asset}`, {
    headers: { 'X-API-Key': key },
  });
  const image_base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  for (const title of await titles('/v1/search', { image_base64, query: 'smiling', k: 3 }))
    expect(title).toMatch(CAT);
}, 60_000);

it('a collection that is complete is not ingested again', async () => {
  await demo.printed(REPORTED);
  const first = await demo.stop('SIGTERM');
  expect(first.left).toEqual([]);
  demo = start();
  await demo.printed(REPORTED);
  const { output, seconds, left } = await demo.stop('SIGTERM');
  expect(output).toMatch(new RegExp(`Unchanged\\s*│\\s*${IMAGES}`));
  expect(left).toEqual([]);
  expect(seconds).toBeLessThan(STOP_SECONDS_MAX);
}, 180_000);
