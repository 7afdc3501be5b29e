import type { Schemas } from '@qdrant/js-client-rest';
import type { Condition } from '../../domain/conditions.js';
import { FIELD_OF_FACET } from '../facet-fields.js';

/** All conditions as one filter. A field that a point lacks satisfies none of them. */
export function filterAll(conditions: readonly Condition[]): Schemas['Filter'] | undefined {
  return conditions.length === 0 ? undefined : { must: conditions.map(toFieldCondition) };
}

function toFieldCondition(condition: Condition): Schemas['FieldCondition'] {
  const key = FIELD_OF_FACET[condition.facet];
  switch (condition.kind) {
    case 'range':
      return {
        key,
        range: {
          ...(condition.min !== undefined && { gte: condition.min }),
          ...(condition.max !== undefined && { lte: condition.max }),
        },
      };
    case 'equals':
      return { key, match: { value: condition.value } };
    case 'one-of':
    case 'overlaps':
      return { key, match: { any: [...condition.values] } };
  }
}
