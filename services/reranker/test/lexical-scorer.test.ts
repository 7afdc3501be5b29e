import { describe, expect, test } from '@jest/globals';
import { joinTexts } from '@imagesearch/contracts/candidate-texts';
import { loadWordVectors } from '@imagesearch/models/word-vectors';
import { createScoreTexts } from '../src/lexical-scorer.js';

const asked = (words: string, hyponyms: Record<string, string[]> = {}) => ({
  words,
  hyponyms: new Map(Object.entries(hyponyms)),
});
const rerank = (query: string, candidates: readonly string[], hyponyms?: Record<string, string[]>) =>
  createScoreTexts(loadWordVectors(), 1_000)(asked(query, hyponyms), candidates);

/** "title | tag, tag | description" */
function candidate(text: string): string {
  const [title = '', tags = '', description = ''] = text.split('|').map((part) => part.trim());
  const each = tags === '' ? [] : tags.split(',').map((tag) => tag.trim());
  return joinTexts({ title, tags: each, description });
}

function ranked(query: string, texts: readonly string[]): string[] {
  const scores = rerank(query, texts.map(candidate));
  return texts
    .map((text, at) => ({ text, score: scores[at] ?? 0 }))
    .sort((first, second) => second.score - first.score)
    .map(({ text }) => text);
}

describe('order', () => {
  test.each([
    ['the title that says just the query wins', 'dog', ['dog', 'dog face', 'cat']],
    ['and beats a compound that only contains it', 'dog', ['dog', 'hot dog', 'cat']],
    ['the order of the words matters', 'fire engine', ['fire engine', 'engine fire', 'fire', 'cat']],
    ['the second word matters', 'red apple', ['red apple | fruit', 'green apple | fruit', 'pear']],
    [
      'and so it does the other way round',
      'green apple',
      ['green apple | fruit', 'red apple | fruit', 'pear'],
    ],
    ['both words beat either one', 'hot dog', ['hot dog | food', 'dog | animal', 'house']],
    ['who wears it matters', 'man in tuxedo', ['man in tuxedo', 'woman in tuxedo', 'person walking']],
    ['a title beats a tag', 'castle', ['castle', 'fortress | castle', 'fortress | wall | a castle', 'train']],
    [
      'a tag beats a mention in the description',
      'beach',
      ['umbrella | beach', 'umbrella | sand | at the beach', 'snow'],
    ],
    ['a synonym is found though no letter agrees', 'physician', ['doctor', 'plumber']],
    ['another synonym', 'automobile', ['car', 'apple']],
    ['a plural with a meaning of its own keeps it', 'spectacles', ['glasses', 'window']],
    ['a synonym in a tag', 'canine', ['statue | dog', 'statue | bench']],
    ['the word itself beats its synonym', 'sofa', ['sofa', 'couch', 'chair']],
    ['a related word is no synonym', 'dog', ['dog', 'cat']],
    ['singular and plural are one word', 'children', ['child', 'adult']],
    ['upper case is no other word', 'DOG', ['Dog', 'Cat']],
    ['stop words decide nothing', 'a picture of the moon', ['moon', 'the picture of a house', 'of the']],
  ])('%s', (_guarantee, query, texts) => {
    expect(ranked(query, texts.toReversed())).toEqual(texts);
  });

  test('the rare word of a query decides where the pool has the other one everywhere', () => {
    const pool = ['yellow flower', ...Array.from({ length: 20 }, (_, at) => `flower ${at}`), 'yellow bird'];
    expect(ranked('yellow flower', pool)[0]).toBe('yellow flower');
    expect(ranked('yellow flower', pool)[1]).toBe('yellow bird');
  });

  test('an additional word that many titles share lowers the score less than a rare one', () => {
    const faces = Array.from({ length: 20 }, (_, at) => `face ${at}`);
    expect(ranked('happy dog', ['hot dog', 'dog face', ...faces]).slice(0, 2)).toEqual([
      'dog face',
      'hot dog',
    ]);
  });
});

describe('scores', () => {
  const QUERIES = ['dog', 'fire engine', 'a red apple on a table', '日本の城', '🍎', '!!!', 'zzxqy', 'Öl'];
  const POOL = [
    'dog',
    'Feuerwehr | Straße, Öl',
    '日本の城 | 城',
    '🍎 | 🍏',
    '',
    ' | , | ',
    'red apple on a table | fruit, table | A red apple.',
    'dog dog dog dog',
    'fire engine | fire engine | fire engine',
  ].map(candidate);

  test.each(QUERIES)('of %j lie between 0 and 1, one a candidate', (query) => {
    const scores = rerank(query, POOL);
    expect(scores).toHaveLength(POOL.length);
    for (const score of scores) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  test.each(QUERIES)('of %j do not depend on the order of the candidates', (query) => {
    expect(rerank(query, POOL.toReversed()).toReversed()).toEqual(rerank(query, POOL));
  });

  test('a title that is the query scores 1', () => {
    expect(rerank('dog', [candidate('dog')])[0]).toBeCloseTo(1, 10);
    expect(rerank('fire engine', [candidate('fire engine')])[0]).toBeCloseTo(1, 10);
  });

  test('a candidate without any word of the query scores 0', () => {
    expect(rerank('dog', [candidate('violin | music | an instrument')])).toEqual([0]);
  });

  test('a kind of what is asked for counts more than a word that is only related, and less than the word itself', () => {
    const pool = ['steeds', 'red zebu', 'red barn', 'red steed'].map(candidate);
    const scores = rerank('red steed', pool, { steed: ['zebu'] });
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 1);
    expect(scores[3]).toBeGreaterThan(scores[1] ?? 1);
    const [, without = 1] = rerank('red steed', pool);
    expect(scores[1]).toBeGreaterThan(without);
  });

  test('words outside the Latin alphabet match themselves', () => {
    const [same = 0, other = 1] = rerank('日本の城', [candidate('日本の城'), candidate('犬')]);
    expect(same).toBeGreaterThan(other);
  });

  test('an asset without any text scores 0, and an empty pool has no scores', () => {
    expect(rerank('dog', [candidate('')])).toEqual([0]);
    expect(rerank('dog', [])).toEqual([]);
  });

  test('a text seen before scores as a fresh one does', () => {
    const scorer = createScoreTexts(loadWordVectors(), 2);
    const first = scorer(asked('red apple'), POOL);
    expect(scorer(asked('red apple'), POOL)).toEqual(first);
    expect(rerank('red apple', POOL)).toEqual(first);
  });
});
