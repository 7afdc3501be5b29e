import { describe, expect, it } from '@jest/globals';
import type { Asset } from '../src/domain/asset.js';
import { blendScores, neverRising } from '../src/domain/search/blend.js';

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
