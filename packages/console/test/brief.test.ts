import { expect, it } from '@jest/globals';
import { exclusionOf, withoutPhrase } from '../src/search/brief.js';

const BRIEF = 'bright square image of a red apple, no people, free for commercial use';

it.each([
  ['bright', 'square image of a red apple, no people, free for commercial use'],
  ['no people', 'bright square image of a red apple, free for commercial use'],
  ['free for commercial use', 'bright square image of a red apple, no people'],
  [BRIEF, ''],
  ['square image of', 'bright a red apple, no people, free for commercial use'],
])('a brief without “%s” reads like a brief', (text, rest) => {
  const start = BRIEF.indexOf(text);
  expect(withoutPhrase(BRIEF, { start, end: start + text.length })).toBe(rest);
});

it.each([
  ['no cats or dogs', 'Without cats or dogs'],
  ['-Red', 'Without red'],
  ['not dark', undefined],
])('“%s” reads “%s”', (text, words) => {
  const phrase = { text, start: 0, end: text.length, filters: {} };
  expect(exclusionOf(phrase, ['cats', 'dogs', 'red'])).toBe(words);
});
