import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { until } from '@imagesearch/testkit/processes/until';
import { watchFolder, type FolderPart } from '../src/commands/watch-folder.js';
import { leavesOutBy } from '../src/sources/files/left-out.js';

const folder = folderOfEachTest();
let watching: Promise<void>;
let stopping: AbortController;
let runs: (FolderPart | undefined)[];
beforeEach(async () => {
  [stopping, runs] = [new AbortController(), []];
  const run = (part?: FolderPart) => Promise.resolve(void runs.push(part));
  watching = watchFolder({ folder, leavesOut: leavesOutBy({}) }, run, stopping.signal);
  await until(() => Promise.resolve(runs.length === 1));
});
afterEach(async () => {
  stopping.abort();
  await watching;
});

async function put(path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), 'any bytes');
}

const hasRun = (path: string) => runs.some((part) => part?.has(path));

const FOLDERS = Array.from({ length: 200 }, (_, at) => `new/${at}`);

/** Puts a file into each new folder up to 20 ms after the folder, while the watcher turns to it. */
const FILLING = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  process.argv.slice(1).forEach((folder, at) => {
    mkdirSync(folder, { recursive: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, at % 20);
    writeFileSync(folder + '/image.png', 'any bytes');
  });`;

it('a file is ingested however soon it follows its new folder', async () => {
  await once(spawn(process.execPath, ['-e', FILLING, ...FOLDERS.map((name) => join(folder, name))]), 'exit');
  const missing = () => FOLDERS.filter((name) => !hasRun(`${name}/image.png`));
  await until(() => Promise.resolve(missing().length === 0));
}, 60_000);

it('nothing is watched once it has stopped, a folder that has just come included', async () => {
  await put('new/image.png');
  await until(() => Promise.resolve(hasRun('new/image.png')));
  stopping.abort();
  await watching;
  // Until new folders would have been read again.
  await sleep(2_500);
  expect(process.getActiveResourcesInfo().filter((name) => name.startsWith('FSEvent'))).toEqual([]);
});
