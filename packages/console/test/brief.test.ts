import { describe, expect, it } from '@jest/globals';
import { exclusionOf, stretchesOf, withoutPhrase } from '../src/search/brief.js';

const BRIEF = 'bright square image of a red apple, no people, free for commercial use';

function phrase(text: string) {
  const start = BRIEF.indexOf(text);
  return { text, start, end: start + text.length, filters: {} };
}

describe('a brief', () => {
  it('is cut at its phrases, and loses no character', () => {
    const phrases = [phrase('bright'), phrase('square image'), phrase('no people')];
    const stretches = stretchesOf(BRIEF, phrases);
    expect(stretches.map(({ text }) => text).join('')).toBe(BRIEF);
    const marked = stretches.filter(({ isPhrase }) => isPhrase).map(({ text }) => text);
    expect(marked).toEqual(['bright', 'square image', 'no people']);
  });

  it.each([
    ['bright', 'square image of a red apple, no people, free for commercial use'],
    ['no people', 'bright square image of a red apple, free for commercial use'],
    ['free for commercial use', 'bright square image of a red apple, no people'],
    [BRIEF, ''],
    ['square image of', 'bright a red apple, no people, free for commercial use'],
  ])('without “%s” reads like a brief', (text, rest) => {
    expect(withoutPhrase(BRIEF, phrase(text))).toBe(rest);
  });

  it('says what a phrase rules out, if it does', () => {
    expect(exclusionOf(phrase('no people'), ['cats', 'people'])).toBe('Without people');
    expect(exclusionOf(phrase('no people'), [])).toBeUndefined();
  });
});
