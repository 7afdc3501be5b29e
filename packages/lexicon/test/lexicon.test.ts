import { describe, expect, test } from '@jest/globals';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, languageOf } from '../src/languages.js';
import { lexiconOf, nameOfEmoji } from '../src/lexicon.js';

const DATA = join(import.meta.dirname, '../data');

test('every language has words, and no file is larger than 200 kB', () => {
  for (const language of LANGUAGES) {
    expect(statSync(join(DATA, `${language}.tsv`)).size).toBeLessThan(200_000);
    expect(lexiconOf(language).lengthMax).toBeGreaterThan(5);
  }
});

describe('a word means the English one that annotates the same emoji', () => {
  test.each([
    ['de', 'schere', 'scissors'],
    ['de', 'gluhbirne', 'light bulb'],
    ['es', 'perro', 'dog'],
    ['es', 'gafas de sol', 'sunglasses'],
    ['fr', 'sapin de noel', 'christmas tree'],
    ['it', 'farfalla', 'butterfly'],
    ['ja', '自転車', 'bicycle'],
    ['zh', '苹果', 'apple'],
    ['ru', 'собака', 'dog'],
    ['ja', '赤', 'red'],
  ] as const)('%s: %s → %s', (language, word, english) => {
    expect(lexiconOf(language).translate(word)).toBe(english);
  });

  test('is sure where no other word of the language means that so well, and emoji are called so', () => {
    expect(['papillon', 'poisson'].map((word) => lexiconOf('fr').isSure(word))).toEqual([true, true]);
    // A crossroads is no emoji; "jude" stands with the synagogue.
    expect([lexiconOf('fr').isSure('carrefour'), lexiconOf('de').isSure('jude')]).toEqual([false, false]);
  });

  test('other forms of a word are found by its stem', () => {
    expect(lexiconOf('de').translateForm('rotes')).toBe('red');
    expect(lexiconOf('es').translateForm('perros')).toBe('dog');
    expect(lexiconOf('de').translateForm('xyzzy')).toBeUndefined();
  });

  test.each([
    ['de', 'rote', 'red'],
    ['de', 'weiße', 'white'],
    ['de', 'blauen', 'blue'],
    ['fr', 'noire', 'black'],
    ['es', 'negra', 'black'],
    ['pl', 'czarna', 'black'],
  ] as const)(
    '%s: %s is the colour %s, whatever thing of that colour an emoji shows',
    (language, word, english) => {
      expect(lexiconOf(language).translate(word)).toBe(english);
    },
  );
});

test('an emoji has a name, also a sequence that nobody has named', () => {
  expect(nameOfEmoji('🐘')).toBe('elephant');
  expect(nameOfEmoji('👩\u200D🐘')).toBe('woman elephant');
  expect(nameOfEmoji('x')).toBeUndefined();
});

test.each([
  ['de-AT', 'de'],
  ['PT-br', 'pt'],
  ['en', undefined],
  ['', undefined],
])('the language of %j is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});
