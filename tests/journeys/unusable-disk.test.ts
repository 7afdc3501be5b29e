import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ACCOUNTS, DEMO, INGEST, MODELS, START, run } from './support/command.js';
import { mountDisk, unwritableFolder, type Disk } from './support/disks.js';

let remove: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of remove) await undo();
  remove = [];
});

async function disk(mebibytes: number): Promise<Disk> {
  const mounted = await mountDisk(mebibytes);
  remove.push(mounted.remove);
  return mounted;
}

/** One sentence or two, no stack trace, exit 1. */
async function expectRefusal(args: string[], env: Record<string, string>, saying: RegExp, uid?: number) {
  const { code, output } = await run(args, { env, ...(uid !== undefined && { uid }) });
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(saying) });
  expect(output).not.toMatch(/^ +at |Abort|wasm/m);
  expect(output.trim().split('\n')).toHaveLength(1);
}

describeWith(ENGINES.plainUser, 'a DATA_DIR that this user may not write', ({ uid }) => {
  it.each([[START], [DEMO], [ACCOUNTS, 'list'], [MODELS, 'pull', 'clip-b32']])(
    '%s says so and where',
    async (...args) => {
      const folder = await unwritableFolder();
      remove.push(folder.remove);
      const env = { DATA_DIR: join(folder.dir, 'data'), PORT: String(await freePort()), HOME: tmpdir() };
      await expectRefusal(args, env, new RegExp(`This user may not write ${folder.dir}/data`), uid);
    },
  );
});

const dir = folderOfSuite();
it('a DATA_DIR below a file is refused in the same way', async () => {
  await writeFile(join(dir, 'file'), '');
  const env = { DATA_DIR: join(dir, 'file/data'), PORT: String(await freePort()) };
  await expectRefusal([START], env, /a part of that path is a file/);
});

describeWith(ENGINES.mountedDisk, 'a mounted disk', () => {
  it('a read-only DATA_DIR is named by every command', async () => {
    const { dir, remountReadOnly } = await disk(1);
    remountReadOnly();
    const env = { DATA_DIR: join(dir, 'data'), PORT: String(await freePort()) };
    for (const args of [[START], [DEMO], [ACCOUNTS, 'list']])
      await expectRefusal(args, env, new RegExp(`${dir}/\\S+ cannot be written: it is on a read-only disk`));
  });

  it('a disk without room for the databases is named before anything is built', async () => {
    const { dir } = await disk(20);
    const env = { DATA_DIR: dir, PORT: String(await freePort()) };
    await expectRefusal([START], env, new RegExp(`The disk of ${dir} is almost full: \\d+ MiB are free`));
  });

  it('accounts on a full disk says so and does not abort', async () => {
    const { dir } = await disk(8);
    await expectRefusal([ACCOUNTS, 'list'], { DATA_DIR: dir }, new RegExp(`The disk is full: ${dir}`));
  });
});

describeWith(ENGINES.plainUser, 'a run whose own DATA_DIR cannot be written', ({ uid }) => {
  let stack: TestStack;
  const photos = folderOfSuite();
  beforeAll(async () => {
    stack = await TestStack.start(NO_IMAGES);
    await chmod(photos, 0o755);
    for (let at = 0; at < 8; at += 1) await writeFile(join(photos, `${at}.png`), await drawPng(at));
  }, 120_000);
  afterAll(() => stack.stop());

  it('says so before it ingests anything', async () => {
    const folder = await unwritableFolder();
    remove.push(folder.remove);
    const env = { ...stack.stack.addresses, DATA_DIR: join(folder.dir, 'data') };
    const saying = new RegExp(`^Stopped: This user may not write ${folder.dir}/data`);
    await expectRefusal([INGEST, 'folder', photos], env, saying, uid);
  });
});
