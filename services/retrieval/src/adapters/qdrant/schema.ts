import type { Schemas } from '@qdrant/js-client-rest';
import { FACET_NAMES, facetRow, snakeCase, type Facet } from '@imagesearch/facets/facets';
import {
  revisionOf,
  UNKNOWN_FACETS,
  type Facets,
  type Look,
  type Point,
  type Swatch,
} from '../../domain/point.js';
import type { Quantization } from '../../domain/recall-policy.js';
import { standingOf } from '../../domain/standing.js';
import type { DescribedImage } from '../../domain/terms.js';
import { packedTexts, unpackedTexts } from '../packed-texts.js';
import { targetsOf, type IndexedModel } from '../../domain/vector-index.js';
import { pointId } from '../point-id.js';
import type { QdrantOptions } from './qdrant-options.js';
import { TERMS_FIELD } from './filter.js';
import { HNSW, quantizationConfig } from './search-policy.js';
import { pointWords } from './sparse-words.js';

export function collectionSchema(
  model: IndexedModel,
  options: QdrantOptions & { quantization: Quantization },
): Schemas['CreateCollection'] {
  const { shardNumber, replicationFactor, writeConsistencyFactor, onDiskVectors, quantization } = options;
  const dense = (size: number): Schemas['VectorParams'] => ({
    size,
    distance: 'Cosine',
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

/** Names of the dense vectors of a collection. */
export function denseVectors(model: IndexedModel): string[] {
  return [...targetsOf(model)];
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

/** The payload fields that filters test. They are created before any data, so that the vector graph includes them. */
export const PAYLOAD_INDEXES: readonly (readonly [
  field: string,
  type: Schemas['PayloadSchemaType'] | Schemas['TextIndexParams'],
])[] = [
  ...FACET_NAMES.flatMap((name): [string, Schemas['PayloadSchemaType']][] => {
    const type = payloadType(facetRow(name));
    return type === undefined ? [] : [[snakeCase(name), type]];
  }),
  // The terms are already normalised and stemmed; the server only splits them.
  [TERMS_FIELD, { type: 'text', tokenizer: 'whitespace', lowercase: false }],
];

/** Undefined when no filter tests the facet. */
function payloadType({ kind, range }: Facet): Schemas['PayloadSchemaType'] | undefined {
  switch (kind) {
    case 'number':
      return range?.whole === true ? 'integer' : 'float';
    case 'flag':
      return 'bool';
    case 'name':
    case 'sides':
      return 'keyword';
    case 'palette':
      return undefined;
  }
}

export function recordOf(point: Point): Schemas['PointStruct'] {
  return {
    id: pointId(point.assetId),
    vector: {
      image: [...point.image],
      ...(point.caption !== null && { caption: [...point.caption] }),
      ...(point.sight !== null && { sight: [...point.sight] }),
      ...(point.terms.length > 0 && { words: pointWords(point.terms) }),
    },
    payload: {
      asset_id: point.assetId,
      content_version: point.contentVersion,
      revision: revisionOf(point),
      [TERMS_FIELD]: point.terms.join(' '),
      ...(point.words !== null && { words: point.words.join(' ') }),
      ...(point.texts !== null && { texts: packedTexts(point.texts) }),
      ...(point.perceptualHash !== null && { perceptual_hash: point.perceptualHash }),
      ...(point.localFeatures !== null && { local_features: point.localFeatures }),
      ...facetPayload(point.facets),
    },
  };
}

/** Null for a point of a release that did not store them. */
export function textsIn(payload: Payload): DescribedImage | null {
  const packed = payload?.['texts'];
  return typeof packed === 'string' ? unpackedTexts(packed) : null;
}

export type Payload = Record<string, unknown> | null | undefined;

/** The inverse of `recordOf`, for a record that was read with payload and vectors. */
export function pointOf({ payload, vector }: Schemas['Record']): Point {
  const { image, caption, sight } = (vector ?? {}) as Record<string, number[] | undefined>;
  if (image === undefined) throw new Error('A point of the collection has no image vector.');
  return {
    assetId: textIn(payload, 'asset_id'),
    contentVersion: textIn(payload, 'content_version'),
    image: Float32Array.from(image),
    caption: caption === undefined ? null : Float32Array.from(caption),
    sight: sight === undefined ? null : Float32Array.from(sight),
    terms: joinedIn(payload, 'terms') ?? [],
    words: joinedIn(payload, 'words') ?? null,
    texts: textsIn(payload),
    perceptualHash: hashIn(payload),
    localFeatures: localFeaturesIn(payload),
    revision: revisionIn(payload),
    facets: facetsIn(payload),
  };
}

/** The payload fields of a look. */
export const LOOK_FIELDS = [
  'asset_id',
  'palette',
  'terms',
  'commercial',
  'derivatives',
  'attribution_required',
  'share_alike',
  'resolution',
];

/** A list that is stored with spaces between its parts; undefined when the field is missing. */
export function joinedIn(payload: Payload, field: 'terms' | 'words'): string[] | undefined {
  const joined = payload?.[field];
  if (typeof joined !== 'string') return undefined;
  return joined === '' ? [] : joined.split(' ');
}

/** Of a record that was read with `LOOK_FIELDS` and the image's vector. */
export function lookOf({ payload, vector }: Schemas['Record']): Look {
  const { image } = (vector ?? {}) as Record<string, number[] | undefined>;
  return {
    image: Float32Array.from(image ?? []),
    palette: swatchesIn(payload),
    standing: standingOf(facetsIn(payload), joinedIn(payload, 'terms') ?? []),
  };
}

export function revisionIn(payload: Payload): string {
  const revision = payload?.['revision'];
  return typeof revision === 'string' ? revision : textIn(payload, 'content_version');
}

/** By asset id. */
export function revisionsIn(records: readonly { payload?: Payload }[]): Map<string, string> {
  return new Map(records.map(({ payload }) => [textIn(payload, 'asset_id'), revisionIn(payload)]));
}

export function hashIn(payload: Payload): string | null {
  return (payload?.['perceptual_hash'] as string | undefined) ?? null;
}

export function localFeaturesIn(payload: Payload): string | null {
  return (payload?.['local_features'] as string | undefined) ?? null;
}

export function textIn(payload: Payload, field: 'asset_id' | 'content_version'): string {
  const value = payload?.[field];
  if (typeof value !== 'string') throw new Error(`A point of the collection has no ${field}.`);
  return value;
}

export function swatchesIn(payload: Payload): Swatch[] {
  return (payload?.['palette'] as Swatch[] | undefined) ?? [];
}

/** Unknown values are omitted. */
function facetPayload(facets: Facets): Record<string, unknown> {
  return Object.fromEntries(
    FACET_NAMES.flatMap((name) => (facets[name] === null ? [] : [[snakeCase(name), facets[name]]])),
  );
}

/** The inverse of `facetPayload`. */
function facetsIn(payload: Payload): Facets {
  return Object.fromEntries(
    FACET_NAMES.map((name) => [name, payload?.[snakeCase(name)] ?? UNKNOWN_FACETS[name]]),
  ) as unknown as Facets;
}

const FINGERPRINT_KEY = 'model_fingerprint';
