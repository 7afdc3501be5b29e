import { EventEmitter, once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import type { Program } from '@imagesearch/testkit/processes/program';
import { lockFolder, withLock } from '../../src/files/folder-lock.js';
import { spawnAsFirstProcess, spawnChild } from '../support/child-process.js';

/** The shortest that the library allows. */
const STALE_MS = 2_000;
const IN_USE = /is in use by another process; stop it, or choose another DATA_DIR\./;

const HOLD = `
  import { lockFolder } from './files/folder-lock.js';
  const [dir, staleMs] = process.argv.slice(1);
  await lockFolder(dir, { staleMs: Number(staleMs) }).then(() => console.log('held', process.pid), (error) => console.log(error.message));
  setInterval(() => undefined, 1000);
`;

const dir = folderOfEachTest();
let children: Program[] = [];
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  children = [];
});

function hold(spawn = spawnChild): Program {
  const child = spawn(HOLD, [dir, String(STALE_MS)]);
  children.push(child);
  return child;
}

/** Waits until it holds the folder, or says why it does not. */
async function outcomeOf(holder: Program): Promise<string> {
  const [, line = ''] = await holder.printed(/^(.+)\n/);
  return line;
}

const lock = () => lockFolder(dir, { staleMs: STALE_MS });

describe('a folder', () => {
  test('is granted to one of two simultaneous claims in a process, and free again once released', async () => {
    const outcomes = await Promise.allSettled([lock(), lock()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(lock()).rejects.toThrow(/already open in this process/);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.release();
    await (await lock()).release();
    expect(await readdir(dir)).toEqual([]);
  });

  test('that another process holds is refused, and taken over when that process is killed', async () => {
    const child = hold();
    expect(await outcomeOf(child)).toMatch(/^held/);
    await expect(lock()).rejects.toThrow(IN_USE);
    await child.kill();
    await (await lock()).release();
  });

  test('is free at once when its holder ended in order', async () => {
    const child = hold();
    await outcomeOf(child);
    child.child.kill('SIGTERM');
    await child.ended();
    expect(await readdir(dir)).toEqual([]);
  });

  test('whose holder died goes to exactly one of several that wait for it', async () => {
    const dead = hold();
    await outcomeOf(dead);
    await dead.kill();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(hold())));
    expect(outcomes.filter((outcome) => outcome.startsWith('held'))).toHaveLength(1);
  });
});

describeWith(ENGINES.firstProcess, 'two containers on one disk, both process 1', () => {
  test('never hold the same folder at once', async () => {
    expect(await outcomeOf(hold(spawnAsFirstProcess))).toBe('held 1');
    expect(await outcomeOf(hold(spawnAsFirstProcess))).toMatch(IN_USE);
  });

  test('take over from one another after a crash', async () => {
    const first = hold(spawnAsFirstProcess);
    expect(await outcomeOf(first)).toBe('held 1');
    await first.kill();
    expect(await outcomeOf(hold(spawnAsFirstProcess))).toBe('held 1');
  });
});

test('a holder that stood still while another took its folder over ends with one sentence', async () => {
  const suspended = hold();
  await outcomeOf(suspended);
  suspended.child.kill('SIGSTOP');
  const held = await lock();
  suspended.child.kill('SIGCONT');
  expect(await suspended.ended()).toEqual({
    code: 1,
    output: expect.stringContaining(
      `${dir} was taken over by another process while this one stood still; it stops here.\n`,
    ),
  });
  await expect(lockFolder(dir)).rejects.toThrow(/already open in this process/);
  await held.release();
});

test('a holder that stood still keeps a folder that nobody wanted meanwhile', async () => {
  const suspended = hold();
  await outcomeOf(suspended);
  suspended.child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, STALE_MS * 1.5));
  suspended.child.kill('SIGCONT');
  await new Promise((resolve) => setTimeout(resolve, STALE_MS));
  await expect(lock()).rejects.toThrow(IN_USE);
});

describe('work under a lock', () => {
  test('runs once among those who ask at the same time, and leaves no lock', async () => {
    const path = join(dir, 'work.lock');
    let runs = 0;
    const isDone = () => Promise.resolve(runs > 0);
    const work = async () => {
      await stat(path);
      await new Promise((resolve) => setTimeout(resolve, 50));
      runs += 1;
    };
    const ran = await Promise.all([1, 2, 3].map(() => withLock(path, { isDone }, work)));
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(runs).toBe(1);
    expect(await readdir(dir)).toEqual([]);
  });

  test('is no longer awaited after the caller cancels', async () => {
    const path = join(dir, 'work.lock');
    const stop = new AbortController();
    const isDone = () => {
      stop.abort(new Error('stopped'));
      return Promise.resolve(false);
    };
    const work = new EventEmitter();
    const first = withLock(path, { isDone }, async () => {
      work.emit('begun');
      await once(work, 'end');
    });
    await once(work, 'begun');
    const second = withLock(path, { isDone, signal: stop.signal }, () => Promise.resolve());
    await expect(second).rejects.toThrow();
    work.emit('end');
    await expect(first).resolves.toBe(true);
  });
});
