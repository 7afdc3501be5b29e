import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from '../domain/candidate.js';
import type { VectorIndex } from '../domain/vector-index.js';
import { finish, type Wanted } from './finish.js';
import { defaultListLimit, LIST_LIMIT_MAX } from './list-limits.js';

/** Any images that satisfy the filters. Only a wanted colour ranks them. */
export async function listUnranked(
  index: VectorIndex,
  query: Wanted,
  call: CallContext,
): Promise<Candidate[]> {
  const withPalette = query.paletteNear !== undefined;
  const listLimit = withPalette ? LIST_LIMIT_MAX : defaultListLimit(query.limit);
  const candidates = await index.list(
    { filters: query.filters, listLimit, withPalette, withTexts: false },
    call,
  );
  return finish(index, candidates, query, call);
}
