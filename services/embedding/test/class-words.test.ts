import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { LITE_FILES } from '@imagesearch/models/lite';
import { seenTexts, type ClassWords } from '../src/domain/class-words.js';

const words: ClassWords = new Map(
  Object.entries(JSON.parse(await readFile(LITE_FILES.classWords, 'utf8')) as Record<string, string[]>),
);
const seen = (text: string) => seenTexts(text, words);

test.each([
  ['taxi', ['cab']],
  ['a Taxi', ['cab']],
  ['taxis', ['cab']],
  ['buses', ['minibus', 'school bus', 'trolleybus']],
  ['airplane', ['airliner', 'airplane']],
  ['sofas', ['studio couch', 'sofa']],
  ['castles', ['castle']],
])('%j is looked for as %j, whatever its number', (text, names) => {
  expect(seen(text)).toEqual(names);
});

test.each([
  ['taxi New York', ['cab']],
  ['lighthouses at dusk', ['beacon']],
  ['sports car in the rain', ['sports car']],
])('of %j the classifier is asked only for %j', (text, names) => {
  expect(seen(text)).toEqual(names);
});

test.each(['dog', 'hen party', 'Mickey Mouse', 'toy taxi driver', 'New York taxi', '', '  '])(
  '%j is looked for as it is',
  (text) => {
    expect(seen(text)).toEqual([text]);
  },
);

test('every class is looked for by its own name', () => {
  const names = new Set([...words.values()].flat());
  expect(names.size).toBeGreaterThan(990);
  for (const word of words.keys()) expect(word).toBe(word.toLowerCase());
});

test('a query of many spaces takes no longer than one of as many letters', () => {
  const text = `taxi${' '.repeat(200_000)}x`;
  expect(seen(text)).toEqual([text]);
});
