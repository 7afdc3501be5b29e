import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Command, DEMO, ROOT, run } from './support/command.js';
import { stackEnv } from './support/local-stack.js';

/** The whole collection of the demonstration, on a busy machine. */
const INGESTION_MS = 900_000;

const CAT = /\bcat\b/;
const FLOWER = /flower|blossom|rose|hibiscus|hyacinth|tulip|lotus/;

let dataDir: string;
let env: Record<string, string>;
let demo: Command;
let caller: Caller;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-samples-'));
  env = await stackEnv(dataDir);
  demo = Command.node([DEMO], { env });
  while (!demo.output.includes('Stop with Ctrl-C'))
    await demo.printed(/Stop with Ctrl-C/).catch(rethrowIfEnded);
  const file = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    base_url: string;
    keys: { starter: string };
  };
  caller = new Caller(file.base_url, file.keys.starter);
}, INGESTION_MS);
afterAll(async () => {
  demo.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Waiting has its own limit, which ingestion exceeds. */
function rethrowIfEnded(error: unknown): void {
  if (demo.child.exitCode !== null) throw error;
}

async function titles(path: string, body: object): Promise<string[]> {
  const answer = (await caller.post(path, body)).body as { results: { title: string }[] };
  return answer.results.map(({ title }) => title);
}

it('every result of the requests that the demonstration prints is right', async () => {
  const [words, similar] = [...demo.output.matchAll(/-d '(\{[^']*\})'/g)].map(
    ([, body = '']) => JSON.parse(body) as { query?: string; k: number },
  );
  expect(words).toMatchObject({ query: 'smiling cat' });
  for (const title of await titles('/v1/search', words ?? {})) expect(title).toMatch(CAT);
  for (const title of await titles('/v1/similar', similar ?? {})) expect(title).toMatch(FLOWER);

  const [, asset = '', query = '', k = ''] =
    /direct\/(\S+) -o [\s\S]*?"query": "([^"]+)", "k": (\d+), "image_base64"/.exec(demo.output) ?? [];
  const file = await fetch(`http://127.0.0.1:${env['PORT'] ?? ''}/v1/asset/direct/${asset}`, {
    headers: { 'X-API-Key': /isk_demo_[\w-]+/.exec(demo.output)?.[0] ?? '' },
  });
  const image_base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const both = await titles('/v1/search', { image_base64, query, k: Number(k) });
  expect(both).toHaveLength(3);
  for (const title of both) expect(title).toMatch(CAT);
}, 60_000);

it('the requests of the README and of the first tutorial find the red apple first and alone', async () => {
  const pages = await Promise.all(
    ['README.md', 'docs/tutorials/first-search.md'].map((name) => readFile(join(ROOT, name), 'utf8')),
  );
  const bodies = [...pages.join('\n').matchAll(/-d '(\{[^']*\})'/g)].map(
    ([, body = '']) => JSON.parse(body) as object,
  );
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(await titles('/v1/search', body)).toEqual(['red apple']);
}, 60_000);

it('every result of the sample searches is a cat', async () => {
  await demo.stop('SIGTERM');
  const { code, output } = await run([DEMO, '--once'], { env });
  expect(code).toBe(0);
  const rows = output.split('\n').filter((line) => /^│ [01]\.\d/.test(line));
  expect(rows).toHaveLength(5 + 5 + 3 + 5);
  for (const row of rows) expect(row).toMatch(CAT);
}, 120_000);
