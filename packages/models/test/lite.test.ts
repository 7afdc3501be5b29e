import { expect, test } from '@jest/globals';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { damagedLiteFiles, LITE_FILES, MINILM } from '../src/lite.js';
import { loadTokenizer } from '../src/tokenizer.js';

const FOLDER = join(import.meta.dirname, '../lite');

test('every file of lite is as its manifest says, and each file has an entry', async () => {
  await expect(damagedLiteFiles()).resolves.toEqual([]);
  const manifest = JSON.parse(await readFile(join(FOLDER, 'manifest.json'), 'utf8')) as { files: object };
  const others = ['manifest.json', 'derive.py', 'fine_tune.py'];
  const names = (await readdir(FOLDER)).filter((name) => !others.includes(name));
  expect(names.toSorted()).toEqual(Object.keys(manifest.files).toSorted());
});

test('a missing file and one with another byte are named as damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imagesearch-lite-'));
  try {
    for (const name of await readdir(FOLDER)) await copyFile(join(FOLDER, name), join(folder, name));
    const classes = await readFile(LITE_FILES.classNames);
    await writeFile(
      join(folder, 'imagenet-classes.json'),
      Buffer.concat([Buffer.of(32), classes.subarray(1)]),
    );
    await rm(join(folder, 'minilm.onnx'));
    expect((await damagedLiteFiles(folder)).toSorted()).toEqual(
      ['imagenet-classes.json', 'minilm.onnx'].map((name) => join(folder, name)),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Made with tokenizers 0.23.3 (Python), which reads the same file. */
const IDS: [text: string, ids: number[]][] = [
  ['ΣΊΣΥΦΟΣ', [101, 1173, 18199, 29733, 29735, 29736, 29730, 29733, 102]],
  ['Σίσυφος', [101, 1173, 18199, 29733, 29735, 29736, 15297, 102]],
  ['ΟΔΟΣ και ΟΔΟΣ', [101, 1169, 29722, 29730, 29733, 1164, 14608, 18199, 1169, 29722, 29730, 29733, 102]],
  ['İSTANBUL', [101, 9960, 102]],
  ['Straße ÉTÉ', [101, 2358, 27807, 3802, 2063, 102]],
  ['日本 cat', [101, 1864, 1876, 4937, 102]],
  ['naïve café', [101, 15743, 7668, 102]],
  ['Ǆ ﬁ Å', [101, 100, 1984, 1037, 102]],
  ['a\u00adb c\u200bd', [101, 11113, 3729, 102]],
];

test('the ids of a text are those of the Rust tokenizer, also with capital sigmas at the end of words', async () => {
  const { tokensMax, lowerCase } = MINILM.text;
  const tokenizer = await loadTokenizer(MINILM.files.tokenizer, { lowerCase });
  const ids = IDS.map(([text]) => [text, tokenizer.frame(tokenizer.idsOf(text), tokensMax)]);
  expect(ids).toEqual(IDS);
});
