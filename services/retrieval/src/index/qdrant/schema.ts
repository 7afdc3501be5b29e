import { FACET_NAMES, type Facet, facetRow, snakeCase } from '@imagesearch/facets/facets';
import type { Schemas } from '@qdrant/js-client-rest';
import { type IndexedModel, type VectorTarget, VECTOR_TARGETS, targetsOf } from '../model.js';
import { pointId } from '../names.js';
import { type Facets, type Point, type PointPart, UNKNOWN_FACETS } from '../point.js';
import type { QdrantOptions } from './client.js';
import { HNSW, TERMS_FIELD, pointWords, quantizationConfig } from './queries.js';
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

/** What has to be asked for of a record, so that `partsOf` finds these parts; a record has the vectors that its model computes. */
export function askedFor(parts: readonly PointPart[], { dimensions }: IndexedModel) {
  const vectors = VECTOR_TARGETS.filter((target) => parts.includes(target) && dimensions[target] > 0);
  return {
    with_payload: ['asset_id', ...parts.flatMap((part) => PARTS[part].fields)],
    with_vector: vectors.length > 0 && vectors,
  };
}

/** The inverse of `recordOf`. */
export function partsOf<Part extends PointPart>(
  record: Schemas['Record'],
  parts: readonly Part[],
): Pick<Point, Part> {
  return Object.fromEntries(parts.map((part) => [part, PARTS[part].in(record)])) as Pick<Point, Part>;
}

export function partsById<Part extends PointPart>(
  records: readonly Schemas['Record'][],
  parts: readonly Part[],
): PartsById<Part> {
  return new Map(records.map((record) => [assetIdIn(record), partsOf(record, parts)]));
}

/** The payload of each part, and how it is read. */
const PARTS: Readonly<{
  [Part in PointPart]: { fields: readonly string[]; in: (record: Schemas['Record']) => Point[Part] };
}> = {
  contentVersion: { fields: ['content_version'], in: (record) => textIn(record, 'content_version') },
  image: { fields: [], in: (record) => vectorIn(record, 'image') ?? lacksImage() },
  caption: { fields: [], in: (record) => vectorIn(record, 'caption') },
  sight: { fields: [], in: (record) => vectorIn(record, 'sight') },
  terms: { fields: [TERMS_FIELD], in: (record) => joinedIn(record, TERMS_FIELD) },
  words: { fields: ['words'], in: (record) => joinedIn(record, 'words') },
  texts: { fields: ['texts'], in: (record) => textIn(record, 'texts') },
  facets: { fields: FACET_NAMES.map(snakeCase), in: ({ payload }) => facetsIn(payload) },
  perceptualHash: { fields: ['perceptual_hash'], in: (record) => knownIn(record, 'perceptual_hash') },
  localFeatures: { fields: ['local_features'], in: (record) => knownIn(record, 'local_features') },
};

export function assetIdIn(record: Schemas['Record']): string {
  return textIn(record, 'asset_id');
}

function vectorIn({ vector }: Schemas['Record'], target: VectorTarget): Float32Array | null {
  const values = (vector as Record<string, number[] | undefined> | undefined)?.[target];
  return values === undefined ? null : Float32Array.from(values);
}

function lacksImage(): never {
  throw new Error('A point of the collection has no image vector.');
}

/** A list that is stored with spaces between its parts. */
function joinedIn(record: Schemas['Record'], field: string): string[] {
  const joined = textIn(record, field);
  return joined === '' ? [] : joined.split(' ');
}

function knownIn({ payload }: Schemas['Record'], field: string): string | null {
  return (payload?.[field] as string | undefined) ?? null;
}

function textIn(record: Schemas['Record'], field: string): string {
  const value = knownIn(record, field);
  if (typeof value !== 'string') throw new Error(`A point of the collection has no ${field}.`);
  return value;
}

/** Unknown values are omitted. */
function facetPayload(facets: Facets): Record<string, unknown> {
  return Object.fromEntries(
    FACET_NAMES.flatMap((name) => (facets[name] === null ? [] : [[snakeCase(name), facets[name]]])),
  );
}

/** The inverse of `facetPayload`. */
function facetsIn(payload: Schemas['Record']['payload']): Facets {
  return Object.fromEntries(
    FACET_NAMES.map((name) => [name, payload?.[snakeCase(name)] ?? UNKNOWN_FACETS[name]]),
  ) as unknown as Facets;
}

const FINGERPRINT_KEY = 'model_fingerprint';
