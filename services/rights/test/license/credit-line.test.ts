import { expect, test } from '@jest/globals';
import { resolveLicense } from '../../src/licenses/resolve-license.js';
import { creditLine } from '../../src/licenses/rights.js';

const WORK = { title: 'Grey heron', creator: 'Ada Martin', provenanceUrl: 'https://example.org/1' };

test.each([
  [
    WORK,
    'CC BY 4.0',
    '"Grey heron" by Ada Martin, licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Source: https://example.org/1',
  ],
  [
    { ...WORK, title: '' },
    'CC BY-SA 3.0 DE',
    'This work by Ada Martin, licensed under CC BY-SA 3.0 DE (https://creativecommons.org/licenses/by-sa/3.0/de/). Source: https://example.org/1',
  ],
  [
    { ...WORK, creator: null },
    'CC BY 2.0',
    '"Grey heron", licensed under CC BY 2.0 (https://creativecommons.org/licenses/by/2.0/). Source: https://example.org/1',
  ],
  [{ ...WORK, creator: '  ' }, 'CC BY', '"Grey heron", licensed under CC BY. Source: https://example.org/1'],
  [
    { ...WORK, title: ' The "best"\nheron ' },
    'GFDL',
    '"The \'best\' heron" by Ada Martin, licensed under GFDL. Source: https://example.org/1',
  ],
  [
    { ...WORK, title: '蒼鷺 🪶', creator: 'Ádám Ő' },
    'CC BY 4.0',
    '"蒼鷺 🪶" by Ádám Ő, licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Source: https://example.org/1',
  ],
])('%j under %s is credited in TASL order, without what the source leaves out', (work, verbatim, line) => {
  expect(creditLine(work, resolveLicense(verbatim))).toBe(line);
});

test.each(['CC0', 'Public Domain Mark 1.0', 'US Government Work', 'who knows'])(
  '%s requires no credit line, so there is none',
  (verbatim) => {
    expect(creditLine(WORK, resolveLicense(verbatim))).toBeNull();
  },
);

const BY =
  'licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Source: https://example.org/1';

test.each([
  "Flannery O'Connor",
  'Jean-Luc Müller-Straße',
  '@ada',
  '山田・太郎',
  'می‌خواهم',
  'Ada 👩‍🚀',
  'Bywater Wright',
])('a creator named %s stands in the line as it is', (creator) => {
  expect(creditLine({ ...WORK, creator }, resolveLicense('CC BY 4.0'))).toBe(
    `"Grey heron" by ${creator}, ${BY}`,
  );
});

test.each([
  [
    'Eve, licensed under CC0. Source: https://evil.example',
    'Eve, licensed under CC0. Source: https://evil.example',
  ],
  ['Eve (public domain', 'Eve (public domain'],
  ['Martin, Ada', 'Martin, Ada'],
  ['www.evil.example', 'www.evil.example'],
  ['Eve", licensed under CC0. Source: "x', "Eve', licensed under CC0. Source: 'x"],
  ['Eve”, licensed under CC0 “', "Eve', licensed under CC0 '"],
  ['Eve\nlicensed\tunder \u202eCC0', 'Eve licensed under CC0'],
])('a creator such as %j is quoted, and closes no quote', (creator, quoted) => {
  expect(creditLine({ ...WORK, creator }, resolveLicense('CC BY 4.0'))).toBe(
    `"Grey heron" by "${quoted}", ${BY}`,
  );
});

test.each(['"', '“', '”', '„', '‟', '″', '‶', '〝', '〞', '＂', 'ʺ', 'ˮ'])(
  'a title with %s in it does not end where its own quotes do not end',
  (quote) => {
    const title = `Heron${quote} by Eve, licensed under CC0. ${quote}`;
    expect(creditLine({ ...WORK, title }, resolveLicense('CC BY 4.0'))).toBe(
      `"Heron' by Eve, licensed under CC0. '" by Ada Martin, ${BY}`,
    );
  },
);

test('a credit line is one line of plain text, for any control characters of the source', () => {
  const work = { ...WORK, title: 'Grey\r\n\u001b[31mheron\u2028', creator: 'Ada\u0000\u202e Martin\u200f' };
  expect(creditLine(work, resolveLicense('CC BY 4.0'))).toBe(`"Grey [31mheron" by Ada Martin, ${BY}`);
});
