import { FACET_NAMES, type Facet, facetRow, snakeCase } from '@imagesearch/facets/facets';
import type { Schemas } from '@qdrant/js-client-rest';
import { type Candidate, candidateOf } from '../candidate.js';
import { type IndexedModel, targetsOf } from '../model.js';
import { pointId } from '../names.js';
import { type Facets, type Look, type Point, type Swatch, UNKNOWN_FACETS, standingOf } from '../point.js';
import type { QdrantOptions } from './client.js';
import { HNSW, TERMS_FIELD, pointWords, quantizationConfig } from './queries.js';
import type { Quantization } from '../recall-policy.js';
import type { ListQuery } from '../vector-index.js';

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

const DATE_FIELDS = ['from', 'to'];

/** The payload fields that filters test. They are created before any data, so that the vector graph includes them. */
export const PAYLOAD_INDEXES: readonly (readonly [
  field: string,
  type: Schemas['PayloadSchemaType'] | Schemas['TextIndexParams'],
])[] = [
  ...FACET_NAMES.flatMap((name): [string, Schemas['PayloadSchemaType']][] => {
    const row = facetRow(name);
    const type = payloadType(row);
    const fields =
      row.kind === 'date' ? DATE_FIELDS.map((end) => `${snakeCase(name)}.${end}`) : [snakeCase(name)];
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
      [TERMS_FIELD]: point.terms.join(' '),
      words: point.words.join(' '),
      texts: point.texts,
      ...(point.perceptualHash !== null && { perceptual_hash: point.perceptualHash }),
      ...(point.localFeatures !== null && { local_features: point.localFeatures }),
      ...facetPayload(point.facets),
    },
  };
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
    terms: joinedIn(payload, 'terms'),
    words: joinedIn(payload, 'words'),
    texts: textIn(payload, 'texts'),
    perceptualHash: hashIn(payload),
    localFeatures: localFeaturesIn(payload),
    facets: facetsIn(payload),
  };
}

/** A list that is stored with spaces between its parts. */
export function joinedIn(payload: Payload, field: 'terms' | 'words'): string[] {
  const joined = textIn(payload, field);
  return joined === '' ? [] : joined.split(' ');
}

/** Of a record that was read with the fields of the facets, the terms and the image's vector. */
export function lookOf({ payload, vector }: Schemas['Record']): Look {
  const { image } = (vector ?? {}) as Record<string, number[] | undefined>;
  const facets = facetsIn(payload);
  return {
    image: Float32Array.from(image ?? []),
    palette: facets.palette,
    standing: standingOf(facets, textIn(payload, 'terms') !== ''),
  };
}

function hashIn(payload: Payload): string | null {
  return (payload?.['perceptual_hash'] as string | undefined) ?? null;
}

export function localFeaturesIn(payload: Payload): string | null {
  return (payload?.['local_features'] as string | undefined) ?? null;
}

export function textIn(payload: Payload, field: TextField): string {
  const value = payload?.[field];
  if (typeof value !== 'string') throw new Error(`A point of the collection has no ${field}.`);
  return value;
}

type TextField = 'asset_id' | 'content_version' | 'terms' | 'words' | 'texts';

function swatchesIn(payload: Payload): Swatch[] {
  return (payload?.['palette'] as Swatch[] | undefined) ?? [];
}

export const FACET_FIELDS = ['asset_id', ...FACET_NAMES.map(snakeCase)];

/** Unknown values are omitted. */
function facetPayload(facets: Facets): Record<string, unknown> {
  return Object.fromEntries(
    FACET_NAMES.flatMap((name) => (facets[name] === null ? [] : [[snakeCase(name), facets[name]]])),
  );
}

/** The inverse of `facetPayload`. */
export function facetsIn(payload: Payload): Facets {
  return Object.fromEntries(
    FACET_NAMES.map((name) => [name, payload?.[snakeCase(name)] ?? UNKNOWN_FACETS[name]]),
  ) as unknown as Facets;
}

const FINGERPRINT_KEY = 'model_fingerprint';

/** @param payload May hold more than the query asks for. */
export function toCandidate(
  { score, payload }: { score: number; payload?: Payload },
  { withPalette, withTexts }: ListQuery,
): Candidate {
  return candidateOf({
    assetId: textIn(payload, 'asset_id'),
    score,
    perceptualHash: hashIn(payload),
    palette: withPalette ? swatchesIn(payload) : [],
    texts: withTexts ? textIn(payload, 'texts') : null,
  });
}

/** The narrowest payload that the search reads. */
export const payloadOf = ({ withPalette, withTexts }: ListQuery): string[] => [
  'asset_id',
  'perceptual_hash',
  ...(withPalette ? ['palette'] : []),
  ...(withTexts ? ['texts'] : []),
];
