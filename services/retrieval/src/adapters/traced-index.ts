import { SpanKind, traceMethods } from '@imagesearch/service-kit/telemetry/spans';
import type { VectorIndex } from '../domain/vector-index.js';

const TRACED = [
  'recall',
  'list',
  'nearestTo',
  'count',
  'looks',
  'localFeatures',
  'upsert',
  'delete',
] as const satisfies (keyof VectorIndex)[];

/** The same index; what it reads and writes for a call is a span of that call. */
export function tracedIndex(index: VectorIndex): VectorIndex {
  return traceMethods(index, TRACED, (method) => ({
    name: `${index.backend} ${method}`,
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': index.backend, 'db.operation.name': method },
  }));
}
