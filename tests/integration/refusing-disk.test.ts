import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { mountDisk } from '../journeys/support/disks.js';

const stack = await TestStack.start();
afterAll(() => stack.stop());
const incoming = join(stack.dataDir, 'rights/blobs/incoming');

/** An image that is added while the folder for unfinished files leads elsewhere, and once it does not. */
async function addWhile(folder: string, colour: string) {
  const caller = await stack.newCaller('custom', ['usage', 'ingest']);
  const image = await coloured(colour).jpeg().toBuffer();
  const add = () => caller.post('/v1/asset', { image_base64: image.toString('base64'), title: 'Heron' });
  await rm(incoming, { recursive: true });
  await symlink(folder, incoming);
  const refused = await add();
  await rm(incoming);
  await mkdir(incoming);
  const used = (await caller.usage()).credits.used;
  return { refused, used, added: await add() };
}

function expectUnavailable({ refused, used, added }: Awaited<ReturnType<typeof addWhile>>): void {
  expect(faultOf(refused)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  const text = JSON.stringify(refused.body);
  expect(text).not.toContain(stack.dataDir);
  expect(text).not.toMatch(/blobs\/|DATA_DIR|disk|command|E[A-Z]{4,}/);
  expect(used).toBe(0);
  expect(added.status).toBe(201);
}

describe('a disk that refuses files', () => {
  // Nobody may make a file there, not even root.
  it('is 503 to a caller who adds an image, without a path, and the same request succeeds afterwards', async () => {
    expectUnavailable(await addWhile('/sys', '#aa2233'));
  });
});

describeWith(ENGINES.mountedDisk, 'a full disk', () => {
  it('is 503 to a caller who adds an image, without a path, and the same request succeeds afterwards', async () => {
    const disk = await mountDisk(1);
    await writeFile(join(disk.dir, 'filler'), Buffer.alloc(1024 * 1024));
    try {
      expectUnavailable(await addWhile(disk.dir, '#2233aa'));
    } finally {
      await disk.remove();
    }
  });
});
