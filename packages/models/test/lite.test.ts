import { expect, test } from '@jest/globals';
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINILM } from '../src/lite.js';
import { loadTokenizer } from '../src/tokenizer.js';

const FOLDER = join(import.meta.dirname, '../lite');

test('every file of lite is as its manifest says, and each file has an entry', async () => {
  const manifest = JSON.parse(await readFile(join(FOLDER, 'manifest.json'), 'utf8')) as {
    files: Record<string, object>;
  };
  const others = ['manifest.json', 'derive.py', 'fine_tune.py', 'class_words.mjs'];
  const names = (await readdir(FOLDER)).filter((name) => !others.includes(name));
  expect(names.toSorted()).toEqual(Object.keys(manifest.files).toSorted());
  for (const name of names) {
    const content = await readFile(join(FOLDER, name));
    const facts = { bytes: content.length, sha256: hash('sha256', content) };
    expect({ name, ...manifest.files[name] }).toMatchObject({ name, ...facts });
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
