import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { Point } from './point.js';

/** The model that filled an index; the first point sets it. */
export interface IndexedModel {
  fingerprint: string;
  /** Length of each vector; 0 for one that the model does not compute. */
  dimensions: Readonly<Record<VectorTarget, number>>;
}

/** Which vectors of the points are compared. */
export type VectorTarget = (typeof VECTOR_TARGETS)[number];

export const VECTOR_TARGETS = ['image', 'caption', 'sight'] as const;

export function isVectorTarget(part: string): part is VectorTarget {
  return VECTOR_TARGETS.some((target) => target === part);
}

/** The vectors that points of a model may have. */
export function targetsOf({ dimensions }: IndexedModel): readonly VectorTarget[] {
  return VECTOR_TARGETS.filter((target) => dimensions[target] > 0);
}

/** Vectors of two models cannot be compared: their spaces are unrelated. */
export function requireSameModel(indexed: IndexedModel, given: string): void {
  if (indexed.fingerprint === given) return;
  throw new AppError(
    'model_mismatch',
    `The index was filled by model ${indexed.fingerprint}, and this request's vectors come from model ${given}. ` +
      'Run the embedding service with the model that filled the index, or embed every image again: npm run ingest -- reindex.',
    { ctx: { indexed: indexed.fingerprint, given } },
  );
}

export function requireDimensions(
  indexed: IndexedModel,
  target: VectorTarget,
  vector: Float32Array,
  loc: (string | number)[],
): void {
  const expected = indexed.dimensions[target];
  if (vector.length === expected) return;
  const msg =
    expected === 0
      ? `the index holds no ${target} vectors`
      : `expected a vector of ${expected} dimensions, got ${vector.length}`;
  throw invalid({ loc, msg, type: 'vector_dimensions' });
}

export function requirePointDimensions(model: IndexedModel, points: readonly Point[]): void {
  for (const [position, point] of points.entries()) {
    for (const target of VECTOR_TARGETS) {
      const vector = point[target];
      if (vector !== null) requireDimensions(model, target, vector, ['points', position, target]);
    }
  }
}
