import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { Command, INGEST, START } from './support/command.js';
import { stackEnv, startLocalStack } from './support/local-stack.js';

/** More than are compared with the catalogue at once, 64. */
const IMAGES = 80;

/** A stack that is killed, as a machine without memory kills it, while a folder is being ingested. */
const stack = await startLocalStack();
let restarted: Command | undefined;
afterAll(async () => {
  restarted?.kill();
  await stack.remove();
});
const folder = join(stack.dataDir, 'shelf');
await mkdir(folder);
for (let at = 0; at < IMAGES; at += 1) await writeFile(join(folder, `${at}.png`), await drawPng(at));

it('an ingestion whose stack is killed says how to go on, and the next run brings every image in', async () => {
  const env = { DATA_DIR: stack.dataDir };
  const ingest = Command.node([INGEST, 'folder', folder], { env });
  const { keys } = JSON.parse(await readFile(join(stack.dataDir, 'demo.json'), 'utf8')) as {
    keys: { scale: string };
  };
  const caller = new Caller(stack.baseUrl, keys.scale);
  await until(async () => (await caller.get('/v1/asset/shelf:0.png')).status === 200);
  stack.command.child.kill('SIGKILL');
  const { code, output } = await ingest.end();
  expect({ code, output }).toMatchObject({ code: 1 });
  expect(output).toMatch(/Stopped: .* Is the stack running\? npm start starts one\./);
  expect(output).not.toMatch(/^ +at /m);

  restarted = Command.node([START], { env: await stackEnv(stack.dataDir) });
  await restarted.printed(/Stop with Ctrl-C/);
  const again = await Command.node([INGEST, 'folder', folder], { env }).end();
  expect(again.output).toMatch(/Failed\s*│ 0 /);
  const third = await Command.node([INGEST, 'folder', folder], { env }).end();
  expect(third.output).toMatch(new RegExp(`Unchanged\\s*│ ${IMAGES} `));
}, 240_000);
