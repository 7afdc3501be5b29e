import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDesign } from '../src/parse-design.js';
import { tokensOf } from '../src/tokens.js';
import { READ } from './briefs.js';
import { TRAPS } from './traps.js';

const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 150) };

const WORDS = [
  ...new Set([...READ.map(([query]) => query), ...TRAPS].flatMap((query) => query.split(/\s+/))),
];
/** The words of all briefs in any order, with what else a query may hold strewn in. */
const anything = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...WORDS) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(',', '(', ')', '"', '-', '.', '“', 'and', 'not', 'of', '16:9', '#f80'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    ),
    { maxLength: 30 },
  )
  .map((words) => words.join(' '));

describe('any query', () => {
  it('is read without an error, the same each time, and quoted by its phrases from left to right', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.string({ unit: 'binary', maxLength: 200 })), (query) => {
        const read = parseDesign(query);
        expect(parseDesign(query)).toEqual(read);
        let last = 0;
        for (const { text, start, end } of read.phrases) {
          expect(query.slice(start, end)).toBe(text);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
      RUNS,
    );
  });

  it('keeps nothing in its rest that it did not hold, and in the same order', () => {
    fc.assert(
      fc.property(anything, (query) => {
        const words = (text: string) => tokensOf(text).filter(({ kind }) => kind !== 'separator');
        const held = words(query).map(({ text }) => text);
        let at = 0;
        for (const { text } of words(parseDesign(query).rest)) {
          const found = held.indexOf(text, at);
          expect(found).toBeGreaterThanOrEqual(0);
          at = found + 1;
        }
      }),
      RUNS,
    );
  });
});

describe('the rest of any query', () => {
  it('holds nothing more to read', () => {
    fc.assert(
      fc.property(anything, (query) => {
        const { rest } = parseDesign(query);
        expect(parseDesign(rest)).toEqual({ filters: {}, phrases: [], excluded: [], unread: [], rest });
      }),
      { numRuns: RUNS.numRuns * 10 },
    );
  });

  it('holds nothing more to read when whole briefs were strung together', () => {
    const briefs = fc.array(fc.constantFrom(...READ.map(([query]) => query), ...TRAPS), { maxLength: 6 });
    fc.assert(
      fc.property(briefs, fc.constantFrom(' ', ', ', ' and ', '. '), (parts, joint) => {
        const { rest } = parseDesign(parts.join(joint));
        expect(parseDesign(rest)).toEqual({ filters: {}, phrases: [], excluded: [], unread: [], rest });
      }),
      { numRuns: RUNS.numRuns * 10 },
    );
  });
});

/** Looks at tokens that a query costs. */
function steps(query: string): number {
  let looks = 0;
  parseDesign(
    query,
    (text) =>
      new Proxy(tokensOf(text), {
        get(tokens, key) {
          looks += 1;
          return Reflect.get(tokens, key) as unknown;
        },
      }),
  );
  return looks;
}

describe('the work', () => {
  it.each([
    'dark moody image of a forest, no people, ',
    'no people ',
    'copy space on the left or ',
    '((dark',
    'no people or ',
    'room for a headline and a ',
  ])('grows in proportion to a query of "%s" over and over', (part) => {
    const ofLength = (chars: number) => part.repeat(Math.ceil(chars / part.length)).slice(0, chars);
    expect(steps(ofLength(100_000)) / steps(ofLength(1_000))).toBeLessThan(130);
  });
});
