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
