import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { Command, INGEST, START } from './support/command.js';
import { stackEnv, startLocalStack, type LocalStack } from './support/local-stack.js';

/** More than are written to the index at once, 64. */
const IMAGES = 80;

/** A stack that is killed, as a machine without memory kills it, while a folder is being ingested. */
let stack: LocalStack;
let restarted: Command | undefined;
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

async function ingestUntilHalfway(source: string, more: Record<string, string> = {}): Promise<Command> {
  const env = { DATA_DIR: stack.dataDir, ...more };
  const ingest = Command.node([INGEST, 'folder', folder, '--source', source], { env });
  await ingest.printed(new RegExp(`[1-9]\\d* of ${IMAGES} `));
  return ingest;
}

describe('a stack that is killed during an ingestion', () => {
  it('is waited for, found again on its new port, and every image comes in', async () => {
    const ingest = await ingestUntilHalfway('shelf');
    stack.command.child.kill('SIGKILL');
    await ingest.printed(/Connection lost, retrying/);
    restarted = Command.node([START], { env: await stackEnv(stack.dataDir) });
    const { code, output } = await ingest.end();
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('Connected again.');
    expect(output).toMatch(new RegExp(`Ingested\\s*│ ${IMAGES} `));
    expect(output).toMatch(/Failed\s*│ 0 /);

    const again = Command.node([INGEST, 'folder', folder], { env: { DATA_DIR: stack.dataDir } });
    expect((await again.end()).output).toMatch(new RegExp(`Unchanged\\s*│ ${IMAGES} `));
  }, 180_000);

  it('and stays away ends the run in time, in words that say how to go on', async () => {
    const ingest = await ingestUntilHalfway('drawer', { INGEST_RECONNECT_MS: '1000' });
    restarted?.child.kill('SIGKILL');
    const { code, output } = await ingest.end();
    expect({ code, output }).toMatchObject({ code: 1 });
    expect(output).toContain(
      'Stopped: The stack has not come back within 1 s. Start it with npm start, and run the command again to continue.',
    );
    expect(output).not.toMatch(/^ +at /m);
  }, 180_000);
});
