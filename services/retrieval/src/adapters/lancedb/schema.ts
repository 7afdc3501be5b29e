import { Index } from '@lancedb/lancedb';
import { FACET_NAMES, snakeCase } from '@imagesearch/facets/facets';
import { z } from 'zod';
import { Field, FixedSizeList, Float32, Schema, Utf8 } from 'apache-arrow';
import { revisionOf, type Look, type Point } from '../../domain/point.js';
import { packedTexts, unpackedTexts } from '../packed-texts.js';
import { targetsOf, type IndexedModel, type VectorTarget } from '../../domain/vector-index.js';
import {
  facetFields,
  facetIndex,
  facetsOf,
  facetValues,
  flagOf,
  laterFacetColumns,
  swatchesOf,
} from './facet-columns.js';

export function tableSchema(model: IndexedModel): Schema {
  const vector = (target: VectorTarget): FixedSizeList =>
    new FixedSizeList(model.dimensions[target], new Field('item', new Float32(), true));
  return new Schema(
    [
      new Field('asset_id', new Utf8(), false),
      new Field('content_version', new Utf8(), false),
      ...targetsOf(model).map((target) => new Field(target, vector(target), target !== 'image')),
      new Field('terms', new Utf8(), false),
      ...FACET_NAMES.flatMap(facetFields),
      new Field('perceptual_hash', new Utf8(), true),
      new Field('revision', new Utf8(), true),
      new Field('words', new Utf8(), true),
      new Field('texts', new Utf8(), true),
      new Field('local_features', new Utf8(), true),
    ],
    new Map([
      [FINGERPRINT_KEY, model.fingerprint],
      [DIMENSIONS_KEY, JSON.stringify(model.dimensions)],
    ]),
  );
}

/** @throws Error when the table was not made by `tableSchema`. */
export function modelOf(schema: Schema): IndexedModel {
  const fingerprint = schema.metadata.get(FINGERPRINT_KEY);
  const dimensions = schema.metadata.get(DIMENSIONS_KEY);
  if (fingerprint === undefined || dimensions === undefined)
    throw new Error('The table does not name the model that filled it.');
  return { fingerprint, dimensions: dimensionsSchema.parse(JSON.parse(dimensions)) };
}

/** Columns that tables of earlier releases lack, with the value of their rows. */
export const LATER_COLUMNS = [
  ...FACET_NAMES.flatMap(laterFacetColumns),
  { name: 'perceptual_hash', valueSql: 'CAST(NULL AS string)' },
  { name: 'revision', valueSql: 'CAST(NULL AS string)' },
  { name: 'words', valueSql: 'CAST(NULL AS string)' },
  { name: 'texts', valueSql: 'CAST(NULL AS string)' },
  { name: 'local_features', valueSql: 'CAST(NULL AS string)' },
];

/** With the columns of a table for these vectors. */
export function rowOf(whole: Point, targets: readonly VectorTarget[]): Record<string, unknown> {
  const { facets, ...point } = whole;
  return {
    asset_id: point.assetId,
    content_version: point.contentVersion,
    ...Object.fromEntries(targets.map((target) => [target, point[target]])),
    terms: point.terms.join(' '),
    ...facetValues(facets),
    perceptual_hash: point.perceptualHash,
    revision: revisionOf(whole),
    words: point.words === null ? null : point.words.join(' '),
    texts: packedTexts(point.texts),
    local_features: point.localFeatures,
  };
}

/** A row as the engine returns it; `facetsOf` reads the columns of the other facets. */
export interface StoredRow {
  asset_id: string;
  content_version: string;
  image: Iterable<number>;
  caption?: Iterable<number> | null;
  sight?: Iterable<number> | null;
  terms: string;
  palette: Iterable<string>;
  palette_shares: Iterable<number>;
  perceptual_hash: string | null;
  revision: string | null;
  words: string | null;
  texts: string | null;
  local_features: string | null;
}

export function pointOf(row: StoredRow): Point {
  return {
    assetId: row.asset_id,
    contentVersion: row.content_version,
    image: Float32Array.from(row.image),
    caption: row.caption ? Float32Array.from(row.caption) : null,
    sight: row.sight ? Float32Array.from(row.sight) : null,
    terms: splitWords(row.terms),
    words: row.words === null ? null : splitWords(row.words),
    texts: unpackedTexts(row.texts),
    perceptualHash: row.perceptual_hash,
    localFeatures: row.local_features,
    revision: row.revision ?? row.content_version,
    facets: facetsOf(row as unknown as Record<string, unknown>),
  };
}

/** The columns of a look. */
export const LOOK_COLUMNS = [
  'asset_id',
  'image',
  'palette',
  'palette_shares',
  'terms',
  'commercial',
  'derivatives',
  'attribution_required',
  'share_alike',
  'resolution',
] as const;

/** A row with the columns of a look. */
export type LookRow = Pick<StoredRow, Extract<(typeof LOOK_COLUMNS)[number], keyof StoredRow>>;

export function lookOf(row: LookRow): Look {
  const flags = row as unknown as Record<string, number | null>;
  const flag = (column: (typeof LOOK_COLUMNS)[number]) => flagOf(flags[column] ?? null);
  return {
    image: Float32Array.from(row.image),
    palette: swatchesOf(row.palette, row.palette_shares),
    standing: {
      commercial: flag('commercial'),
      derivatives: flag('derivatives'),
      attributionRequired: flag('attribution_required'),
      shareAlike: flag('share_alike'),
      isCaptioned: row.terms !== '',
      megapixels: flags['resolution'] ?? null,
    },
  };
}

function splitWords(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ');
}

/** Every column that a query tests, with its index. */
export const COLUMN_INDEXES: Readonly<Record<string, () => Index>> = {
  asset_id: () => Index.btree(),
  // The terms are already normalised and stemmed; the engine only splits and counts them.
  terms: () =>
    Index.fts({
      baseTokenizer: 'whitespace',
      withPosition: false,
      lowercase: false,
      stem: false,
      removeStopWords: false,
      asciiFolding: false,
      maxTokenLength: 64,
    }),
  ...Object.fromEntries(
    FACET_NAMES.flatMap((name) => {
      const index = facetIndex(name);
      return index === undefined ? [] : [[snakeCase(name), index]];
    }),
  ),
};

const FINGERPRINT_KEY = 'imagesearch.model_fingerprint';
const DIMENSIONS_KEY = 'imagesearch.dimensions';

const length = z.int().min(0);
/** A table with one number is of another model, which is named when its vectors are refused. */
const dimensionsSchema = z.union([
  z.strictObject({ image: length, caption: length, sight: length }),
  z.number().transform((both) => ({ image: both, caption: both, sight: 0 })),
]);
