import { Index } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Float64, List, Schema, Uint32, Uint8, Utf8 } from 'apache-arrow';
import { revisionOf, type Look, type Point, type Swatch } from '../../domain/point.js';
import type { IndexedModel } from '../../domain/vector-index.js';

/**
 * The table of one model's points. What fills it is recorded in the schema itself, so a table explains itself.
 * Flags are 0 and 1: apache-arrow 18 writes a Bool column that is null throughout without its buffer, and the
 * engine refuses such a batch.
 */
export function tableSchema(model: IndexedModel): Schema {
  const vector = (): FixedSizeList =>
    new FixedSizeList(model.dimensions, new Field('item', new Float32(), true));
  const texts = (): List => new List(new Field('item', new Utf8(), true));
  return new Schema(
    [
      new Field('asset_id', new Utf8(), false),
      new Field('content_version', new Utf8(), false),
      new Field('image', vector(), false),
      new Field('caption', vector(), true),
      new Field('terms', new Utf8(), false),
      new Field('source', new Utf8(), false),
      new Field('ai_generated', new Uint8(), false),
      new Field('license', new Utf8(), true),
      new Field('commercial', new Uint8(), true),
      new Field('derivatives', new Uint8(), true),
      new Field('attribution_required', new Uint8(), true),
      new Field('share_alike', new Uint8(), true),
      new Field('luminance', new Float64(), true),
      new Field('monochrome', new Uint8(), true),
      new Field('faces', new Uint32(), true),
      new Field('aspect', new Float64(), true),
      new Field('neg_space', texts(), false),
      new Field('palette', texts(), false),
      new Field('palette_shares', new List(new Field('item', new Float64(), true)), false),
      new Field('perceptual_hash', new Utf8(), true),
      new Field('revision', new Utf8(), true),
    ],
    new Map([
      [FINGERPRINT_KEY, model.fingerprint],
      [DIMENSIONS_KEY, String(model.dimensions)],
    ]),
  );
}

/** @throws Error when the table was not made by `tableSchema`. */
export function modelOf(schema: Schema): IndexedModel {
  const fingerprint = schema.metadata.get(FINGERPRINT_KEY);
  const dimensions = Number(schema.metadata.get(DIMENSIONS_KEY));
  if (fingerprint === undefined || !(dimensions > 0))
    throw new Error('The table does not say which model filled it.');
  return { fingerprint, dimensions };
}

/** Columns that tables of earlier releases lack, with what their rows hold in them. */
export const LATER_COLUMNS = [
  { name: 'perceptual_hash', valueSql: 'CAST(NULL AS string)' },
  { name: 'revision', valueSql: 'CAST(NULL AS string)' },
];

export function rowOf(whole: Point): Record<keyof StoredRow, unknown> {
  const { facets, ...point } = whole;
  return {
    asset_id: point.assetId,
    content_version: point.contentVersion,
    image: point.image,
    caption: point.caption,
    terms: point.terms.join(' '),
    source: facets.source,
    ai_generated: flag(facets.aiGenerated),
    license: facets.license,
    commercial: flag(facets.commercial),
    derivatives: flag(facets.derivatives),
    attribution_required: flag(facets.attributionRequired),
    share_alike: flag(facets.shareAlike),
    luminance: facets.luminance,
    monochrome: flag(facets.monochrome),
    faces: facets.faces,
    aspect: facets.aspect,
    neg_space: facets.negSpace,
    palette: facets.palette.map(({ hex }) => hex),
    palette_shares: facets.palette.map(({ share }) => share),
    perceptual_hash: point.perceptualHash,
    revision: revisionOf(whole),
  };
}

/** A row as the engine answers it. */
export interface StoredRow {
  asset_id: string;
  content_version: string;
  image: Iterable<number>;
  caption: Iterable<number> | null;
  terms: string;
  source: string;
  ai_generated: number;
  license: string | null;
  commercial: number | null;
  derivatives: number | null;
  attribution_required: number | null;
  share_alike: number | null;
  luminance: number | null;
  monochrome: number | null;
  faces: number | null;
  aspect: number | null;
  neg_space: Iterable<string>;
  palette: Iterable<string>;
  palette_shares: Iterable<number>;
  perceptual_hash: string | null;
  revision: string | null;
}

export function pointOf(row: StoredRow): Point {
  return {
    assetId: row.asset_id,
    contentVersion: row.content_version,
    image: Float32Array.from(row.image),
    caption: row.caption === null ? null : Float32Array.from(row.caption),
    terms: row.terms === '' ? [] : row.terms.split(' '),
    perceptualHash: row.perceptual_hash,
    revision: row.revision ?? row.content_version,
    facets: {
      source: row.source,
      aiGenerated: row.ai_generated === 1,
      license: row.license,
      commercial: known(row.commercial),
      derivatives: known(row.derivatives),
      attributionRequired: known(row.attribution_required),
      shareAlike: known(row.share_alike),
      luminance: row.luminance,
      monochrome: known(row.monochrome),
      faces: row.faces,
      aspect: row.aspect,
      negSpace: [...row.neg_space],
      palette: swatchesOf(row.palette, row.palette_shares),
    },
  };
}

export function lookOf(row: Pick<StoredRow, 'image' | 'palette' | 'palette_shares'>): Look {
  return { image: Float32Array.from(row.image), palette: swatchesOf(row.palette, row.palette_shares) };
}

export function swatchesOf(hexes: Iterable<string>, shares: Iterable<number>): Swatch[] {
  const shareList = [...shares];
  return Array.from(hexes, (hex, position) => ({ hex, share: shareList[position] ?? 0 }));
}

/** Every column that a query tests, with the index that suits its values. */
export const COLUMN_INDEXES: Readonly<Record<string, () => Index>> = {
  asset_id: () => Index.btree(),
  // The terms come cut, folded and stemmed; the engine only has to split and count them.
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
  source: () => Index.bitmap(),
  ai_generated: () => Index.bitmap(),
  license: () => Index.bitmap(),
  commercial: () => Index.bitmap(),
  derivatives: () => Index.bitmap(),
  attribution_required: () => Index.bitmap(),
  share_alike: () => Index.bitmap(),
  luminance: () => Index.btree(),
  monochrome: () => Index.bitmap(),
  faces: () => Index.btree(),
  aspect: () => Index.btree(),
  neg_space: () => Index.labelList(),
};

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function known(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

const FINGERPRINT_KEY = 'imagesearch.model_fingerprint';
const DIMENSIONS_KEY = 'imagesearch.dimensions';
