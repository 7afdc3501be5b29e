import { beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

describe('ids are those of the Rust tokenizers', () => {
  let clip: TextTokenizer;
  let gemma: TextTokenizer;
  let bert: TextTokenizer;
  let expected: Expected[];

  beforeAll(async () => {
    clip = await load('clip-tokenizer.json');
    gemma = await load('siglip-tokenizer.json');
    bert = await load('words.json');
    const fixture = join(import.meta.dirname, 'fixtures/token-ids.json');
    ({ texts: expected } = JSON.parse(await readFile(fixture, 'utf8')) as { texts: Expected[] });
  });

  test("of byte pairs in CLIP's frame, at most 77", () => {
    for (const { text, clip: ids } of expected) {
      expect({ text, ids: clip.frame(clip.idsOf(text), 77) }).toEqual({ text, ids });
    }
  });

  test("of byte pairs in Gemma's frame, at most 64", () => {
    for (const { text, gemma: ids } of expected) {
      expect({ text, ids: gemma.frame(gemma.idsOf(text), 64) }).toEqual({ text, ids });
    }
  });

  test('of pairs of word pieces, at most 40, cut from the second text', () => {
    const query = bert.idsOf('red dog');
    for (const { text, pair, pairTypes } of expected) {
      const { ids, typeIds } = bert.framePair(query, bert.idsOf(text), 40);
      expect({ text, ids }).toEqual({ text, ids: pair });
      expect(typeIds).toHaveLength(ids.length);
      expect(typeIds.filter((type) => type === 1)).toHaveLength(pairTypes);
    }
  });
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

test('a tokenizer without a frame for two texts refuses two, and frames one', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-tokenizer-'));
  try {
    const json = JSON.parse(await readFile(join(NETWORKS, 'clip-tokenizer.json'), 'utf8')) as object;
    const path = join(dir, 'tokenizer.json');
    await writeFile(path, JSON.stringify({ ...json, post_processor: null }));
    const clip = await loadTokenizer(path, { lowerCase: true });
    expect(clip.frame([5], 77)).toEqual([5]);
  } finally {
    await rm(dir, { recursive: true });
  }
});
