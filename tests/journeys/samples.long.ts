import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Command, DEMO, run } from './support/command.js';
import { stackEnv } from './support/local-stack.js';

/** The whole collection of the demonstration, on a busy machine. */
const INGESTION_MS = 900_000;
/** The second report of the drawings: the first is that of those which the printed requests ask for. */
const REPORTED = /(?:Source\s*│\s*openmoji\s*│[\s\S]*?Time\s*│[\s\S]*?){2}/;
const CAT = /\bcat\b/;
const FLOWER = /flower|blossom|rose|hibiscus|hyacinth|tulip|lotus|bouquet/;

const env = await stackEnv(folderOfSuite());
const demo = Command.node([DEMO], { env });
beforeAll(async () => {
  await demo.printed(/Stop with Ctrl-C/);
}, 300_000);
afterAll(() => demo.killAll());

const keyOf = () => /isk_demo_[\w-]+/.exec(demo.output)?.[0] ?? '';
const bodiesIn = (text: string): object[] =>
  [...text.matchAll(/-d '(\{[^']*\})'/g)].map(([, body = '']) => JSON.parse(body) as object);

async function titles(path: string, body: object): Promise<string[]> {
  const caller = new Caller(`http://127.0.0.1:${env['PORT'] ?? ''}`, keyOf());
  const answer = (await caller.post(path, body)).body as { results: { title: string }[] };
  return answer.results.map(({ title }) => title);
}

it('the printed requests are answered right while other images come in', async () => {
  expect(demo.output).not.toMatch(REPORTED);
  const [words = {}, similar = {}] = bodiesIn(demo.output);
  const cats = await titles('/v1/search', words);
  const flowers = await titles('/v1/similar', similar);
  expect([cats.length, flowers.length]).toEqual([3, 3]);
  for (const title of cats) expect(title).toMatch(CAT);
  for (const title of flowers) expect(title).toMatch(FLOWER);
  expect(await titles('/v1/search', { query: 'red apple', k: 1 })).toEqual(['red apple']);

  const [, asset = '', query = '', k = ''] =
    /direct\/(\S+) -o [\s\S]*?"query": "([^"]+)", "k": (\d+), "image_base64"/.exec(demo.output) ?? [];
  const file = await fetch(`http://127.0.0.1:${env['PORT'] ?? ''}/v1/asset/direct/${asset}`, {
    headers: { 'X-API-Key': keyOf() },
  });
  const image_base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const both = await titles('/v1/search', { image_base64, query, k: Number(k) });
  expect(both).toHaveLength(3);
  for (const title of both) expect(title).toMatch(CAT);
}, 60_000);

it(
  'the requests of the README and of the first tutorial find the red apple first and alone',
  async () => {
    // Waiting has its own limit, which ingestion exceeds.
    while (!REPORTED.test(demo.output))
      await demo.printed(REPORTED).catch((error: unknown) => {
        if (demo.child.exitCode !== null) throw error;
      });
    const pages = await Promise.all(
      ['README.md', 'docs/tutorials/first-search.md'].map((name) => readFile(join(ROOT, name), 'utf8')),
    );
    const bodies = bodiesIn(pages.join('\n'));
    expect(bodies).toHaveLength(3);
    for (const body of bodies) expect(await titles('/v1/search', body)).toEqual(['red apple']);
  },
  INGESTION_MS,
);

it('a complete collection is not ingested again, and every result of the sample searches is a cat', async () => {
  await demo.stop('SIGTERM');
  const { code, output } = await run([DEMO, '--once'], { env });
  expect(code).toBe(0);
  expect(output).toMatch(/Ingested\s*│\s*0\b[\s\S]*Unchanged\s*│\s*\d{3}/);
  const rows = output.split('\n').filter((line) => /^│ [01]\.\d+ │ openmoji:/.test(line));
  expect(rows).toHaveLength(5 + 5 + 3 + 5);
  for (const row of rows) expect(row).toMatch(CAT);
}, 120_000);
