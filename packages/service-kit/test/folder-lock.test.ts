import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { lockFolder } from '../src/folder-lock.js';
import { createChildPrograms, type ChildPrograms } from './support/child-process.js';

const HOLD = `
  import { lockFolder } from './folder-lock.js';
  await lockFolder(process.argv[1]).then(() => console.log('held'), (error) => console.log(error.message));
  setInterval(() => undefined, 1000);
`;

let programs: ChildPrograms;
let dir: string;
beforeAll(async () => {
  programs = await createChildPrograms();
});
afterAll(() => programs.remove());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'folder-lock-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('a folder has one owner in a process, and is free again once released', async () => {
  const lock = await lockFolder(dir);
  await expect(lockFolder(dir)).rejects.toThrow(/already open in this process/);
  await lock.release();
  await (await lockFolder(dir)).release();
  expect(await readdir(dir)).toEqual([]);
});

test('of two claims made at once in a process one is refused', async () => {
  const outcomes = await Promise.allSettled([lockFolder(dir), lockFolder(dir)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.release();
});

test('a folder held by another process is refused by its process id, and taken over once that is killed', async () => {
  const child = programs.spawn(HOLD, [dir]);
  try {
    expect(await child.nextLine()).toBe('held');
    await expect(lockFolder(dir)).rejects.toThrow(new RegExp(`in use by process ${child.process.pid};`));
  } finally {
    await child.kill();
  }
  const lock = await lockFolder(dir);
  expect(await readFile(join(dir, 'owner.pid'), 'utf8')).toBe(String(process.pid));
  await lock.release();
});

test('of several processes that find a dead claim exactly one takes it over', async () => {
  const dead = programs.spawn(HOLD, [dir]);
  await dead.nextLine();
  await dead.kill();
  const children = Array.from({ length: 6 }, () => programs.spawn(HOLD, [dir]));
  try {
    const outcomes = await Promise.all(children.map((child) => child.nextLine()));
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1);
  } finally {
    await Promise.all(children.map((child) => child.kill()));
  }
});

test.each(['', 'not a number', '-1', '0', String(process.pid)])(
  'a claim that reads %j is a dead one',
  async (content) => {
    await writeFile(join(dir, 'owner.pid'), content);
    await (await lockFolder(dir)).release();
  },
);
