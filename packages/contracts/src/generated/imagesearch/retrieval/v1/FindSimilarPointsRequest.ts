// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from '../../../imagesearch/common/v1/Filters.js';

export interface FindSimilarPointsRequestInput {
  'assetId'?: (string);
  'filters'?: (_imagesearch_common_v1_FiltersInput | null);
  'limit'?: (number);
  'softFilters'?: (_imagesearch_common_v1_FiltersInput | null);
  'softMin'?: (number);
}

export interface FindSimilarPointsRequest {
  'assetId': (string);
  'filters': (_imagesearch_common_v1_Filters | null);
  'limit': (number);
  'softFilters': (_imagesearch_common_v1_Filters | null);
  'softMin': (number);
}
