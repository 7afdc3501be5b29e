import { expect, test } from '@jest/globals';
import { printableLines, printableText } from '../../src/text/printable-text.js';

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

test.each(['Graureiher — 蒼鷺 🪶', 'מִבְחָן', 'C:\\new', 'it\'s "quoted"'])('%s is printed as it is', (text) => {
  expect(printableText(text)).toBe(text);
});

test('lines of our own stay lines, and nothing else in them reaches the terminal raw', () => {
  expect(printableLines('a\n\u001b[2Jb\r\n')).toBe('a\n\\u001b[2Jb\\u000d\n');
});
