import { describe, expect, it } from '@jest/globals';
import type { Asset } from '../src/domain/asset.js';
import { blendScores, neverRising } from '../src/domain/search/blend.js';
import { relaxToFill } from '../src/domain/search/relax.js';

const asset = (assetId: string) => ({ assetId }) as Asset;
const ranked = (...scores: number[]) => scores.map((score, index) => ({ asset: asset(`t:${index}`), score }));
const idsOf = (hits: readonly { asset: Asset }[]) => hits.map((hit) => hit.asset.assetId);

describe('the blend of retrieval and reranking', () => {
  it('puts what the reranker prefers first among pictures that retrieval finds alike', () => {
    expect(idsOf(blendScores(ranked(0.9, 0.8, 0.7), [0, 0, 1]))[0]).toBe('t:2');
  });

  it('keeps a picture that retrieval finds far better first, though its words are poor', () => {
    expect(idsOf(blendScores(ranked(1, 0.3, 0.2), [0.2, 0.75, 0]))[0]).toBe('t:0');
  });

  it('never drops a candidate, judged or not', () => {
    const hits = blendScores(ranked(0.9, 0.8, 0.7, 0.6), [0.1, 0.9]);
    expect(idsOf(hits)).toEqual(['t:1', 't:0', 't:2', 't:3']);
  });

  it('gives scores within 0 and 1 that never rise down the list', () => {
    const hits = blendScores(ranked(0.9, 0.8, 0.7, 0.6), [0.05, 0.1]);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(neverRising(ranked(2, -1)).map(({ score }) => score)).toEqual([1, 0]);
  });
});

describe('relaxing default filters', () => {
  const poolOf = (size: number) => ({
    pool: ranked(...Array.from({ length: size }, () => 0.5)),
    recalled: { candidates: [], backend: 'lancedb' as const },
  });

  it('happens only when the answer is short and dropping them finds more', async () => {
    const sizes = { strict: 2, open: 5 };
    const run = (filters: { aiGenerated?: boolean }) =>
      Promise.resolve(poolOf(filters.aiGenerated === undefined ? sizes.open : sizes.strict));
    expect((await relaxToFill({}, 5, run)).relaxed).toEqual(['ai_generated']);
    expect((await relaxToFill({}, 2, run)).relaxed).toEqual([]);
    sizes.open = 2;
    expect((await relaxToFill({}, 5, run)).relaxed).toEqual([]);
  });

  it('never touches a filter that the caller set', async () => {
    const seen: unknown[] = [];
    const { relaxed } = await relaxToFill({ aiGenerated: false, commercial: true }, 50, (filters) => {
      seen.push(filters);
      return Promise.resolve(poolOf(1));
    });
    expect(relaxed).toEqual([]);
    expect(seen).toEqual([{ aiGenerated: false, commercial: true }]);
  });

  it('keeps every explicit filter in the wider run', async () => {
    const seen: unknown[] = [];
    await relaxToFill({ commercial: true }, 50, (filters) => {
      seen.push(filters);
      return Promise.resolve(poolOf(seen.length));
    });
    expect(seen).toEqual([{ aiGenerated: false, commercial: true }, { commercial: true }]);
  });
});
