import { createRequire } from 'node:module';
import { FACET_NAMES, type Facet, type FacetName, facetRow, snakeCase } from '@imagesearch/facets/facets';
import { Index } from '@lancedb/lancedb';
import type * as Arrow from 'apache-arrow';
import { z } from 'zod';
import { type IndexedModel, type VectorTarget, targetsOf } from '../model.js';
import {
  isTextPart,
  storedTexts,
  textPart,
  type Facets,
  type Point,
  type PointPart,
  type Swatch,
} from '../point.js';
import type { PartsById } from '../vector-index.js';

/** As the engine loads it: the library's other form would be a second copy, which takes 0.2 s of a core to load. */
const arrow = createRequire(import.meta.url)('apache-arrow') as typeof Arrow;

export function tableSchema(model: IndexedModel): Arrow.Schema {
  const vector = (target: VectorTarget): Arrow.FixedSizeList =>
    new arrow.FixedSizeList(model.dimensions[target], new arrow.Field('item', new arrow.Float32(), true));
  return new arrow.Schema(
    [
      new arrow.Field('asset_id', new arrow.Utf8(), false),
      new arrow.Field('content_version', new arrow.Utf8(), false),
      ...targetsOf(model).map((target) => new arrow.Field(target, vector(target), target !== 'image')),
      new arrow.Field('terms', new arrow.Utf8(), false),
      ...FACET_NAMES.flatMap(facetFields),
      new arrow.Field('perceptual_hash', new arrow.Utf8(), true),
      new arrow.Field('words', new arrow.Utf8(), false),
      new arrow.Field('texts', new arrow.Utf8(), false),
      new arrow.Field('local_features', new arrow.Utf8(), true),
    ],
    new Map([
      [FINGERPRINT_KEY, model.fingerprint],
      [DIMENSIONS_KEY, JSON.stringify(model.dimensions)],
    ]),
  );
}

/** @throws Error when the table was not made by `tableSchema`. */
export function modelOf(schema: Arrow.Schema): IndexedModel {
  const fingerprint = schema.metadata.get(FINGERPRINT_KEY);
  const dimensions = schema.metadata.get(DIMENSIONS_KEY);
  if (fingerprint === undefined || dimensions === undefined)
    throw new Error('The table does not name the model that filled it.');
  return { fingerprint, dimensions: dimensionsSchema.parse(JSON.parse(dimensions)) };
}

/** Columns that a table lacks which is older than their facet, with the value of its rows. */
export const LATER_COLUMNS = FACET_NAMES.flatMap(laterFacetColumns);

/** With the columns of a table for these vectors. */
export function rowOf(point: Point, targets: readonly VectorTarget[]): Record<string, unknown> {
  return {
    asset_id: point.assetId,
    ...Object.fromEntries(targets.map((target) => [target, point[target]])),
    ...storedTexts(point),
    ...facetValues(point.facets),
  };
}

/** A row as the engine returns it, with the columns that were asked for. */
export type StoredRow = Record<string, unknown> & { asset_id: string };

/** The columns of these parts in a table for these vectors. */
export function columnsOf(parts: readonly PointPart[], targets: readonly VectorTarget[]): string[] {
  const columns = parts.flatMap((part) => {
    if (part === 'facets') return FACET_NAMES.flatMap(facetFields).map(({ name }) => name);
    return isTextPart(part) || targets.includes(part) ? snakeCase(part) : [];
  });
  return ['asset_id', ...columns];
}

/** Of rows with their columns. */
export function partsById<Part extends PointPart>(
  rows: readonly StoredRow[],
  parts: readonly Part[],
): PartsById<Part> {
  const partsOf = (row: StoredRow) =>
    Object.fromEntries(parts.map((part) => [part, partIn(row, part)])) as unknown as Pick<Point, Part>;
  return new Map(rows.map((row) => [row.asset_id, partsOf(row)]));
}

function partIn(row: StoredRow, part: PointPart): unknown {
  if (part === 'facets') return facetsOf(row);
  const stored = row[snakeCase(part)];
  if (isTextPart(part)) return textPart(part, stored);
  return stored ? Float32Array.from(stored as Iterable<number>) : null;
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

const dimensionsSchema = z.strictObject({ image: length, caption: length, sight: length });

function facetFields(name: FacetName): Arrow.Field[] {
  const row = facetRow(name);
  const column = snakeCase(name);
  switch (row.kind) {
    case 'sides':
    case 'tags':
      return [listField(column, new arrow.Utf8())];
    case 'palette':
      return [listField(column, new arrow.Utf8()), listField(`${column}_shares`, new arrow.Float64())];
    case 'date':
      return [column, endOf(column)].map((name) => new arrow.Field(name, new arrow.Float64(), true));
    default:
      return [new arrow.Field(column, columnTypes(row).arrow, row.alwaysKnown !== true)];
  }
}

/** The index of a facet's column; undefined when no filter tests it. */
function facetIndex(name: FacetName): (() => Index) | undefined {
  switch (facetRow(name).kind) {
    case 'number':
    case 'date':
    case 'text':
      return () => Index.btree();
    case 'flag':
    case 'name':
      return () => Index.bitmap();
    case 'sides':
    case 'tags':
      return () => Index.labelList();
    case 'palette':
      return undefined;
  }
}

/** Columns to add to a table that is older than the facet. A new facet of a list needs a new `SCHEMA_VERSION`. */
function laterFacetColumns(name: FacetName): { name: string; valueSql: string }[] {
  const row = facetRow(name);
  if (['sides', 'tags', 'palette'].includes(row.kind) || row.alwaysKnown === true) return [];
  return facetFields(name).map((field) => ({
    name: field.name,
    valueSql: `CAST(NULL AS ${columnTypes(row).sql})`,
  }));
}

function facetValues(facets: Facets): Record<string, unknown> {
  return Object.fromEntries(
    FACET_NAMES.flatMap((name): [string, unknown][] => {
      const column = snakeCase(name);
      const value = facets[name];
      if (typeof value === 'boolean') return [[column, Number(value)]];
      if (name === 'created') {
        const { from = null, to = null } = facets[name] ?? {};
        return [
          [column, from],
          [endOf(column), to],
        ];
      }
      if (name !== 'palette') return [[column, value]];
      const { palette } = facets;
      return [
        [column, palette.map(({ hex }) => hex)],
        [`${column}_shares`, palette.map(({ share }) => share)],
      ];
    }),
  );
}

/** The inverse of `facetValues`, from a row as the engine returns it. */
function facetsOf(row: StoredRow): Facets {
  return Object.fromEntries(
    FACET_NAMES.map((name) => {
      const column = snakeCase(name);
      const stored = row[column] ?? null;
      switch (facetRow(name).kind) {
        case 'flag':
          return [name, stored === null ? null : stored === 1];
        case 'sides':
        case 'tags':
          return [name, [...(stored as Iterable<string>)]];
        case 'date':
          return [name, stored === null ? null : { from: stored, to: row[endOf(column)] }];
        case 'palette':
          return [name, swatchesOf(stored as Iterable<string>, row[`${column}_shares`] as Iterable<number>)];
        default:
          return [name, stored];
      }
    }),
    // The columns' types are those that `facetFields` gave them.
  ) as unknown as Facets;
}

function swatchesOf(hexes: Iterable<string>, shares: Iterable<number>): Swatch[] {
  const shareList = [...shares];
  return Array.from(hexes, (hex, position) => ({ hex, share: shareList[position] ?? 0 }));
}

/** Flags are 0 and 1: apache-arrow 18 writes a Bool column of nulls without its buffer, which the engine refuses. */
function columnTypes({ kind, range }: Facet): { arrow: Arrow.DataType; sql: string } {
  if (kind === 'flag') return { arrow: new arrow.Uint8(), sql: 'TINYINT UNSIGNED' };
  if (kind === 'name' || kind === 'text') return { arrow: new arrow.Utf8(), sql: 'STRING' };
  return range?.whole === true
    ? { arrow: new arrow.Uint32(), sql: 'INT UNSIGNED' }
    : { arrow: new arrow.Float64(), sql: 'DOUBLE' };
}

/** The column with the end of a date; its beginning stands under the facet's own name. */
export function endOf(column: string): string {
  return `${column}_end`;
}

function listField(column: string, item: Arrow.DataType): Arrow.Field {
  return new arrow.Field(column, new arrow.List(new arrow.Field('item', item, true)), false);
}
