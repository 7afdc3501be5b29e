import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes } from '@imagesearch/service-kit/files/storage-fault';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { Command, INGEST, START, run } from './support/command.js';
import { mountDisk, type Disk } from './support/disks.js';
import { stackEnv } from './support/local-stack.js';

const MEBIBYTE = 1024 * 1024;
const IMAGES = 200;
/** Large enough that a disk fills up within a few images. */
const IMAGE_BYTES = 512 * 1024;

/** Folders of images by what fills the disk: their files, or the databases and the index. */
const photos = { files: folderOfSuite(), databases: folderOfSuite() };
let disk: Disk | undefined;
let stack: Command | undefined;

beforeAll(async () => {
  await drawInto(photos.files, IMAGE_BYTES);
  await drawInto(photos.databases, 0);
}, 60_000);
afterEach(async () => {
  stack?.killAll();
  await disk?.remove();
});

/** @param paddingBytes Follow the end of each image, where no reader looks. */
async function drawInto(folder: string, paddingBytes: number): Promise<void> {
  for (let at = 0; at < IMAGES; at += 1) {
    const drawing = Buffer.concat([await drawPng(at), Buffer.alloc(paddingBytes)]);
    await writeFile(join(folder, `drawing-${at}.png`), drawing);
  }
}

/** Takes all room of a disk but this much. */
async function fillUp(dir: string, leaveBytes: number): Promise<string> {
  const path = join(dir, 'filler');
  const file = await open(path, 'w');
  const chunk = Buffer.alloc(MEBIBYTE / 4);
  while ((await freeBytes(dir)) > leaveBytes + chunk.byteLength) await file.write(chunk);
  await file.close();
  return path;
}

describeWith(ENGINES.mountedDisk, 'a disk', () => {
  it.each([
    ['files', 40 * MEBIBYTE],
    ['databases', MEBIBYTE / 2],
  ] as const)(
    'that the %s fill ends the run in words; once it is freed the next run completes it',
    async (what, leaveBytes) => {
      disk = await mountDisk(420);
      const dataDir = join(disk.dir, 'data');
      await mkdir(dataDir);
      for (const service of ['gateway', 'rights']) await layEmptyPostgres(join(dataDir, service, 'postgres'));
      const env = await stackEnv(dataDir);
      stack = Command.node([START], { env });
      await stack.printed(/Stop with Ctrl-C/);
      const filler = await fillUp(disk.dir, leaveBytes);

      const ingestion = [INGEST, 'folder', photos[what], '--source', 'photos'];
      const options = { env: { DATA_DIR: dataDir } };
      const startedAt = performance.now();
      const full = await run(ingestion, options);
      expect(full.code).toBe(1);
      expect(full.output).toMatch(
        new RegExp(`Stopped: The disk (is full: ${disk.dir}|of the database is full)`),
      );
      expect(full.output).not.toMatch(/^ +at |Abort|Is the stack running/m);
      expect(performance.now() - startedAt).toBeLessThan(60_000);

      await rm(filler);
      await stack.stop('SIGTERM');
      stack = Command.node([START], { env });
      await stack.printed(/Stop with Ctrl-C/);
      const again = await run(ingestion, options);
      expect(again.code).toBe(0);
      expect(again.output).toMatch(/Failed\s*│\s*0/);
      const status = await run([INGEST, 'status'], { env: { DATA_DIR: dataDir } });
      expect(status.output).toMatch(new RegExp(`Assets in the catalogue\\s*│\\s*${IMAGES} `));
      expect(status.output).toMatch(new RegExp(`in the index\\s*│\\s*${IMAGES} `));
    },
    300_000,
  );
});
