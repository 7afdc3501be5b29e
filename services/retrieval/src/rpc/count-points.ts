import type { CountPointsRequest, CountPointsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { count } from '../app/count.js';
import type { RetrievalContext } from '../context.js';
import { checkAssetId, checkRange, checkWords, LIMIT_MAX } from './checks.js';
import { excludedWordsFromWire, filtersFromWire } from './converters.js';

const SETS_MAX = 100;

export function countPoints({ index }: RetrievalContext) {
  return async (request: CountPointsRequest, call: CallContext): Promise<CountPointsResponseInput> => {
    checkRange(request.filters.length, 1, SETS_MAX, ['filters']);
    const { exceptAssetId } = request;
    const excluded = excludedWordsFromWire(request.excludedWords);
    const counts = await count(
      index,
      {
        filterSets: request.filters.map((filters, position) => [
          ...filtersFromWire(filters, ['filters', position]),
          ...excluded,
        ]),
        limit: checkRange(request.limit, 1, LIMIT_MAX, ['limit']),
        words: checkWords(request.words),
        exceptAssetId: exceptAssetId === '' ? undefined : checkAssetId(exceptAssetId, ['except_asset_id']),
      },
      call,
    );
    return { counts };
  };
}
