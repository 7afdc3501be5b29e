import { describe, expect, test } from '@jest/globals';
import { joinTexts } from '@imagesearch/contracts/candidate-texts';
import { loadWordVectors } from '@imagesearch/models/word-vectors';
import { createScoreTexts } from '../src/lexical-scorer.js';

const asked = (words: string, hyponyms: Record<string, string[]> = {}) => ({
  words,
  hyponyms: new Map(Object.entries(hyponyms)),
});
const rerank = (query: string, candidates: readonly string[], hyponyms?: Record<string, string[]>) =>
  createScoreTexts(loadWordVectors())(asked(query, hyponyms), candidates);

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
    ['every word matters', 'red apple', ['red apple | fruit', 'green apple | fruit', 'pear']],
    ['both words beat either one', 'hot dog', ['hot dog | food', 'dog | animal', 'house']],
    ['who wears it matters', 'man in tuxedo', ['man in tuxedo', 'woman in tuxedo', 'person walking']],
    ['a title beats a tag', 'castle', ['castle', 'fortress | castle', 'fortress | wall | a castle', 'train']],
    ['a synonym is found though no letter agrees', 'physician', ['doctor', 'plumber']],
    ['a plural with a meaning of its own keeps it', 'spectacles', ['glasses', 'window']],
    ['the word itself beats its synonym', 'sofa', ['sofa', 'couch', 'chair']],
    ['singular and plural are one word', 'children', ['child', 'adult']],
    ['upper case is no other word', 'DOG', ['Dog', 'Cat']],
    ['stop words decide nothing', 'a picture of the moon', ['moon', 'the picture of a house', 'of the']],
  ])('%s', (_guarantee, query, texts) => {
    expect(ranked(query, texts.toReversed())).toEqual(texts);
  });

  test('the rare word decides: of the query where the pool has the other one everywhere, and of a title', () => {
    const pool = ['yellow flower', ...Array.from({ length: 20 }, (_, at) => `flower ${at}`), 'yellow bird'];
    expect(ranked('yellow flower', pool).slice(0, 2)).toEqual(['yellow flower', 'yellow bird']);
    const faces = Array.from({ length: 20 }, (_, at) => `face ${at}`);
    const [first, second] = ranked('happy dog', ['hot dog', 'dog face', ...faces]);
    expect([first, second]).toEqual(['dog face', 'hot dog']);
  });
});

describe('scores', () => {
  const POOL = [
    'dog',
    'Feuerwehr | Straße, Öl',
    '日本の城 | 城',
    '🍎 | 🍏',
    '',
    ' | , | ',
    'dog dog dog dog',
  ].map(candidate);

  test.each(['dog', 'a red dog on a table', '日本の城', '🍎', '!!!', 'Öl'])(
    'of %j lie between 0 and 1, and depend neither on the order of the candidates nor on earlier ones',
    (query) => {
      const scores = rerank(query, POOL);
      expect(scores).toHaveLength(POOL.length);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(rerank(query, POOL.toReversed()).toReversed()).toEqual(scores);
      const scorer = createScoreTexts(loadWordVectors());
      expect([scorer(asked(query), POOL), scorer(asked(query), POOL)]).toEqual([scores, scores]);
    },
  );

  test('are 1 for a title that is the query, 0 without any of its words, and none for no candidates', () => {
    expect(rerank('dog', [candidate('dog')])[0]).toBeCloseTo(1, 10);
    expect(rerank('fire engine', [candidate('fire engine')])[0]).toBeCloseTo(1, 10);
    expect(rerank('dog', ['violin | music | an instrument', ''].map(candidate))).toEqual([0, 0]);
    expect(rerank('dog', [])).toEqual([]);
    const [same = 0, other = 1] = rerank('日本の城', [candidate('日本の城'), candidate('犬')]);
    expect(same).toBeGreaterThan(other);
  });

  test('a kind of what is asked for counts more than a word that is only related, and less than the word itself', () => {
    const pool = ['steeds', 'red zebu', 'red barn', 'red steed'].map(candidate);
    const scores = rerank('red steed', pool, { steed: ['zebu'] });
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 1);
    expect(scores[3]).toBeGreaterThan(scores[1] ?? 1);
    const [, without = 1] = rerank('red steed', pool);
    expect(scores[1]).toBeGreaterThan(without);
  });
});
