// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from '../../../imagesearch/common/v1/Filters.js';
import type { QueryVectorInput as _imagesearch_retrieval_v1_QueryVectorInput, QueryVector as _imagesearch_retrieval_v1_QueryVector } from '../../../imagesearch/retrieval/v1/QueryVector.js';
import type { SameImageInput as _imagesearch_retrieval_v1_SameImageInput, SameImage as _imagesearch_retrieval_v1_SameImage } from '../../../imagesearch/retrieval/v1/SameImage.js';
import type { PlaceInput as _imagesearch_retrieval_v1_PlaceInput, Place as _imagesearch_retrieval_v1_Place } from '../../../imagesearch/retrieval/v1/Place.js';

// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

export const _imagesearch_retrieval_v1_SearchPointsRequest_Order = {
  ORDER_UNSPECIFIED: 'ORDER_UNSPECIFIED',
  ORDER_NEWEST: 'ORDER_NEWEST',
  ORDER_OLDEST: 'ORDER_OLDEST',
} as const;

export type _imagesearch_retrieval_v1_SearchPointsRequest_OrderInput =
  | 'ORDER_UNSPECIFIED'
  | 0
  | 'ORDER_NEWEST'
  | 1
  | 'ORDER_OLDEST'
  | 2

export type _imagesearch_retrieval_v1_SearchPointsRequest_Order = typeof _imagesearch_retrieval_v1_SearchPointsRequest_Order[keyof typeof _imagesearch_retrieval_v1_SearchPointsRequest_Order]

export interface SearchPointsRequestInput {
  'words'?: (string);
  'modelFingerprint'?: (string);
  'filters'?: (_imagesearch_common_v1_FiltersInput | null);
  'limit'?: (number);
  'vectors'?: (_imagesearch_retrieval_v1_QueryVectorInput)[];
  'excludedWords'?: (string)[];
  'sameImage'?: (_imagesearch_retrieval_v1_SameImageInput | null);
  'softFilters'?: (_imagesearch_common_v1_FiltersInput | null);
  'softMin'?: (number);
  'order'?: (_imagesearch_retrieval_v1_SearchPointsRequest_OrderInput);
  'counted'?: (string)[];
  'seed'?: (string);
  'seen'?: (_imagesearch_common_v1_FiltersInput | null);
  'after'?: (_imagesearch_retrieval_v1_PlaceInput | null);
}

export interface SearchPointsRequest {
  'words': (string);
  'modelFingerprint': (string);
  'filters': (_imagesearch_common_v1_Filters | null);
  'limit': (number);
  'vectors': (_imagesearch_retrieval_v1_QueryVector)[];
  'excludedWords': (string)[];
  'sameImage': (_imagesearch_retrieval_v1_SameImage | null);
  'softFilters': (_imagesearch_common_v1_Filters | null);
  'softMin': (number);
  'order': (_imagesearch_retrieval_v1_SearchPointsRequest_Order);
  'counted': (string)[];
  'seed': (string);
  'seen': (_imagesearch_common_v1_Filters | null);
  'after': (_imagesearch_retrieval_v1_Place | null);
}
