import { describe, expect, test } from '@jest/globals';
import { kindsOf } from '../src/wordnet/kinds.js';

const every = (): boolean => true;

describe('kinds of what a word names', () => {
  test.each([
    ['footwear', ['boot', 'shoe', 'sandal', 'sneaker']],
    ['crustaceans', ['crab', 'lobster', 'shrimp']],
    ['timepiece', ['clock', 'watch', 'hourglass']],
    ['canine', ['dog', 'wolf', 'fox', 'poodle']],
    // Other words for the thing itself.
    ['sofa', ['couch']],
  ])('%s: %p are among them', (word, expected) => {
    const kinds = kindsOf(word, every);
    for (const kind of expected) expect(kinds).toContain(kind);
  });

  test.each([
    ['policeman', 'pig'],
    ['vessel', 'tower'],
    ['swine', 'swine'],
    ['weapon', 'bb'],
  ])('%s: %s is none of them', (word, other) => {
    expect(kindsOf(word, every)).not.toContain(other);
  });

  test('instances are no kinds', () => {
    expect(kindsOf('city', every)).not.toContain('paris');
  });

  test('the nearest kinds come first, and only those that are wanted', () => {
    const kinds = kindsOf('motorcar', every);
    expect(kinds.indexOf('automobile')).toBeLessThan(kinds.indexOf('taxi'));
    expect(kindsOf('motorcar', (kind) => kind === 'taxi')).toEqual(['taxi']);
  });

  test.each(['zzxqyv', '', 'quickly', '日本', '%1', 'the'])('%p has none', (word) => {
    expect(kindsOf(word, every)).toEqual([]);
  });

  test('a word with very many kinds takes no longer than a search may wait', () => {
    kindsOf('thing', every);
    const startedAt = performance.now();
    for (const word of ['thing', 'entity', 'animal', 'artifact']) kindsOf(word, (kind) => kind === 'dog');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
