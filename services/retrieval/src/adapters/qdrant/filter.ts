import type { Schemas } from '@qdrant/js-client-rest';
import { snakeCase } from '@imagesearch/facets/facets';
import type { Filter } from '../../domain/filters.js';

/** The field with a point's terms. */
export const TERMS_FIELD = 'terms';

/** All filters combined. A missing field satisfies no filter. */
export function filterAll(filters: readonly Filter[]): Schemas['Filter'] | undefined {
  return filters.length === 0 ? undefined : { must: filters.map(toCondition) };
}

function toCondition(filter: Filter): Schemas['Condition'] {
  // The text index of the field splits at white space; all words of a text have to match.
  if (filter.kind === 'lacks') {
    return { must_not: [{ key: TERMS_FIELD, match: { text: filter.terms.join(' ') } }] };
  }
  const key = snakeCase(filter.facet);
  switch (filter.kind) {
    case 'range':
      return {
        key,
        range: {
          ...(filter.min !== undefined && { gte: filter.min }),
          ...(filter.max !== undefined && { lte: filter.max }),
        },
      };
    case 'equals':
      return { key, match: { value: filter.value } };
    case 'one-of':
    case 'overlaps':
      return { key, match: { any: [...filter.values] } };
  }
}
