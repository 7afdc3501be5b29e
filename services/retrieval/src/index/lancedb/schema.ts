import { createRequire } from 'node:module';
import type { Facets } from '@imagesearch/facets/conditions';
import { FACET_NAMES, facetRow, snakeCase, type FacetKind } from '@imagesearch/facets/facets';
import { Index } from '@lancedb/lancedb';
import type * as Arrow from 'apache-arrow';
import { z } from 'zod';
import { type IndexedModel, isVectorTarget, type VectorTarget, targetsOf } from '../model.js';
import { pointId } from '../names.js';
import type { Point, PointPart } from '../point.js';
import type { PartsById } from '../vector-index.js';

/** As the engine loads it: the library's other form would be a second copy, which takes 0.2 s of a core to load. */
const arrow = createRequire(import.meta.url)('apache-arrow') as typeof Arrow;

export function tableSchema(model: IndexedModel): Arrow.Schema {
  const text = (name: string, nullable: boolean) => new arrow.Field(name, new arrow.Utf8(), nullable);
  const vector = (target: VectorTarget): Arrow.FixedSizeList =>
    new arrow.FixedSizeList(model.dimensions[target], new arrow.Field('item', new arrow.Float32(), true));
  return new arrow.Schema(
    [
      ...['asset_id', 'point_id', 'content_version', 'terms', 'words', 'texts', 'facets'].map((name) =>
        text(name, false),
      ),
      ...['perceptual_hash', 'local_features'].map((name) => text(name, true)),
      ...targetsOf(model).map((target) => new arrow.Field(target, vector(target), target !== 'image')),
      ...TESTED.map(({ column, kind }) => new arrow.Field(column, TESTED_KINDS[kind].type, true)),
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

const FINGERPRINT_KEY = 'imagesearch.model_fingerprint';
const DIMENSIONS_KEY = 'imagesearch.dimensions';

const length = z.int().min(0);

const dimensionsSchema = z.strictObject({ image: length, caption: length, sight: length });

/** With the columns of a table for these vectors. */
export function rowOf(
  { assetId, facets, image, caption, sight, ...texts }: Point,
  targets: readonly VectorTarget[],
): Record<string, unknown> {
  const vectors = { image, caption, sight };
  return {
    asset_id: assetId,
    point_id: pointId(assetId),
    ...Object.fromEntries(targets.map((target) => [target, vectors[target]])),
    ...Object.fromEntries(Object.entries(texts).map(([part, text]) => [snakeCase(part), text])),
    facets: JSON.stringify(facets),
    ...Object.fromEntries(TESTED.map(({ column, valueIn }) => [column, valueIn(facets)])),
  };
}

/** A row as the engine returns it, with the columns that were asked for. */
export type StoredRow = Record<string, unknown> & { asset_id: string };

/** The columns of these parts in a table for these vectors. */
export function columnsOf(parts: readonly PointPart[], targets: readonly VectorTarget[]): string[] {
  const stored = parts.filter((part) => !isVectorTarget(part) || targets.includes(part));
  return ['asset_id', ...stored.map(snakeCase)];
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
  const stored = row[snakeCase(part)];
  if (part === 'facets') return JSON.parse(stored as string);
  if (!isVectorTarget(part)) return stored;
  return stored ? Float32Array.from(stored as Iterable<number>) : null;
}

/** The column with the end of a date; its beginning stands under the facet's own name. */
export function endOf(column: string): string {
  return `${column}_end`;
}

interface TestedColumn {
  column: string;
  kind: TestedKind;
  valueIn: (facets: Facets) => unknown;
}

type TestedKind = Exclude<FacetKind, 'palette'>;

/** What filters test stands in columns of its own, beside the facets as a whole. */
const TESTED: readonly TestedColumn[] = FACET_NAMES.flatMap((name): TestedColumn[] => {
  const { kind } = facetRow(name);
  const column = snakeCase(name);
  switch (kind) {
    case 'palette':
      return [];
    case 'date':
      return [
        { column, kind, valueIn: (facets) => facets[name as 'created']?.from ?? null },
        { column: endOf(column), kind, valueIn: (facets) => facets[name as 'created']?.to ?? null },
      ];
    case 'flag':
      return [{ column, kind, valueIn: ({ [name]: flag }) => (flag === null ? null : Number(flag)) }];
    default:
      return [{ column, kind, valueIn: (facets) => facets[name] }];
  }
});

const list = new arrow.List(new arrow.Field('item', new arrow.Utf8(), true));

/** Flags are 0 and 1: apache-arrow 18 writes a Bool column of nulls without its buffer, which the engine refuses. */
const TESTED_KINDS: Readonly<Record<TestedKind, { type: Arrow.DataType; index: () => Index }>> = {
  number: { type: new arrow.Float64(), index: () => Index.btree() },
  date: { type: new arrow.Float64(), index: () => Index.btree() },
  text: { type: new arrow.Utf8(), index: () => Index.btree() },
  name: { type: new arrow.Utf8(), index: () => Index.bitmap() },
  flag: { type: new arrow.Uint8(), index: () => Index.bitmap() },
  sides: { type: list, index: () => Index.labelList() },
  tags: { type: list, index: () => Index.labelList() },
};

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
  ...Object.fromEntries(TESTED.map(({ column, kind }) => [column, TESTED_KINDS[kind].index])),
};
