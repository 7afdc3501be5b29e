/** 1 / (1 + exp(-(bias + the sum of weight × feature))). */
export interface ScoreCurve {
  bias: number;
  /** By feature. */
  weights: Readonly<Record<string, number>>;
}

export const CURVE_NAMES = ['words_reranked', 'words', 'sight', 'image', 'both'] as const;
export type CurveName = (typeof CURVE_NAMES)[number];

/** The curves of a model profile; `DEFAULT_CURVES` stands for a missing one. */
export type ScoreCurves = Readonly<Partial<Record<CurveName, ScoreCurve>>>;

/**
 * For a profile without curves of its own. They were not fitted: they put 0.5 where similarities of common models begin to
 * mean something. There is none for `words_reranked`: the reranker's own score stands.
 */
export const DEFAULT_CURVES = {
  words: { bias: -6, weights: { caption: 10 } },
  sight: { bias: -6, weights: { sight: 30 } },
  image: { bias: -9, weights: { image: 12 } },
  both: { bias: 0, weights: { words: 0.5, image: 0.5 } },
} as const satisfies ScoreCurves;

/** 0 to 1. A feature that the curve has no weight for does not count. */
export function scoreOn({ bias, weights }: ScoreCurve, features: Readonly<Record<string, number>>): number {
  let sum = bias;
  // Called for every image of a pool, and `Object.entries` would make a list each time.
  for (const feature in weights) sum += (weights[feature] ?? 0) * (features[feature] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The inverse of the curve's last step; a score of 0 or 1 counts as almost so. */
export function logitOf(score: number): number {
  const inside = Math.min(1 - LOGIT_MARGIN, Math.max(LOGIT_MARGIN, score));
  return Math.log(inside / (1 - inside));
}

/**
 * The features of a cosine: itself, and Fisher's z of it under the name with `_z`. Near 1 a small difference between cosines
 * means much: a curve over the cosine alone gives a copy of an image hardly more than its kin.
 */
export function cosineFeatures(name: CosineName, cosine: number): Record<string, number> {
  const z = Math.atanh(Math.min(1 - COSINE_MARGIN, Math.max(-1 + COSINE_MARGIN, cosine)));
  // A computed name would make each of these objects slow to read.
  switch (name) {
    case 'caption':
      return { caption: cosine, caption_z: z };
    case 'sight':
      return { sight: cosine, sight_z: z };
    case 'image':
      return { image: cosine, image_z: z };
  }
}

export type CosineName = 'caption' | 'sight' | 'image';

const LOGIT_MARGIN = 1e-4;
const COSINE_MARGIN = 1e-3;
