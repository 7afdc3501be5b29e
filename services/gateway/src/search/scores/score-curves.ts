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
  for (const [feature, weight] of Object.entries(weights)) sum += weight * (features[feature] ?? 0);
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
export function cosineFeatures(name: string, cosine: number): Record<string, number> {
  const inside = Math.min(1 - COSINE_MARGIN, Math.max(-1 + COSINE_MARGIN, cosine));
  return { [name]: cosine, [`${name}_z`]: Math.atanh(inside) };
}

const LOGIT_MARGIN = 1e-4;
const COSINE_MARGIN = 1e-3;
