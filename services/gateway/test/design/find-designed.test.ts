import { describe, expect, it } from '@jest/globals';
import type { Filters } from '@imagesearch/facets/filters';
import type { Asset } from '../../src/assets/asset.js';
import { findDesigned, type Designing } from '../../src/search/design/find-designed.js';
import { wishesIn } from '../../src/search/design/wishes.js';
import type { Candidate } from '../../src/search/candidate.js';

interface Shown {
  id: string;
  /** How well its text answers the words. */
  text: number;
  aspect: number;
  commercial?: boolean;
  generated?: boolean;
}

const WIDE: Filters = { aspectMin: 1.7 };

/** A shelf of images in their order of retrieval, which lets through what the filters say. */
function shelf(images: readonly Shown[], { isScored = true } = {}) {
  const calls: string[] = [];
  const passing = (filters: Filters): Shown[] =>
    images.filter(
      ({ aspect, commercial = true, generated = false }) =>
        aspect >= (filters.aspectMin ?? 0) &&
        (filters.commercial === undefined || filters.commercial === commercial) &&
        (filters.aiGenerated === undefined || filters.aiGenerated === generated),
    );
  const stages: Designing = {
    recall: (filters) => {
      calls.push('recall');
      return Promise.resolve({ candidates: passing(filters).map(candidateOf), backend: 'lancedb' });
    },
    count: (sets) => {
      calls.push('count');
      return Promise.resolve(sets.map((filters) => passing(filters).length));
    },
    hasTime: () => true,
    living: (candidates) =>
      Promise.resolve(
        candidates.flatMap((candidate) => {
          const shown = images.find(({ id }) => id === candidate.assetId);
          return shown === undefined ? [] : [{ candidate, asset: assetOf(shown) }];
        }),
      ),
    scoreTexts: (candidates) => {
      calls.push('rerank');
      const scores = candidates.map(({ assetId }) => {
        return [assetId, images.find(({ id }) => id === assetId)?.text ?? 0] as const;
      });
      return Promise.resolve(
        isScored ? { byId: new Map(scores), words: 'sea', method: 'lexical' } : undefined,
      );
    },
  };
  return { stages, calls };
}

function candidateOf({ id, text }: Shown, at: number): Candidate {
  return {
    assetId: id,
    score: 61 / (61 + at),
    foundAs: id,
    duplicates: [],
    similarities: { caption: text },
    matched: [],
  };
}

function assetOf({ id, aspect, commercial = true }: Shown): Asset {
  return {
    assetId: id,
    signals: { luminance: null, monochrome: null, palette: [], negSpace: [], faces: null, aspect },
    rights: { commercial },
  } as unknown as Asset;
}

const many = (count: number, image: (at: number) => Shown): Shown[] =>
  Array.from({ length: count }, (_, at) => image(at));

const find = (images: readonly Shown[], k: number, inferred: Filters = WIDE, options = {}) => {
  const { stages, calls } = shelf(images, options);
  const filters = { explicit: {}, relaxable: { aiGenerated: false, ...inferred } };
  return findDesigned({ filters, wishes: wishesIn(inferred), k }, stages).then(
    ({ ranked, relaxed, ...rest }) => ({
      ...rest,
      relaxed,
      ranking: ranked.ranking,
      results: ranked.candidates.slice(0, k),
      ids: ranked.candidates.slice(0, k).map(({ assetId }) => assetId),
      calls,
    }),
  );
};

describe('wishes read from a brief', () => {
  it('hold while enough images meet them and the words', async () => {
    const images = [
      ...many(5, (at) => ({ id: `wide-mountain-${at}`, text: 0.9, aspect: 1.8 })),
      ...many(5, (at) => ({ id: `mountain-${at}`, text: 0.9, aspect: 1 })),
    ];
    const { ids, relaxed, results } = await find(images, 4);
    expect(ids).toEqual(
      many(4, (at) => ({ id: `wide-mountain-${at}`, text: 0, aspect: 0 })).map(({ id }) => id),
    );
    expect(relaxed).toEqual([]);
    for (const { designMet } of results) expect(designMet).toEqual(['aspectMin']);
  });

  it('become preferences when what they leave is of another subject', async () => {
    const images = [
      { id: 'mountain-wide', text: 0.9, aspect: 1.8 },
      ...many(6, (at) => ({ id: `mountain-${at}`, text: 0.9, aspect: 1 })),
      ...many(9, (at) => ({ id: `tape-measure-${at}`, text: 0.1, aspect: 1.8 })),
    ];
    const { ids, relaxed, results, calls } = await find(images, 5);
    expect(ids[0]).toBe('mountain-wide');
    expect(ids.filter((id) => id.startsWith('mountain'))).toHaveLength(5);
    expect(relaxed).toEqual(['aspectMin']);
    expect(results.map(({ designMet }) => designMet)).toEqual([['aspectMin'], [], [], [], []]);
    expect(calls).toEqual(['recall', 'recall', 'rerank']);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  it('hold when all that answers the words meets them, however little that is', async () => {
    const images = [
      ...many(2, (at) => ({ id: `wide-mountain-${at}`, text: 0.9, aspect: 1.8 })),
      ...many(9, (at) => ({ id: `tape-measure-${at}`, text: 0.1, aspect: 1.8 })),
      ...many(9, (at) => ({ id: `ruler-${at}`, text: 0.1, aspect: 1 })),
    ];
    const { ids, relaxed } = await find(images, 5);
    expect(ids.slice(0, 2)).toEqual(['wide-mountain-0', 'wide-mountain-1']);
    expect(relaxed).toEqual([]);
  });

  it('give way from the least important: the permitted image stands before the wide one', async () => {
    const images = [
      { id: 'wide', text: 0.9, aspect: 1.8, commercial: false },
      { id: 'permitted', text: 0.9, aspect: 1, commercial: true },
    ];
    const { ids, relaxed } = await find(images, 2, { ...WIDE, commercial: true });
    expect(ids).toEqual(['permitted', 'wide']);
    expect(relaxed).toEqual(['aspectMin', 'commercial']);
  });

  it('are asked for with two recalls and one count at most, and the default falls when even the rest is short', async () => {
    const images = [
      { id: 'mountain', text: 0.9, aspect: 1 },
      { id: 'made-mountain', text: 0.9, aspect: 1.8, generated: true },
    ];
    const { ids, relaxed, calls } = await find(images, 2);
    expect(ids.toSorted()).toEqual(['made-mountain', 'mountain']);
    expect(relaxed).toEqual(['aiGenerated', 'aspectMin']);
    expect(calls).toEqual(['recall', 'count', 'recall', 'rerank']);
  });

  it('are preferences without a reranker too, and the answer says that it is degraded', async () => {
    const images = [
      ...many(3, (at) => ({ id: `mountain-${at}`, text: 0, aspect: 1 })),
      { id: 'wide', text: 0, aspect: 1.8 },
    ];
    const { ids, ranking } = await find(images, 4, WIDE, { isScored: false });
    expect(ids[0]).toBe('wide');
    expect(ranking).toBe('degraded');
  });

  it('find nothing in an empty index', async () => {
    expect(await find([], 3)).toMatchObject({ ids: [], relaxed: [], ranking: 'none' });
  });
});
