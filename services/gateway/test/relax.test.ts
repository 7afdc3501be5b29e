import { describe, expect, it } from '@jest/globals';
import type { Asset } from '../src/domain/asset.js';
import { DESIGN_FACETS, RELAX_ORDER, type Filters } from '@imagesearch/facets/filters';
import { relaxToFill, type Constraints, type Pool } from '../src/domain/search/relax.js';

/** Pictures that satisfy only what they are said to; a filter that is set lets through those that name it. */
class Shelf {
  readonly runs: Filters[] = [];
  readonly counts: Filters[] = [];
  readonly #pictures: readonly (readonly (keyof Filters)[])[];
  readonly #withdrawn: number;
  timeLeft = Infinity;

  constructor(pictures: readonly (readonly (keyof Filters)[])[], withdrawn = 0) {
    this.#pictures = pictures;
    this.#withdrawn = withdrawn;
  }

  relax(constraints: Constraints, k: number) {
    return relaxToFill(constraints, k, {
      run: (filters) => {
        this.runs.push(filters);
        return Promise.resolve(this.#poolOf(this.#satisfying(filters)));
      },
      count: (filters, limit) => {
        this.counts.push(filters);
        this.timeLeft -= 1;
        return Promise.resolve(Math.min(limit, this.#satisfying(filters)));
      },
      hasTime: () => this.timeLeft > 0,
    });
  }

  #satisfying(filters: Filters): number {
    const wanted = Object.keys(filters) as (keyof Filters)[];
    return this.#pictures.filter((picture) => wanted.every((name) => picture.includes(name))).length;
  }

  #poolOf(size: number): Pool {
    const ids = Array.from({ length: size }, (_, at) => `t:${at}`);
    return {
      recalled: { candidates: ids.map((assetId) => ({ assetId, score: 1 })), backend: 'lancedb' },
      pool: ids.slice(this.#withdrawn).map((assetId) => ({ asset: { assetId } as Asset, score: 1 })),
    };
  }
}

const DARK: Filters = { luminanceMax: 0.35 };
const TWO: Filters = { facesMin: 2, facesMax: 2 };
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
    const { relaxed, pool } = await shelf.relax({ explicit: {}, relaxable: { ...TWO, ...DARK } }, 2);
    expect(relaxed).toEqual(['luminanceMax']);
    expect(pool).toHaveLength(2);
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
    const { relaxed, pool } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 2);
    expect(relaxed).toEqual(['luminanceMax', 'facesMin', 'facesMax']);
    expect(pool).toHaveLength(2);
  });

  it('names nothing when no dropping finds more', async () => {
    const shelf = new Shelf([[...ALL]]);
    const { relaxed, pool } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 5);
    expect(relaxed).toEqual([]);
    expect(pool).toHaveLength(1);
    expect(shelf.runs).toHaveLength(1);
  });

  it('never drops what the caller set', async () => {
    const shelf = new Shelf([['commercial'], []]);
    const explicit = { commercial: true };
    expect((await shelf.relax({ explicit, relaxable: DARK }, 5)).relaxed).toEqual(['luminanceMax']);
    for (const filters of [...shelf.runs, ...shelf.counts]) expect(filters).toMatchObject(explicit);
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

  it('makes up for pictures that were withdrawn since they were indexed', async () => {
    const shelf = new Shelf([[...ALL], [...ALL], [], [], []], 1);
    const { pool, relaxed } = await shelf.relax({ explicit: {}, relaxable: DARK }, 2);
    expect(relaxed).toEqual(['luminanceMax']);
    expect(pool.length).toBeGreaterThanOrEqual(2);
  });

  it('asks one count a filter and one for all of them at most', async () => {
    const shelf = new Shelf([[]]);
    const relaxable = { ...DARK, ...TWO, commercial: true, aiGenerated: false };
    await shelf.relax({ explicit: {}, relaxable }, 5);
    expect(shelf.counts.length).toBeLessThanOrEqual(5);
    expect(shelf.runs).toHaveLength(2);
  });

  it('gives the answer as it is when time runs out', async () => {
    const shelf = new Shelf([[], []]);
    shelf.timeLeft = 1;
    const { relaxed } = await shelf.relax({ explicit: {}, relaxable: { ...DARK, ...TWO } }, 2);
    expect(shelf.counts).toHaveLength(1);
    expect(relaxed).toEqual([]);
  });

  it('has a place in its order for every filter that words can ask for, but for the colour', () => {
    expect([...RELAX_ORDER].sort()).toEqual(
      [...DESIGN_FACETS.filter((name) => name !== 'palette'), 'aiGenerated'].sort(),
    );
  });
});
