import { describe, expect, test } from '@jest/globals';
import { termsOf, weightedTerms } from '../src/words/terms.js';

describe('the terms of a text', () => {
  test.each([
    ['Snow-covered Mountains, running', ['snow', 'cover', 'mountain', 'run']],
    ["The dog's café", ['dog', 'cafe']],
    ['IMG_2041.jpg', ['img', '2041', 'jpg']],
    ['no people', ['no', 'peopl']],
    ['Красивые горы', ['красивые', 'горы']],
    ['富士山の雪景色', ['富士山', 'の', '雪景色']],
    ["'; DROP TABLE -- \u0000", ['drop', 'tabl']],
    ['x'.repeat(65), []],
    ['🏔️ ‍ … ', ['🏔']],
    ['👋🏽👋 🇫🇷🇩🇪 ✂ 1️⃣ ©', ['👋', '👋', '🇫🇷', '🇩🇪', '✂', '1\u20E3']],
    ['🐈‍⬛ iPhone壁紙', ['🐈‍⬛', 'iphon', '壁紙']],
    ['Straße, Œuvre, Ærø, Łódź, Đà Nẵng', ['strass', 'oeuvr', 'aero', 'lodz', 'da', 'nang']],
    ['light\u00ADhouse, sun\u200Bflower, an\u2060chor', ['lighthous', 'sunflow', 'anchor']],
    ['T.V. and the U.S.A, e.g. at 5.30 p.m. End.', ['tv', 'usa', 'eg', '5', '30', 'pm', 'end']],
    ['www.example.org v1.2', ['www', 'exampl', 'org', 'v1', '2']],
    ['', []],
  ])('of %j are %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  test('composed and decomposed spellings are one', () => {
    expect(termsOf('São Paulo, é')).toEqual(termsOf('Sa\u0303o Paulo, e\u0301'));
  });

  test('a title and a tag count twice, a description once', () => {
    const terms = weightedTerms({ title: 'Boat', tags: ['Red sea'], description: 'A boat' });
    expect(terms.toSorted()).toEqual(['boat', 'boat', 'boat', 'red', 'red', 'sea', 'sea']);
  });

  test('a description of any length leaves a bounded number of terms', () => {
    expect(weightedTerms({ title: '', tags: [], description: 'word '.repeat(100_000) }).length).toBe(4_000);
  });
});
