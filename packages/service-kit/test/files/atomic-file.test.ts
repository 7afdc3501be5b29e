import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { moveIntoPlace, writeFileAtomic } from '../../src/files/atomic-file.js';
import { folderOfEachTest } from '@imagesearch/testkit/folders';

const dir = folderOfEachTest();

describe('a file that is written', () => {
  test('replaces the earlier file, and leaves no other file', async () => {
    const path = join(dir, 'file');
    await writeFile(path, 'a longer content of before');
    await writeFileAtomic(path, 'new content', { mode: 0o600 });
    expect(await readFile(path, 'utf8')).toBe('new content');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(['file']);
  });

  test('leaves nothing where it cannot be put into its place', async () => {
    await mkdir(join(dir, 'folder'));
    await expect(writeFileAtomic(join(dir, 'folder'), 'content')).rejects.toThrow();
    expect(await readdir(dir)).toEqual(['folder']);
  });

  test('is one of those that were written at the same time, whole', async () => {
    const path = join(dir, 'file');
    const contents = Array.from({ length: 8 }, (_, at) => String(at).repeat(100_000));
    await Promise.all(contents.map((content) => writeFileAtomic(path, content)));
    expect(contents).toContain(await readFile(path, 'utf8'));
    expect(await readdir(dir)).toEqual(['file']);
  });

  test('comes from the folder of unfinished files', async () => {
    const unfinishedDir = join(dir, 'incoming');
    await mkdir(unfinishedDir);
    await writeFileAtomic(join(dir, 'aa/bb/file'), 'content', { unfinishedDir });
    expect(await readFile(join(dir, 'aa/bb/file'), 'utf8')).toBe('content');
    expect(await readdir(unfinishedDir)).toEqual([]);
  });

  test('does not create a missing folder of unfinished files', async () => {
    const lost = join(dir, 'lost');
    const writing = writeFileAtomic(join(lost, 'aa/file'), 'x', { unfinishedDir: join(lost, 'incoming') });
    await expect(writing).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(dir)).toEqual([]);
  });
});

test('a finished folder is moved into place whole', async () => {
  await mkdir(join(dir, 'unfinished'));
  await writeFile(join(dir, 'unfinished', 'file'), 'content');
  await moveIntoPlace(join(dir, 'unfinished'), join(dir, 'finished'));
  expect(await readFile(join(dir, 'finished', 'file'), 'utf8')).toBe('content');
  expect(await readdir(dir)).toEqual(['finished']);
});
