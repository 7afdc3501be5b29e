import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const ROWS = 10_000;
const DESCRIPTION_CHARS = 9_000;
/** Less than the rows would take if they were kept, and little more than Node and the clients do. */
const HEAP_MIB = 64;

let stack: TestStack;
let folder: string;
beforeAll(async () => {
  stack = await TestStack.start(smallCollection([]));
  folder = await mkdtemp(join(tmpdir(), 'imagesearch-memory-'));
}, 300_000);
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a manifest of 10,000 rows is read through a heap that could not hold it', async () => {
  const manifest = join(folder, 'large.jsonl');
  await pipeline(Readable.from(rows()), createWriteStream(manifest));
  const env = { ...stack.stack.addresses, DATA_DIR: join(folder, 'data') };
  const run = new IngestCommand(['manifest', manifest, '--dry-run'], env, [
    `--max-old-space-size=${HEAP_MIB}`,
  ]);
  expect(await run.end()).toBe(0);
  expect(run.output).toMatch(new RegExp(`Would be ingested\\s*│\\s*${ROWS} `));
}, 300_000);

function* rows(): Generator<string> {
  for (let at = 0; at < ROWS; at += 1) {
    const description = `${at} `.repeat(DESCRIPTION_CHARS / 6).slice(0, DESCRIPTION_CHARS);
    yield `${JSON.stringify({ id: `r${at}`, url: `https://example.org/${at}.jpg`, description })}\n`;
  }
}
