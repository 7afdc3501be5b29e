import type {
  FindSimilarPointsRequest,
  FindSimilarPointsResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { findSimilar } from '../app/find-similar.js';
import type { RetrievalContext } from '../context.js';
import { checkAssetId, checkRange, LIMIT_MAX } from './checks.js';
import { candidateToWire, filtersFromWire, paletteNearFromWire } from './converters.js';

export function findSimilarPoints({ index }: RetrievalContext) {
  return async (
    request: FindSimilarPointsRequest,
    call: CallContext,
  ): Promise<FindSimilarPointsResponseInput> => {
    const candidates = await findSimilar(
      index,
      {
        assetId: checkAssetId(request.assetId, ['asset_id']),
        filters: filtersFromWire(request.filters),
        paletteNear: paletteNearFromWire(request.filters),
        limit: checkRange(request.limit, 1, LIMIT_MAX, ['limit']),
        keepDuplicates: request.keepDuplicates,
      },
      call,
    );
    return {
      candidates: candidates.map((candidate) => candidateToWire(candidate)),
      backend: index.backend,
    };
  };
}
