import { FACET_NAMES, type Facet, facetRow } from '@imagesearch/facets/facets';
import type { Schemas } from '@qdrant/js-client-rest';
import { type IndexedModel, isVectorTarget, type VectorTarget, targetsOf } from '../model.js';
import { pointId } from '../names.js';
import type { Point, PointPart } from '../point.js';
import type { QdrantOptions } from './client.js';
import { fieldOf, HNSW, TERMS_FIELD, pointWords, quantizationConfig } from './queries.js';
import type { Quantization } from '../recall-policy.js';
import type { PartsById } from '../vector-index.js';

export function collectionSchema(
  model: IndexedModel,
  options: QdrantOptions & { quantization: Quantization },
): Schemas['CreateCollection'] {
  const { shardNumber, replicationFactor, writeConsistencyFactor, onDiskVectors, quantization } = options;
  const dense = (size: number): Schemas['VectorParams'] => ({
    size,
    distance: 'Cosine',
    // Earlier servers know no `memory`, which takes its place.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    on_disk: onDiskVectors,
  });
  const quantized = quantizationConfig(quantization);
  return {
    vectors: Object.fromEntries(targetsOf(model).map((target) => [target, dense(model.dimensions[target])])),
    sparse_vectors: { words: { modifier: 'idf' } },
    hnsw_config: HNSW,
    replication_factor: replicationFactor,
    write_consistency_factor: writeConsistencyFactor,
    ...(shardNumber !== undefined && { shard_number: shardNumber }),
    ...(quantized && { quantization_config: quantized }),
  };
}

/** The collection's name holds only the start of the fingerprint. */
export function collectionMetadata(model: IndexedModel): Record<string, unknown> {
  return { [FINGERPRINT_KEY]: model.fingerprint };
}

/** Undefined for an unfinished or a foreign collection. */
export function modelOf({ config }: Schemas['CollectionInfo']): IndexedModel | undefined {
  const fingerprint: unknown = config.metadata?.[FINGERPRINT_KEY];
  const vectors = config.params.vectors as Record<string, Schemas['VectorParams']> | undefined;
  const { image, caption, sight } = vectors ?? {};
  if (typeof fingerprint !== 'string' || !image) return undefined;
  return {
    fingerprint,
    dimensions: { image: image.size, caption: caption?.size ?? 0, sight: sight?.size ?? 0 },
  };
}

const DATE_FIELDS = ['from', 'to'] as const;

/** The payload fields that filters test. They are created before any data, so that the vector graph includes them. */
export const PAYLOAD_INDEXES: readonly (readonly [
  field: string,
  type: Schemas['PayloadSchemaType'] | Schemas['TextIndexParams'],
])[] = [
  ...FACET_NAMES.flatMap((name): [string, Schemas['PayloadSchemaType']][] => {
    const row = facetRow(name);
    const type = payloadType(row);
    const fields = row.kind === 'date' ? DATE_FIELDS.map((end) => fieldOf(name, end)) : [fieldOf(name)];
    return type === undefined ? [] : fields.map((field) => [field, type]);
  }),
  // The terms are already normalised and stemmed; the server only splits them.
  [TERMS_FIELD, { type: 'text', tokenizer: 'whitespace', lowercase: false }],
];

/** Undefined when no filter tests the facet. */
function payloadType({ kind, range }: Facet): Schemas['PayloadSchemaType'] | undefined {
  switch (kind) {
    case 'number':
      return range?.whole === true ? 'integer' : 'float';
    case 'date':
      return 'float';
    case 'flag':
      return 'bool';
    case 'name':
    case 'text':
    case 'tags':
    case 'sides':
      return 'keyword';
    case 'palette':
      return undefined;
  }
}

/** The payload is the point without its vectors. */
export function recordOf({ image, caption, sight, ...payload }: Point): Schemas['PointStruct'] {
  return {
    id: pointId(payload.assetId),
    vector: {
      image: [...image],
      ...(caption !== null && { caption: [...caption] }),
      ...(sight !== null && { sight: [...sight] }),
      ...(payload.terms !== '' && { words: pointWords(payload.terms) }),
    },
    payload,
  };
}

/** What has to be asked for of a record, so that `partsOf` finds these parts; a record has the vectors that its model computes. */
export function askedFor(parts: readonly PointPart[], { dimensions }: IndexedModel) {
  const vectors = parts.filter(isVectorTarget).filter((target) => dimensions[target] > 0);
  const fields = parts.filter((part) => !isVectorTarget(part));
  return { with_payload: ['assetId', ...fields], with_vector: vectors.length > 0 && vectors };
}

/** The inverse of `recordOf`. */
export function partsOf<Part extends PointPart>(
  { payload, vector }: Schemas['Record'],
  parts: readonly Part[],
): Pick<Point, Part> {
  const vectorOf = (target: VectorTarget): Float32Array | null => {
    const values = (vector as Record<string, number[] | undefined> | undefined)?.[target];
    return values === undefined ? null : Float32Array.from(values);
  };
  return Object.fromEntries(
    parts.map((part) => [part, isVectorTarget(part) ? vectorOf(part) : payload?.[part]]),
  ) as unknown as Pick<Point, Part>;
}

export function partsById<Part extends PointPart>(
  records: readonly Schemas['Record'][],
  parts: readonly Part[],
): PartsById<Part> {
  return new Map(records.map((record) => [assetIdIn(record), partsOf(record, parts)]));
}

export function assetIdIn({ payload }: Schemas['Record']): string {
  const assetId = payload?.['assetId'];
  if (typeof assetId !== 'string') throw new Error('A point of the collection has no asset id.');
  return assetId;
}

const FINGERPRINT_KEY = 'model_fingerprint';
