import { describe, expect, it } from '@jest/globals';
import { DESIGN_FACETS, type Filters } from '@imagesearch/facets/filters';
import { relaxToFill, type Pool, type SearchFilters } from '../src/search/relax.js';

/** Images that satisfy only what they are said to; a filter that is set lets through those that name it. */
class Shelf {
  readonly runs: Filters[] = [];
  /** Calls for counts, each with its sets of filters. */
  readonly counts: Filters[][] = [];
  readonly #images: readonly (readonly (keyof Filters)[])[];
  /** Counted, and missing in every answer. */
  readonly #withdrawn: number;
  hasTime = true;

  constructor(images: readonly (readonly (keyof Filters)[])[], withdrawn = 0) {
    this.#images = images;
    this.#withdrawn = withdrawn;
  }

  relax(filters: SearchFilters, k: number) {
    return relaxToFill(filters, k, {
      recall: (filters) => {
        this.runs.push(filters);
        return Promise.resolve(this.#poolOf(this.#satisfying(filters)));
      },
      count: (filterSets) => {
        this.counts.push([...filterSets]);
        return Promise.resolve(filterSets.map((filters) => this.#satisfying(filters)));
      },
      hasTime: () => this.hasTime,
    });
  }

  #satisfying(filters: Filters): number {
    const wanted = Object.keys(filters) as (keyof Filters)[];
    return this.#images.filter((image) => wanted.every((name) => image.includes(name))).length;
  }

  #poolOf(size: number): Pool {
    const ids = Array.from({ length: size }, (_, at) => `t:${at}`).slice(this.#withdrawn);
    return {
      candidates: ids.map((assetId) => ({
        assetId,
        score: 1,
        duplicates: [],
        similarities: {},
        matched: [],
        foundAs: assetId,
      })),
      backend: 'lancedb',
    };
  }
}

const DARK: Filters = { luminanceMax: 0.35 };
const TWO: Filters = { facesMin: 2, facesMax: 2 };
/** One filter of each facet that is not called like the facet. */
const NAME_OF: Partial<Record<string, keyof Filters>> = {
  luminance: 'luminanceMin',
  faces: 'facesMin',
  aspect: 'aspectMin',
  resolution: 'resolutionMin',
  negSpace: 'negSpaceAny',
  palette: 'paletteNear',
};
const ALL = ['luminanceMax', 'facesMin', 'facesMax', 'commercial', 'aiGenerated'] as const;

describe('relaxing', () => {
  it('drops nothing, and asks nothing more, when there is enough', async () => {
    const shelf = new Shelf([[...ALL], [...ALL]]);
    const { relaxed } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 2);
    expect(relaxed).toEqual([]);
    expect(shelf).toMatchObject({ runs: [{ ...DARK, ...TWO }], counts: [] });
  });

  it('drops the least important filter first, and stops when there is enough', async () => {
    const shelf = new Shelf([[...ALL], ['facesMin', 'facesMax'], ['luminanceMax']]);
    const { relaxed, candidates } = await shelf.relax({ explicit: {}, relaxable: { ...TWO, ...DARK } }, 2);
    expect(relaxed).toEqual(['luminanceMax']);
    expect(candidates).toHaveLength(2);
    expect(shelf.runs.at(-1)).toEqual(TWO);
  });

  it('drops both bounds of a range together, and names both', async () => {
    const shelf = new Shelf([[...ALL], ['luminanceMax']]);
    expect((await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 2)).relaxed).toEqual([
      'facesMin',
      'facesMax',
    ]);
  });

  it('keeps a filter whose dropping finds nothing more, and does not name it', async () => {
    const shelf = new Shelf([[...ALL], ['luminanceMax']]);
    const { relaxed } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 5);
    expect(relaxed).not.toContain('luminanceMax');
    expect(shelf.runs.at(-1)).toEqual(DARK);
  });

  it('drops filters together that only find more together', async () => {
    const shelf = new Shelf([[], []]);
    const { relaxed, candidates } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 2);
    expect(relaxed).toEqual(['luminanceMax', 'facesMin', 'facesMax']);
    expect(candidates).toHaveLength(2);
  });

  it('names nothing when no dropping finds more', async () => {
    const shelf = new Shelf([[...ALL]]);
    const { relaxed, candidates } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 5);
    expect(relaxed).toEqual([]);
    expect(candidates).toHaveLength(1);
    expect(shelf.runs).toHaveLength(1);
  });

  it('never drops what the caller set', async () => {
    const shelf = new Shelf([['commercial'], []]);
    const explicit = { commercial: true };
    expect((await shelf.relax({ explicit, relaxable: DARK }, 5)).relaxed).toEqual(['luminanceMax']);
    for (const filters of [...shelf.runs, ...shelf.counts.flat()]) expect(filters).toMatchObject(explicit);
  });

  it("does nothing when every filter is the caller's", async () => {
    const shelf = new Shelf([[]]);
    expect((await shelf.relax({ explicit: DARK, relaxable: {} }, 5)).relaxed).toEqual([]);
    expect(shelf.counts).toEqual([]);
  });

  it('never drops a wanted colour, which keeps nothing out', async () => {
    const shelf = new Shelf([['paletteNear']]);
    const { relaxed } = await shelf.relax({ explicit: {}, relaxable: { paletteNear: '#ff0000' } }, 5);
    expect(relaxed).toEqual([]);
  });

  it('makes up for images that were withdrawn since they were indexed', async () => {
    const shelf = new Shelf([[...ALL], [...ALL], [], [], []], 1);
    const { candidates, relaxed } = await shelf.relax({ explicit: {}, relaxable: DARK }, 2);
    expect(relaxed).toEqual(['luminanceMax']);
    expect(candidates.length).toBeGreaterThanOrEqual(2);
  });

  it('asks for one recall, one call of counts and one more recall at most', async () => {
    const shelf = new Shelf([['paletteNear']]);
    const relaxable = Object.fromEntries(
      // A licence is never relaxed.
      DESIGN_FACETS.filter((facet) => facet !== 'license').flatMap((facet) => [
        [NAME_OF[facet] ?? facet, true],
      ]),
    ) as Filters;
    const { relaxed } = await shelf.relax(
      { explicit: {}, relaxable: { ...relaxable, aiGenerated: false } },
      5,
    );
    expect(relaxed).toHaveLength(10);
    expect(shelf.runs).toHaveLength(2);
    expect(shelf.counts).toHaveLength(1);
    expect(shelf.counts[0]).toHaveLength(2 ** 5);
  });

  it('drops the least important filters together where there are more than five to choose from', async () => {
    const others = ['facesMax', 'attributionRequired', 'derivatives', 'commercial'] as const;
    const shelf = new Shelf([[...others, 'monochrome']]);
    const relaxable = {
      ...DARK,
      monochrome: true,
      negSpaceAny: ['left' as const],
      ...Object.fromEntries(others.map((name) => [name, true])),
    };
    const { relaxed } = await shelf.relax({ explicit: {}, relaxable }, 1);
    expect(relaxed).toEqual(['luminanceMax', 'negSpaceAny', 'monochrome']);
  });

  it('gives the answer as it is when no time is left', async () => {
    const shelf = new Shelf([[], []]);
    shelf.hasTime = false;
    const { relaxed } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 2);
    expect(shelf.counts).toEqual([]);
    expect(relaxed).toEqual([]);
  });
});
