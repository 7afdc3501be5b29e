import { expect, test } from '@jest/globals';
import { parseDesign } from '@imagesearch/brief-parser/parse-design';
import { snakeCase } from '@imagesearch/facets/facets';
import { readBriefs, type Brief } from './judgements.js';

/** Below what docs/benchmarks/relevance.md states, so that only a loss fails. */
const READ_EXACTLY_MIN = 28;

const all = readBriefs();
const isTrap = ({ filters }: Brief): boolean => Object.keys(filters).length === 0;

/** What the parser makes of a brief, as its label is written. */
function readingOf({ query }: Brief): Brief {
  const { filters, rest } = parseDesign(query);
  const named = Object.entries(filters).map(([name, value]) => [snakeCase(name), value]);
  return { query, filters: Object.fromEntries(named) as Brief['filters'], rest };
}

test('nearly all held-out briefs of art directors become just the filters that they ask for', () => {
  const briefs = all.filter((brief) => !isTrap(brief));
  const isExact = (brief: Brief): boolean => {
    const { filters, rest } = readingOf(brief);
    return rest === brief.rest && canonical(filters) === canonical(brief.filters);
  };
  expect(briefs).toHaveLength(30);
  expect(briefs.filter(isExact).length).toBeGreaterThanOrEqual(READ_EXACTLY_MIN);
});

const canonical = (filters: Brief['filters']): string =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));

test('held-out queries about a subject stay as they are', () => {
  const traps = all.filter(isTrap);
  expect(traps).toHaveLength(15);
  expect(traps.map(readingOf)).toEqual(traps);
});
