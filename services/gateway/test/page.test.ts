import { describe, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Candidate, HydratedCandidate } from '../src/search/candidate.js';
import {
  CURSOR_CHARS_MAX,
  CURSOR_VALID_MS,
  CursorSeal,
  hashOfRequest,
  nextPage,
  PAGED_MAX,
  pageWanted,
  requireCurrent,
  type Place,
} from '../src/search/page.js';

const SECRET = 'a secret of more than thirty-two characters';
const NOW = new Date('2026-11-22T10:00:00Z');
const seal = new CursorSeal([SECRET]);
const requestHash = hashOfRequest('search', { query: 'ball', k: 3 });

const ranked = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    assetId: `t:${at}`,
    score: 1 - at / count,
    duplicates: [],
    similarities: {},
    matched: [],
  }));
/** Counts what is asked for, and drops what is withdrawn. */
const hydration = (withdrawn: readonly string[] = []) => {
  const asked: string[] = [];
  const hydrate = (candidates: readonly Candidate[]): Promise<HydratedCandidate[]> => {
    asked.push(...candidates.map(({ assetId }) => assetId));
    const living = candidates.filter(({ assetId }) => !withdrawn.includes(assetId));
    return Promise.resolve(
      living.map((candidate) => ({
        ...candidate,
        asset: {} as HydratedCandidate['asset'],
        duplicates: [],
      })),
    );
  };
  return { hydrate, asked };
};
const idsOf = (candidates: readonly { assetId: string }[]) => candidates.map(({ assetId }) => assetId);
const wanted = (place?: Place) => ({ place, requestHash: () => requestHash, now: NOW });
const page = (
  pool: readonly Candidate[],
  k: number,
  place?: Place,
  { hydrate } = hydration(),
  isAll = true,
) => nextPage(pool, { ...wanted(place), k, poolSize: 100, isAll, scoresFall: true }, hydrate);

/** Every page, each found through the cursor of the one before. */
async function paged(
  poolAt: (page: number) => Candidate[],
  k: number,
  hydrated = hydration(),
): Promise<HydratedCandidate[][]> {
  const pages: HydratedCandidate[][] = [];
  let place: Place | undefined;
  do {
    const { results, next } = await page(poolAt(pages.length), k, place, hydrated);
    pages.push(results);
    place = next && seal.open(seal.seal(next, 'a'), 'a');
  } while (place !== undefined);
  return pages;
}

function typeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.issues[0]?.type;
    throw error;
  }
  return undefined;
}

describe('the pages of a ranking', () => {
  it.each([
    [10, 1],
    [10, 3],
    [10, 100],
    [0, 10],
  ])('of %i images, %i at a time, are the ranking in its order, and end', async (count, k) => {
    const pages = await paged(() => ranked(count), k);
    expect(pages).toHaveLength(Math.max(1, Math.ceil(count / k)));
    const shown = pages.flat().map(({ assetId, score }) => ({ assetId, score }));
    expect(shown).toEqual(ranked(count).map(({ assetId, score }) => ({ assetId, score })));
  });

  it('never repeat an image and never rise in score, when the ranking is another one at each page', async () => {
    const pages = await paged(
      (at) =>
        ranked(30).map((each, place, all) => ({
          ...each,
          assetId: all[(place * 7 + at * 11) % 30]?.assetId ?? '',
        })),
      4,
    );
    const ids = idsOf(pages.flat());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(30);
    const scores = pages.flat().map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('ask the rights service for what they show and a few more, and put the next ranks in the place of withdrawn images', async () => {
    const few = hydration();
    await page(ranked(100), 10, undefined, few);
    expect(few.asked.length).toBeLessThanOrEqual(15);
    const gone = ranked(100)
      .map(({ assetId }) => assetId)
      .filter((_, at) => at % 3 !== 2);
    const hydrated = hydration(gone);
    const pages = await paged(() => ranked(100), 10, hydrated);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 10, 3]);
    expect(idsOf(pages.flat())).toEqual(idsOf(ranked(100)).filter((id) => !gone.includes(id)));
  });

  it('end with the last image that is left, although withdrawn ones follow it', async () => {
    const { results, next } = await page(ranked(40), 10, undefined, hydration(idsOf(ranked(40)).slice(10)));
    expect(idsOf(results)).toEqual(idsOf(ranked(40)).slice(0, 10));
    expect(next).toBeUndefined();
  });
});

describe('the pages of a pool that is cut', () => {
  it('recall a larger one before a page would be short', async () => {
    const sizes = [];
    for (const k of [30, 50, 60]) {
      sizes.push((await page(ranked(100), k, undefined, hydration(), false)).next?.poolSize);
    }
    expect(sizes).toEqual([100, 100, 300]);
  });

  it('show no image of a group again that an earlier page had an image of', async () => {
    const { next: second } = await page(ranked(10), 10, undefined, hydration(), false);
    const better = { ...ranked(1)[0], assetId: 't:better', duplicates: ['t:0'] } as Candidate;
    const { results } = await page([better, ...ranked(12)], 10, second);
    expect(idsOf(results)).toEqual(['t:10', 't:11']);
  });

  it('end where a cursor can hold no more marks', async () => {
    const { next: last } = await page(ranked(2 * PAGED_MAX), PAGED_MAX, undefined, hydration(), false);
    expect(last).toBeUndefined();
  });
});

const { next } = await page(ranked(10), 3);
if (next === undefined) throw new Error('there is no second page');

describe('a cursor', () => {
  const cursor = seal.seal(next, 'a');
  const context = { cursors: seal, now: () => NOW };
  const open = (text: string, id = 'a', hash = requestHash) =>
    pageWanted({ cursor: text, requestHash: () => hash }, { account: { id } }, context);

  it('opens to its place, for its account and request', () => {
    expect(open(cursor).place).toEqual(next);
  });

  it('is refused when a character of it is another one, and when it is cut, longer or not of this account', () => {
    const changed = Array.from(cursor, (character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return cursor.slice(0, at) + other + cursor.slice(at + 1);
    });
    const foreign = new CursorSeal([`${SECRET}!`]).seal(next, 'a');
    for (const text of [...changed, '', 'AAAA', `${cursor}AAAA`, cursor.slice(0, -4), foreign])
      expect({ text, fault: typeOf(() => open(text)) }).toEqual({ text, fault: 'cursor_invalid' });
    expect(typeOf(() => open(cursor, 'b'))).toBe('cursor_invalid');
  });

  it.each<[string, string, object, string | undefined]>([
    ['refused with other words', 'search', { query: 'box', k: 3 }, 'cursor_mismatch'],
    ['refused with other filters', 'search', { query: 'ball', filters: {}, k: 3 }, 'cursor_mismatch'],
    ['refused at another address', 'similar', { query: 'ball', k: 3 }, 'cursor_mismatch'],
    ['taken with another k', 'search', { query: 'ball', k: 50, cursor }, undefined],
  ])('is %s', (_name, endpoint, body, fault) => {
    expect(typeOf(() => open(cursor, 'a', hashOfRequest(endpoint, body)))).toBe(fault);
  });

  it('expires an hour after its answer', () => {
    const at = (ms: number) => ({ ...wanted(next), now: new Date(NOW.getTime() + ms) });
    expect(typeOf(() => requireCurrent(at(CURSOR_VALID_MS - 1)))).toBeUndefined();
    expect(typeOf(() => requireCurrent(at(CURSOR_VALID_MS)))).toBe('cursor_expired');
    // A gateway whose clock is behind serves it longer, and does not fail.
    expect(typeOf(() => requireCurrent(at(-CURSOR_VALID_MS)))).toBeUndefined();
  });

  it('says nothing to its reader, and is another one each time', () => {
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('ceiling');
    expect(seal.seal(next, 'a')).not.toBe(cursor);
  });

  it('of the longest ranking stays within its limit', async () => {
    const { next: last } = await page(ranked(PAGED_MAX), PAGED_MAX - 1);
    expect(last && seal.seal(last, crypto.randomUUID()).length).toBeLessThan(CURSOR_CHARS_MAX);
  });
});
