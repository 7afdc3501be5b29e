import { snakeCase } from '@imagesearch/facets/facets';
import type { Filter } from '../../domain/filters.js';

/** Only this file turns values into SQL. A comparison with null is null, so an unknown value satisfies no filter. */
export function whereAll(filters: readonly Filter[]): string | undefined {
  return filters.length === 0 ? undefined : filters.map(toSql).join(' AND ');
}

export function idIn(assetIds: readonly string[]): string {
  return `asset_id IN (${assetIds.map(text).join(', ')})`;
}

export function idIsNot(assetId: string): string {
  return `asset_id <> ${text(assetId)}`;
}

/** Selects the assets whose point ids are in the first `share` (below 1) of all ids; hashes are evenly distributed. */
export function idHashWithin(share: number): string {
  const bound = Math.ceil(share * 2 ** BOUND_BITS)
    .toString(16)
    .padStart(BOUND_BITS / 4, '0');
  return `encode(sha256(asset_id), 'hex') < ${text(bound)}`;
}

/** Length of the hash at the start of a point id; the next digit is the version. */
const BOUND_BITS = 48;

function toSql(filter: Filter): string {
  const column = snakeCase(filter.facet);
  switch (filter.kind) {
    case 'range':
      return [
        ...(filter.min === undefined ? [] : [`${column} >= ${number(filter.min)}`]),
        ...(filter.max === undefined ? [] : [`${column} <= ${number(filter.max)}`]),
      ].join(' AND ');
    case 'equals':
      return `${column} = ${Number(filter.value)}`;
    case 'one-of':
      return `${column} IN (${filter.values.map(text).join(', ')})`;
    case 'overlaps':
      return `array_has_any(${column}, [${filter.values.map(text).join(', ')}])`;
  }
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number that SQL can hold: ${value}`);
  return String(value);
}
