import { describe, expect, test } from '@jest/globals';
import { analyze } from '../src/text-analysis.js';

const lemmas = (text: string) => analyze(text).map((term) => term.lemma);

describe('words are brought to their dictionary form', () => {
  test.each([
    ['puppies', 'puppy'],
    ['boxes', 'box'],
    ['wolves', 'wolf'],
    ['children', 'child'],
    ['geese', 'goose'],
    ['running', 'run'],
    ['hoping', 'hope'],
    ['hopping', 'hop'],
    ['striped', 'stripe'],
    ['crying', 'cry'],
    ['ridden', 'ride'],
    ['bigger', 'big'],
    ['happiest', 'happy'],
  ])('%s → %s', (word, lemma) => {
    expect(lemmas(word)).toEqual([lemma]);
  });

  test.each(['building', 'glasses', 'bus', 'news', 'series', 'number', 'grass'])(
    '%s stays, being a word of its own',
    (word) => {
      expect(lemmas(word)).toEqual([word]);
    },
  );
});

test('case, accents, ligatures and apostrophes make no difference', () => {
  expect(lemmas('CAFÉ')).toEqual(lemmas('cafe\u0301'));
  expect(lemmas('ﬁre')).toEqual(['fire']);
  expect(lemmas('woman’s dog')).toEqual(lemmas("woman's dogs"));
});

test.each([
  ['Straße', 'strasse'],
  ['œuvre Ærø', 'oeuvre aero'],
  ['Łódź', 'lodz'],
  ['light\u00ADhouse', 'lighthouse'],
  ['sun\u200Bflower', 'sunflower'],
  ['T.V.', 'tv'],
  ['U.S.A', 'usa'],
])('%j is read as %j', (text, plain) => {
  expect(analyze(text)).toEqual(analyze(plain));
});

test('stop words are left out, words of place and negation are kept', () => {
  expect(lemmas('the cat is under a table without the dog')).toEqual([
    'cat',
    'under',
    'table',
    'without',
    'dog',
  ]);
});

test('a text of stop words alone keeps them', () => {
  expect(lemmas('The Who')).toEqual(['the', 'who']);
});

test('each term has its word as written, without accents and signs around it', () => {
  const terms = analyze('Two naïve foxes — 3 “café” owners');
  expect(terms.map(({ text }) => text)).toEqual(['two', 'naive', 'foxes', '3', 'cafe', 'owners']);
});

test.each(['', '   ', '!?—…', '\u0301'])('a text without words has no terms: %j', (text) => {
  expect(analyze(text)).toEqual([]);
});

test('words of other scripts are kept as they are', () => {
  expect(lemmas('собака 東京 कुत्ता')).toEqual(['собака', '東京', 'कुत्ता']);
});
