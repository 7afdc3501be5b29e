import { expect, test } from '@jest/globals';
import { plainText } from '../../src/text/plain-text.js';

test.each([
  ['  A\r\nheron\t\u2028 here ', 'A heron here'],
  ['\u001b[31mred\u001b[0m\u0007', '[31mred [0m'],
  ['\u009b31mred\u0000', '31mred'],
  ['abc\u202egnp.exe\u202c', 'abcgnp.exe'],
  ['\u2066a\u2067b\u2068c\u2069\u200e\u200f\u061c\u206a', 'abc'],
  ['\ufeffA heron', 'A heron'],
  ['\u202e \n', ''],
])('%j is read as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test.each(['👩\u200d🚀', 'می\u200cخواهم', 'क्\u200dष', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'מִבְחָן', 'Ádám Ő', '"<b>&amp;"'])(
  '%s stays as it is',
  (text) => {
    expect(plainText(text)).toBe(text);
  },
);

test('a text of nothing but spaces and controls takes time in proportion to its length', () => {
  expect(plainText(' \t\u0001'.repeat(100_000))).toBe('');
});
