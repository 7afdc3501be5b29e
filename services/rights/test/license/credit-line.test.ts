import { expect, test } from '@jest/globals';
import { creditLine } from '../../src/domain/license/credit-line.js';
import { resolveLicense } from '../../src/domain/license/resolve-license.js';

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

test.each([
  'CC0',
  'Public Domain Mark 1.0',
  'US Government Work',
  'Unsplash License',
  'In Copyright',
  'who knows',
])('%s requires no credit line, so there is none', (verbatim) => {
  expect(creditLine(WORK, resolveLicense(verbatim))).toBeNull();
});
