import { describe, expect, test } from '@jest/globals';
import { comparableText, intervalOf } from '@imagesearch/facets/comparable';

describe('a date', () => {
  test.each([
    ['2024', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'],
    ['2024-02', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['1874-02', '1874-02-01T00:00:00.000Z', '1874-02-28T23:59:59.999Z'],
    ['2024-05-01', '2024-05-01T00:00:00.000Z', '2024-05-01T23:59:59.999Z'],
    ['2024-05-01T10:30', '2024-05-01T10:30:00.000Z', '2024-05-01T10:30:59.999Z'],
    ['2024-05-01T10:30:15', '2024-05-01T10:30:15.000Z', '2024-05-01T10:30:15.999Z'],
    // Where it was made, the year was not over.
    ['2024-12-31T20:00:00-08:00', '2024-12-31T20:00:00.000Z', '2024-12-31T20:00:00.999Z'],
  ])('%s lasts from %s to %s', (date, from, to) => {
    expect(intervalOf(date)).toEqual({ from: Date.parse(from), to: Date.parse(to) });
  });

  test.each([
    '',
    'May 2024',
    '24',
    '2024-13',
    '2024-00',
    '2023-02-29',
    '2024-05-32',
    '2024-05-01T25:00',
    '2024-05-01 10:30',
    '20240501',
  ])('%j is none', (text) => {
    expect(intervalOf(text)).toBeUndefined();
  });
});

test('names are the same in upper and lower case, and however their accents are encoded', () => {
  expect(comparableText(' ÉLODIE ')).toBe(comparableText('e\u0301lodie'));
});
