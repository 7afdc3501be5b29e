import { Index } from '@lancedb/lancedb';
import { FACET_NAMES, facetRow, snakeCase, type Facet, type FacetName } from '@imagesearch/facets/facets';
import { Field, Float64, List, Uint32, Uint8, Utf8, type DataType } from 'apache-arrow';
import type { Facets, Swatch } from '../../domain/point.js';

export function facetFields(name: FacetName): Field[] {
  const row = facetRow(name);
  const column = snakeCase(name);
  switch (row.kind) {
    case 'sides':
      return [listField(column, new Utf8())];
    case 'palette':
      return [listField(column, new Utf8()), listField(`${column}_shares`, new Float64())];
    default:
      return [new Field(column, columnTypes(row).arrow, row.alwaysKnown !== true)];
  }
}

/** The index of a facet's column; undefined when no filter tests it. */
export function facetIndex(name: FacetName): (() => Index) | undefined {
  switch (facetRow(name).kind) {
    case 'number':
      return () => Index.btree();
    case 'flag':
    case 'name':
      return () => Index.bitmap();
    case 'sides':
      return () => Index.labelList();
    case 'palette':
      return undefined;
  }
}

/** Columns to add to a table that is older than the facet. A new facet of a list needs a new `SCHEMA_VERSION`. */
export function laterFacetColumns(name: FacetName): { name: string; valueSql: string }[] {
  const row = facetRow(name);
  if (row.kind === 'sides' || row.kind === 'palette' || row.alwaysKnown === true) return [];
  return [{ name: snakeCase(name), valueSql: `CAST(NULL AS ${columnTypes(row).sql})` }];
}

export function facetValues(facets: Facets): Record<string, unknown> {
  return Object.fromEntries(
    FACET_NAMES.flatMap((name): [string, unknown][] => {
      const column = snakeCase(name);
      const value = facets[name];
      if (typeof value === 'boolean') return [[column, Number(value)]];
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
export function facetsOf(row: Record<string, unknown>): Facets {
  return Object.fromEntries(
    FACET_NAMES.map((name) => {
      const column = snakeCase(name);
      const stored = row[column] ?? null;
      switch (facetRow(name).kind) {
        case 'flag':
          return [name, stored === null ? null : stored === 1];
        case 'sides':
          return [name, [...(stored as Iterable<string>)]];
        case 'palette':
          return [name, swatchesOf(stored as Iterable<string>, row[`${column}_shares`] as Iterable<number>)];
        default:
          return [name, stored];
      }
    }),
    // The columns' types are those that `facetFields` gave them.
  ) as unknown as Facets;
}

export function swatchesOf(hexes: Iterable<string>, shares: Iterable<number>): Swatch[] {
  const shareList = [...shares];
  return Array.from(hexes, (hex, position) => ({ hex, share: shareList[position] ?? 0 }));
}

/** Flags are 0 and 1: apache-arrow 18 writes a Bool column of nulls without its buffer, which the engine refuses. */
function columnTypes({ kind, range }: Facet): { arrow: DataType; sql: string } {
  if (kind === 'flag') return { arrow: new Uint8(), sql: 'TINYINT UNSIGNED' };
  if (kind === 'name') return { arrow: new Utf8(), sql: 'STRING' };
  return range?.whole === true
    ? { arrow: new Uint32(), sql: 'INT UNSIGNED' }
    : { arrow: new Float64(), sql: 'DOUBLE' };
}

function listField(column: string, item: DataType): Field {
  return new Field(column, new List(new Field('item', item, true)), false);
}
