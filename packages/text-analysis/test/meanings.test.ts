import { describe, expect, test } from '@jest/globals';
import { standingOf } from '../src/english-words.js';
import { hyponymsOf, namesKind, relatedWordsOf } from '../src/wordnet/meanings.js';

const every = (): boolean => true;

test('English has words commonly, hardly at all, as a name, or not', () => {
  const all = ['dogs', 'suede', 'papillon', 'poisson', 'citroen', 'ojo'].map(standingOf);
  expect(all).toEqual(['common', 'common', 'rare', 'name', 'common', 'unknown']);
});

test('what is a kind of things differs from a single one and from what is no noun', () => {
  const all = ['butterfly', 'butterflies', 'sweden', 'quickly', 'zzxqyv'].map(namesKind);
  expect(all).toEqual([true, true, false, false, false]);
});

test.each([
  ['irate', ['ireful', 'angry']],
  ['sofa', ['couch']],
  ['zzxqyv', []],
])('%s: %p are related', (word, expected) => {
  expect(relatedWordsOf(word)).toEqual(expect.arrayContaining(expected));
});

describe('hyponyms of a word', () => {
  test.each([
    ['footwear', ['boot', 'shoe', 'sandal', 'sneaker']],
    ['crustaceans', ['crab', 'lobster', 'shrimp']],
    ['timepiece', ['clock', 'watch', 'hourglass']],
    ['canine', ['dog', 'wolf', 'fox', 'poodle']],
    // Other words for the thing itself.
    ['sofa', ['couch']],
  ])('%s: %p are among them', (word, expected) => {
    const kinds = hyponymsOf(word, every);
    for (const kind of expected) expect(kinds).toContain(kind);
  });

  test.each([
    ['policeman', 'pig'],
    ['vessel', 'tower'],
    ['swine', 'swine'],
    ['weapon', 'bb'],
  ])('%s: %s is none of them', (word, other) => {
    expect(hyponymsOf(word, every)).not.toContain(other);
  });

  test('instances are no kinds', () => {
    expect(hyponymsOf('city', every)).not.toContain('paris');
  });

  test('the nearest kinds come first, and only those that are wanted', () => {
    const kinds = hyponymsOf('motorcar', every);
    expect(kinds.indexOf('automobile')).toBeLessThan(kinds.indexOf('taxi'));
    expect(hyponymsOf('motorcar', (kind) => kind === 'taxi')).toEqual(['taxi']);
  });

  test.each(['zzxqyv', '', 'quickly', '日本', '%1', 'the'])('%p has none', (word) => {
    expect(hyponymsOf(word, every)).toEqual([]);
  });

  test('of a word with tens of thousands of hyponyms only the nearest are looked at', () => {
    const kinds = hyponymsOf('entity', every);
    expect(kinds.length).toBeGreaterThan(1_000);
    expect(kinds.length).toBeLessThan(4_000);
  });
});
