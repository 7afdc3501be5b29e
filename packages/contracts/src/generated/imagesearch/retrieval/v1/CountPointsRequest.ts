// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from '../../../imagesearch/common/v1/Filters.js';

export interface CountPointsRequestInput {
  'filters'?: (_imagesearch_common_v1_FiltersInput)[];
  'limit'?: (number);
  'words'?: (string);
  'exceptAssetId'?: (string);
  'excludedWords'?: (string)[];
}

export interface CountPointsRequest {
  'filters': (_imagesearch_common_v1_Filters)[];
  'limit': (number);
  'words': (string);
  'exceptAssetId': (string);
  'excludedWords': (string)[];
}
