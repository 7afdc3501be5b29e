import type {
  FindSimilarPointsRequest,
  FindSimilarPointsResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { findSimilar } from '../domain/search.js';
import type { VectorIndex } from '../domain/vector-index.js';
import { checkAssetId, checkRange } from './checks.js';
import { LIMIT_MAX, toCandidate, toFilters, toPaletteNear } from './converters.js';

export function findSimilarPoints(index: VectorIndex) {
  return async (
    request: FindSimilarPointsRequest,
    call: CallContext,
  ): Promise<FindSimilarPointsResponseInput> => {
    const candidates = await findSimilar(
      index,
      {
        assetId: checkAssetId(request.assetId, ['asset_id']),
        filters: toFilters(request.filters),
        paletteNear: toPaletteNear(request.filters),
        limit: checkRange(request.limit, 1, LIMIT_MAX, ['limit']),
        keepDuplicates: request.keepDuplicates,
      },
      call,
    );
    return { candidates: candidates.map(toCandidate), backend: index.backend };
  };
}
