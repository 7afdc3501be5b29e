// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from '../../../imagesearch/common/v1/Filters.js';
import type { QueryVectorInput as _imagesearch_retrieval_v1_QueryVectorInput, QueryVector as _imagesearch_retrieval_v1_QueryVector } from '../../../imagesearch/retrieval/v1/QueryVector.js';
import type { SameImageInput as _imagesearch_retrieval_v1_SameImageInput, SameImage as _imagesearch_retrieval_v1_SameImage } from '../../../imagesearch/retrieval/v1/SameImage.js';

export interface SearchPointsRequestInput {
  'words'?: (string);
  'modelFingerprint'?: (string);
  'filters'?: (_imagesearch_common_v1_FiltersInput | null);
  'limit'?: (number);
  'listLimit'?: (number);
  'keepDuplicates'?: (boolean);
  'unranked'?: (boolean);
  'vectors'?: (_imagesearch_retrieval_v1_QueryVectorInput)[];
  'wordsWeight'?: (number | string);
  'excludedWords'?: (string)[];
  'sameImage'?: (_imagesearch_retrieval_v1_SameImageInput | null);
  'softFilters'?: (_imagesearch_common_v1_FiltersInput | null);
  'softMin'?: (number);
  'withTexts'?: (boolean);
  '_wordsWeight'?: "wordsWeight";
}

export interface SearchPointsRequest {
  'words': (string);
  'modelFingerprint': (string);
  'filters': (_imagesearch_common_v1_Filters | null);
  'limit': (number);
  'listLimit': (number);
  'keepDuplicates': (boolean);
  'unranked': (boolean);
  'vectors': (_imagesearch_retrieval_v1_QueryVector)[];
  'wordsWeight'?: (number);
  'excludedWords': (string)[];
  'sameImage': (_imagesearch_retrieval_v1_SameImage | null);
  'softFilters': (_imagesearch_common_v1_Filters | null);
  'softMin': (number);
  'withTexts': (boolean);
  '_wordsWeight'?: "wordsWeight";
}
