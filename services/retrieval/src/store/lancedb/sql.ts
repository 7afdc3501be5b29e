import type { Condition } from '../../domain/conditions.js';
import { FIELD_OF_FACET } from '../facet-fields.js';

/** The only place that turns values into SQL. A comparison with null is null, so unknown never satisfies. */
export function whereAll(conditions: readonly Condition[]): string | undefined {
  return conditions.length === 0 ? undefined : conditions.map(toSql).join(' AND ');
}

export function idIn(assetIds: readonly string[]): string {
  return `asset_id IN (${assetIds.map(text).join(', ')})`;
}

export function idIsNot(assetId: string): string {
  return `asset_id <> ${text(assetId)}`;
}

/** Of all assets the share, below 1, whose point ids come first: they are hashes, so they lie evenly. */
export function idHashWithin(share: number): string {
  const bound = Math.ceil(share * 2 ** BOUND_BITS)
    .toString(16)
    .padStart(BOUND_BITS / 4, '0');
  return `encode(sha256(asset_id), 'hex') < ${text(bound)}`;
}

/** As long as the hash that a point id begins with; the digit after it is the version's. */
const BOUND_BITS = 48;

function toSql(condition: Condition): string {
  const column = FIELD_OF_FACET[condition.facet];
  switch (condition.kind) {
    case 'range':
      return [
        ...(condition.min === undefined ? [] : [`${column} >= ${number(condition.min)}`]),
        ...(condition.max === undefined ? [] : [`${column} <= ${number(condition.max)}`]),
      ].join(' AND ');
    case 'equals':
      return `${column} = ${Number(condition.value)}`;
    case 'one-of':
      return `${column} IN (${condition.values.map(text).join(', ')})`;
    case 'overlaps':
      return `array_has_any(${column}, [${condition.values.map(text).join(', ')}])`;
  }
}

/** A standard SQL string: the quote is doubled, and nothing else is special. */
function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number that SQL can hold: ${value}`);
  return String(value);
}
