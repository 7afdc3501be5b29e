import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { until } from '@imagesearch/testkit/processes/until';
import { Command, INGEST } from './support/command.js';
import { LocalStack } from './support/local-stack.js';

/** More than are compared with the catalogue at once, 64. */
const IMAGES = 80;

/** A stack that is killed, as a machine without memory kills it, while a folder is being ingested. */
const stack = await LocalStack.start();
afterAll(() => stack.remove());
const folder = join(stack.dataDir, 'shelf');
await mkdir(folder);
for (let at = 0; at < IMAGES; at += 1) await writeFile(join(folder, `${at}.png`), await drawPng(at));

it('an ingestion whose stack is killed says how to go on, and the next run brings every image in', async () => {
  const ingest = () => Command.node([INGEST, 'folder', folder], { env: { DATA_DIR: stack.dataDir } });
  const first = ingest();
  await until(async () => (await stack.caller.get('/v1/asset/shelf:0.png')).status === 200);
  stack.command.child.kill('SIGKILL');
  const { code, output } = await first.ended();
  expect({ code, output }).toMatchObject({ code: 1 });
  expect(output).toMatch(/Stopped: .* Is the stack running\? npm start starts one\./);
  expect(output).not.toMatch(/^ +at /m);

  await stack.startAgain();
  expect((await ingest().ended()).output).toMatch(/Failed\s*│ 0 /);
  expect((await ingest().ended()).output).toMatch(new RegExp(`Unchanged\\s*│ ${IMAGES} `));
}, 240_000);
