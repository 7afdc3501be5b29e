import { expect, it } from '@jest/globals';
import { withoutPhrase } from '../src/search/brief.js';

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
