import { describe, expect, test } from '@jest/globals';
import { isLicenseCode, LICENSE_CODES } from '@imagesearch/facets/filters';
import fc from 'fast-check';
import type { LicenseFacts } from '../../src/licenses/license.js';
import { resolveLicense } from '../../src/licenses/resolve-license.js';
import { DECLARATIONS, FACTS, UNREADABLE } from './declarations.js';

const NOTHING_SETTLED = { commercial: null, derivatives: null, shareAlike: null, attributionRequired: null };

test('codes are those that a filter on licences takes, and each names itself', () => {
  for (const [verbatim] of DECLARATIONS) expect(isLicenseCode(resolveLicense(verbatim).code)).toBe(true);
  expect(LICENSE_CODES.map((code) => resolveLicense(code).code)).toEqual(LICENSE_CODES);
});

describe('declarations', () => {
  test.each(DECLARATIONS)('%j is %s', (verbatim, code) => {
    expect(resolveLicense(verbatim).code).toBe(code);
  });

  test.each(UNREADABLE)('%j settles nothing', (verbatim) => {
    expect(resolveLicense(verbatim)).toMatchObject({
      code: 'unknown',
      facts: NOTHING_SETTLED,
      deedUrl: null,
    });
  });

  test.each([
    ['0', 'inc'],
    ['4', 'cc-by'],
    ['7', 'nkc'],
    ['8', 'us-gov'],
    ['9', 'cc0'],
    ['10', 'pdm'],
    ['11', 'unknown'],
  ])('the id %s means %s where the source is Flickr, and nothing elsewhere', (id, code) => {
    expect(resolveLicense(id, 'flickr').code).toBe(code);
    expect(resolveLicense(`flickr:${id}`).code).toBe(code);
    expect(resolveLicense(id, 'wikimedia').code).toBe('unknown');
  });
});

describe('facts', () => {
  test.each(FACTS)('%s', (code, commercial, derivatives, shareAlike, attributionRequired) => {
    expect(resolveLicense(code)).toMatchObject({
      code,
      facts: { commercial, derivatives, shareAlike, attributionRequired },
    });
  });

  test('a licence without a version has no deed, since its address would be a guess', () => {
    expect(resolveLicense('CC BY-SA')).toMatchObject({ deedUrl: null, name: 'CC BY-SA' });
    expect(resolveLicense('CC BY 3.0 XX').deedUrl).toBeNull();
  });

  test.each([
    ['cc-by-4.0', 'https://creativecommons.org/licenses/by/4.0/'],
    ['cc-by-sa-3.0-de', 'https://creativecommons.org/licenses/by-sa/3.0/de/'],
    ['cc-nd-nc-1.0', 'https://creativecommons.org/licenses/nd-nc/1.0/'],
  ])('the deed of %s is %s', (code, deedUrl) => {
    expect(resolveLicense(code).deedUrl).toBe(deedUrl);
  });
});

describe('whatever is declared', () => {
  const CODES = [...new Set(DECLARATIONS.map(([, code]) => code))];
  const WORDS = (
    'cc|by|nc|sa|nd|4.0|3.0|de|and|or|not|except|GFDL|(|)|-|/|,|public|domain|zero|all rights reserved|unless|no|' +
    'https://creativecommons.org/licenses/'
  ).split('|');

  test('our own codes mean themselves', () => {
    for (const code of CODES) expect(resolveLicense(code).code).toBe(code);
  });

  test('the answer to an answer is the same answer', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }), (words) => {
        const { code } = resolveLicense(words.join(' '));
        expect(resolveLicense(code).code).toBe(code);
      }),
      { numRuns: 3_000 },
    );
  });

  test('text that names no licence never permits anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        // "by", "pd" and the like are names of licences, however short.
        fc.pre(
          !/by|pd|cc|zero|mark|gfdl|inc|noc|und|unsplash|pexels|pixabay|us-gov|ogl/i.test(
            text.normalize('NFKC'),
          ),
        );
        expect(resolveLicense(text)).toMatchObject({ code: 'unknown', facts: NOTHING_SETTLED });
      }),
      { numRuns: 3_000 },
    );
  });

  test('a word that withdraws or restricts a licence makes it unknown', () => {
    const narrowing = fc.constantFrom(
      ...'not,except,unless,only for members,text only,expired,see terms,pending,until 2020'.split(','),
    );
    const readable = fc.constantFrom(...DECLARATIONS.map(([verbatim]) => verbatim));
    fc.assert(
      fc.property(readable, narrowing, fc.boolean(), (verbatim, words, isBefore) => {
        const { code } = resolveLicense(isBefore ? `${words} ${verbatim}` : `${verbatim} ${words}`);
        expect(code).toBe('unknown');
      }),
      { numRuns: 2_000 },
    );
  });

  test('a character lost on the way never makes more of a licence', () => {
    const isGranted = (facts: LicenseFacts) => [
      facts.commercial === true,
      facts.derivatives === true,
      facts.shareAlike === false,
      facts.attributionRequired === false,
    ];
    for (const [verbatim] of DECLARATIONS) {
      const whole = isGranted(resolveLicense(verbatim).facts);
      for (let at = 0; at < verbatim.length; at += 1) {
        const damaged = verbatim.slice(0, at) + verbatim.slice(at + 1);
        const gained = isGranted(resolveLicense(damaged).facts).some((has, fact) => has && !whole[fact]);
        expect({ damaged, gained }).toEqual({ damaged, gained: false });
      }
    }
  });

  // A parser that backtracks would outlast the time that a test has.
  test('no text of the longest length keeps the parser busy', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('cc ', 'by-', 'a ', '(', 'licence ', 'by nc ', 'or ', 'https://', '-_,'),
        (piece) => {
          resolveLicense(piece.repeat(2_000).slice(0, 499));
        },
      ),
    );
  });
});
