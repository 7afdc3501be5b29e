import { scoreOn, type ScoreCurve } from '@imagesearch/gateway/search/scores';
import { markdown } from '../tables.js';
import type { HalvedSample } from './samples.js';

const BOUNDS = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];

/** For each range of scores: how many results of the half have one, their mean score, and the share that is relevant. */
export function reliability(samples: readonly HalvedSample[], curve: ScoreCurve): string {
  const scored = samples.map(({ features, isRelevant }) => ({ score: scoreOn(curve, features), isRelevant }));
  const rows = BOUNDS.slice(0, -1).map((from, at) => {
    const to = BOUNDS[at + 1] ?? 1;
    const within = scored.filter(({ score }) => score >= from && (score < to || to === 1));
    const share = (of: readonly number[]) =>
      of.length === 0 ? '' : (of.reduce((sum, value) => sum + value, 0) / of.length).toFixed(2);
    return [
      `${from} to ${to}`,
      String(within.length),
      share(within.map(({ score }) => score)),
      share(within.map(({ isRelevant }) => Number(isRelevant))),
    ];
  });
  return markdown([['score', 'results', 'mean score', 'relevant'], ...rows]);
}
