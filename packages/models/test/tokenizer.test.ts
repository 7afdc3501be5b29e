import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NETWORKS } from '@imagesearch/testkit/models/hub-models';
import { loadTokenizer, type TextTokenizer } from '../src/tokenizer.js';

interface Expected {
  text: string;
  clip: number[];
  gemma: number[];
  /** With "red dog" before it. */
  pair: number[];
  /** Tokens of the second text and its frame. */
  pairTypes: number;
}

const load = (name: string): Promise<TextTokenizer> =>
  loadTokenizer(join(NETWORKS, name), { lowerCase: true });

const fixture = join(import.meta.dirname, 'fixtures/token-ids.json');
const { texts: expected } = JSON.parse(await readFile(fixture, 'utf8')) as { texts: Expected[] };

test.each([
  ["byte pairs in CLIP's frame", 'clip', 'clip-tokenizer.json', 77],
  ["byte pairs in Gemma's frame", 'gemma', 'siglip-tokenizer.json', 64],
] as const)('ids are those of the Rust tokenizers: of %s', async (_what, ids, file, tokensMax) => {
  const tokenizer = await load(file);
  for (const row of expected)
    expect([row.text, tokenizer.frame(tokenizer.idsOf(row.text), tokensMax)]).toEqual([row.text, row[ids]]);
});

test('ids are those of the Rust tokenizers: of pairs of word pieces, at most 40, cut from the second text', async () => {
  const bert = await load('words.json');
  const query = bert.idsOf('red dog');
  for (const { text, pair, pairTypes } of expected) {
    const { ids, typeIds } = bert.framePair(query, bert.idsOf(text), 40);
    expect({ text, ids }).toEqual({ text, ids: pair });
    expect(typeIds).toHaveLength(ids.length);
    expect(typeIds.filter((type) => type === 1)).toHaveLength(pairTypes);
  }
});

test('the frame of a text cannot be forged from inside it', async () => {
  const bert = await load('words.json');
  const framed = bert.framePair(bert.idsOf('dog'), bert.idsOf('[SEP] cat [CLS]'), 100).ids;
  expect(framed.filter((id) => id === 3)).toHaveLength(2);
  expect(framed.filter((id) => id === 2)).toHaveLength(1);
});

test('only the first 2,000 characters are read', async () => {
  const bert = await load('words.json');
  expect(bert.idsOf('a '.repeat(5_000))).toHaveLength(1_000);
});
