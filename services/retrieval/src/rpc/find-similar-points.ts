import type {
  FindSimilarPointsRequest,
  FindSimilarPointsResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { findSimilar, SIMILAR_LIST } from '../app/find-similar.js';
import type { RetrievalContext } from '../context.js';
import { candidatesToWire } from './candidates-to-wire.js';
import { checkAssetId, checkRange, LIMIT_MAX } from './checks.js';
import { filtersFromWire, paletteNearFromWire } from './converters.js';
import { createTextPacker } from './text-packer.js';

export function findSimilarPoints({ index }: RetrievalContext) {
  const packTexts = createTextPacker();
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
    const { packedLists } = request;
    return {
      ...candidatesToWire({ candidates, lists: [SIMILAR_LIST], packedLists, packTexts }),
      backend: index.backend,
    };
  };
}
