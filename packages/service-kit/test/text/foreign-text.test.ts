import { describe, expect, test } from '@jest/globals';
import { plainText } from '../../src/text/plain-text.js';
import { printableLines, printableText } from '../../src/text/printable-text.js';

describe('plain text', () => {
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
});

describe('text as it is printed', () => {
  test.each([
    ['\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['\u009b2J', '\\u009b2J'],
    ['a\r\nb\tc\u007f', 'a\\u000d\\u000ab\\u0009c\\u007f'],
    ['\u202egnp\u2066\u200f\u200d\u00ad\ufeff', '\\u202egnp\\u2066\\u200f\\u200d\\u00ad\\ufeff'],
    ['\u{e0061}', '\\udb40\\udc61'],
    ['\ud800x\u2028', '\\ud800x\\u2028'],
  ])('%j is printed as %s', (text, printed) => {
    expect(printableText(text)).toBe(printed);
  });

  test.each(['Graureiher — 蒼鷺 🪶', 'מִבְחָן', 'C:\\new', 'it\'s "quoted"'])(
    '%s is printed as it is',
    (text) => {
      expect(printableText(text)).toBe(text);
    },
  );

  test('lines of our own stay lines, and nothing else in them reaches the terminal raw', () => {
    expect(printableLines('a\n\u001b[2Jb\r\n')).toBe('a\n\\u001b[2Jb\\u000d\n');
  });
});
