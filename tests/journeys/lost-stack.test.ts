import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { Command, INGEST, START } from './support/command.js';
import { stackEnv, startLocalStack, type LocalStack } from './support/local-stack.js';

/** More than are written to the index at once, 64. */
const IMAGES = 80;

/** A stack that is killed, as a machine without memory kills it, while a folder is being ingested. */
let stack: LocalStack;
let restarted: Command | undefined;
let restartedEnv: Record<string, string> = {};
let folder: string;
beforeAll(async () => {
  stack = await startLocalStack();
  folder = join(stack.dataDir, 'shelf');
  await mkdir(folder);
  for (let at = 0; at < IMAGES; at += 1) await writeFile(join(folder, `${at}.png`), await drawPng(at));
}, 120_000);
afterAll(async () => {
  restarted?.kill();
  await stack.remove();
});

/** Begins an ingestion; the first of its images are in when this resolves. */
async function beginIngestion(source: string, { PORT, ...more }: Record<string, string>): Promise<Command> {
  const env = { DATA_DIR: stack.dataDir, ...more };
  const ingest = Command.node([INGEST, 'folder', folder, '--source', source], { env });
  const { keys } = JSON.parse(await readFile(join(stack.dataDir, 'demo.json'), 'utf8')) as {
    keys: { scale: string };
  };
  const caller = new Caller(`http://127.0.0.1:${PORT ?? ''}`, keys.scale);
  await until(async () => (await caller.get(`/v1/asset/${source}:0.png`)).status === 200);
  return ingest;
}

describe('a stack that is killed during an ingestion', () => {
  it('is waited for, found again on its new port, and every image comes in', async () => {
    const ingest = await beginIngestion('shelf', stack.env);
    stack.command.child.kill('SIGKILL');
    await ingest.printed(/Connection lost, retrying/);
    restartedEnv = await stackEnv(stack.dataDir);
    restarted = Command.node([START], { env: restartedEnv });
    const { code, output } = await ingest.end();
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('Connected again.');
    expect(output).toMatch(new RegExp(`Ingested\\s*│ ${IMAGES} `));
    expect(output).toMatch(/Failed\s*│ 0 /);

    const again = Command.node([INGEST, 'folder', folder], { env: { DATA_DIR: stack.dataDir } });
    expect((await again.end()).output).toMatch(new RegExp(`Unchanged\\s*│ ${IMAGES} `));
  }, 180_000);

  it('and stays away ends the run in time, in words that say how to go on', async () => {
    const ingest = await beginIngestion('drawer', { ...restartedEnv, INGEST_RECONNECT_MS: '1000' });
    restarted?.child.kill('SIGKILL');
    const { code, output } = await ingest.end();
    expect({ code, output }).toMatchObject({ code: 1 });
    expect(output).toContain(
      'Stopped: The stack has not come back within 1 s. Start it with npm start, and run the command again to continue.',
    );
    expect(output).not.toMatch(/^ +at /m);
  }, 180_000);
});
