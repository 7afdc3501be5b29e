import type { SearchPointsRequest, SearchPointsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { invalid } from '@imagesearch/service-kit/errors';
import { list, LIST_LIMIT_MAX, search } from '../domain/search.js';
import type { VectorIndex } from '../domain/vector-index.js';
import { checkFingerprint, checkRange, checkText } from './checks.js';
import { LIMIT_MAX, toCandidate, toFilters, toPaletteNear, toVector, toWeights } from './converters.js';

const WORDS_LENGTH_MAX = 4_000;

export function searchPoints(index: VectorIndex) {
  return async (request: SearchPointsRequest, call: CallContext): Promise<SearchPointsResponseInput> => {
    const words = checkText(request.words, WORDS_LENGTH_MAX, ['words']);
    const caption = toVector(request.caption, ['caption']);
    const image = toVector(request.image, ['image']);
    const isEmpty = words.trim() === '' && caption === undefined && image === undefined;
    if (isEmpty && !request.unranked) {
      throw invalid({
        loc: ['words'],
        msg: 'one of words, caption and image is required, or unranked',
        type: 'query_missing',
      });
    }
    if (caption !== undefined || image !== undefined) checkFingerprint(request.modelFingerprint);
    const wanted = {
      filters: toFilters(request.filters),
      paletteNear: toPaletteNear(request.filters),
      limit: checkRange(request.limit, 1, LIMIT_MAX, ['limit']),
      keepDuplicates: request.keepDuplicates,
    };
    if (isEmpty) {
      const listed = await list(index, wanted, call);
      return { candidates: listed.map(toCandidate), backend: index.backend };
    }
    const candidates = await search(
      index,
      {
        ...wanted,
        words,
        caption,
        image,
        modelFingerprint: request.modelFingerprint === '' ? undefined : request.modelFingerprint,
        listLimit:
          request.listLimit === 0
            ? undefined
            : checkRange(request.listLimit, 1, LIST_LIMIT_MAX, ['list_limit']),
        weights: toWeights(request.weights),
      },
      call,
    );
    return { candidates: candidates.map(toCandidate), backend: index.backend };
  };
}
