import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { Point } from './point.js';
import type { IndexedModel } from './vector-index.js';

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
  vector: Float32Array,
  loc: (string | number)[],
): void {
  if (vector.length === indexed.dimensions) return;
  throw invalid({
    loc,
    msg: `expected a vector of ${indexed.dimensions} dimensions, got ${vector.length}`,
    type: 'vector_dimensions',
  });
}

export function requirePointDimensions(model: IndexedModel, points: readonly Point[]): void {
  for (const [position, { image, caption }] of points.entries()) {
    requireDimensions(model, image, ['points', position, 'image']);
    if (caption !== null) requireDimensions(model, caption, ['points', position, 'caption']);
  }
}
