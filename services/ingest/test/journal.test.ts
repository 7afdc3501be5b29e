import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openJournal, type Journal } from '../src/pipeline/journal.js';

let folder: string;
let journal: Journal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagesearch-journal-'));
  journal = openJournal(join(folder, 'points.jsonl'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (name: string) => ({
  modelFingerprint: 'm',
  dimensions: { image: 2, caption: 2, sight: 0 },
  point: { assetId: `test:${name}` },
});

test('entries that are added while others are removed are kept, in the order of the calls', async () => {
  await journal.add(entry('written'));
  await Promise.all([
    journal.add(entry('in work')),
    journal.replace([entry('in work')]),
    journal.add(entry('later')),
  ]);
  expect(await journal.read()).toEqual([entry('in work'), entry('later')]);
});

test('without entries nothing is left', async () => {
  await journal.add(entry('written'));
  await journal.replace([]);
  expect(await journal.read()).toEqual([]);
});
