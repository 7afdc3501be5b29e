import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScoreCurves } from './profile.js';

/** Written by `pnpm relevance fit-scores`. */
const FILE = join(import.meta.dirname, '../data/score-curves.json');

/** The curves of `lite`. They change scores and no ranking, so that another fit needs no reindex. */
export function scoreCurvesOfLite(): ScoreCurves {
  const { curves } = JSON.parse(readFileSync(FILE, 'utf8')) as { curves: ScoreCurves };
  return curves;
}
