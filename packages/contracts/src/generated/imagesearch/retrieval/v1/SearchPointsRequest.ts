// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from '../../../imagesearch/common/v1/Vector.js';
import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from '../../../imagesearch/common/v1/Filters.js';
import type { ListWeightsInput as _imagesearch_retrieval_v1_ListWeightsInput, ListWeights as _imagesearch_retrieval_v1_ListWeights } from '../../../imagesearch/retrieval/v1/ListWeights.js';

export interface SearchPointsRequestInput {
  'words'?: (string);
  'caption'?: (_imagesearch_common_v1_VectorInput | null);
  'image'?: (_imagesearch_common_v1_VectorInput | null);
  'modelFingerprint'?: (string);
  'filters'?: (_imagesearch_common_v1_FiltersInput | null);
  'limit'?: (number);
  'listLimit'?: (number);
  'keepDuplicates'?: (boolean);
  'weights'?: (_imagesearch_retrieval_v1_ListWeightsInput | null);
  'unranked'?: (boolean);
}

export interface SearchPointsRequest {
  'words': (string);
  'caption': (_imagesearch_common_v1_Vector | null);
  'image': (_imagesearch_common_v1_Vector | null);
  'modelFingerprint': (string);
  'filters': (_imagesearch_common_v1_Filters | null);
  'limit': (number);
  'listLimit': (number);
  'keepDuplicates': (boolean);
  'weights': (_imagesearch_retrieval_v1_ListWeights | null);
  'unranked': (boolean);
}
