import { scoreOn, type ScoreCurve } from '@imagesearch/gateway/search/scores';
import { markdown } from '../systems.js';
import type { HalvedSample } from './samples.js';

const BOUNDS = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];
const LINE_STEPS = 100;

/** For each range of scores: how many results of the half have one, their mean score, and the share that is relevant. */
export function reliability(samples: readonly HalvedSample[], curve: ScoreCurve): string {
  const scored = scoredBy(samples, curve);
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

/** Of the results at or above a score: which share is relevant, and which share of the relevant ones they are. */
interface LineQuality {
  line: number;
  precision: number;
  recall: number;
}

/** The line with the best F1 on one half of the samples, and what it is worth on the other one. */
export function strongLine(samples: readonly HalvedSample[], curve: ScoreCurve): string {
  const ofHalf = (half: boolean) =>
    scoredBy(
      samples.filter(({ isTuning }) => isTuning === half),
      curve,
    );
  const lines = Array.from({ length: LINE_STEPS - 1 }, (_, at) => (at + 1) / LINE_STEPS);
  const [best] = lines
    .map((line) => lineQuality(ofHalf(true), line))
    .sort((one, other) => f1Of(other) - f1Of(one));
  const shown = [best?.line ?? 0, ...[0.2, 0.25, 0.3, 0.35, 0.4, 0.5]].map((line) =>
    [lineQuality(ofHalf(true), line), lineQuality(ofHalf(false), line)].flatMap((quality, at) => [
      ...(at === 0 ? [line.toFixed(2)] : []),
      quality.precision.toFixed(2),
      quality.recall.toFixed(2),
    ]),
  );
  const head = ['line', 'tuning: precision', 'recall', 'other half: precision', 'recall'];
  return markdown([head, ...shown]);
}

type Scored = ReturnType<typeof scoredBy>;

function scoredBy(samples: readonly HalvedSample[], curve: ScoreCurve) {
  return samples.map(({ features, isRelevant }) => ({ score: scoreOn(curve, features), isRelevant }));
}

function lineQuality(scored: Scored, line: number): LineQuality {
  const relevant = scored.filter(({ isRelevant }) => isRelevant).length;
  const above = scored.filter(({ score }) => score >= line);
  const right = above.filter(({ isRelevant }) => isRelevant).length;
  return { line, precision: right / Math.max(1, above.length), recall: right / Math.max(1, relevant) };
}

function f1Of({ precision, recall }: LineQuality): number {
  return (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall);
}
