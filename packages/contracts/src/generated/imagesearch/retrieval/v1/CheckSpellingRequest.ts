// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from '../../../imagesearch/common/v1/Filters.js';

export interface CheckSpellingRequestInput {
  'words'?: (string);
  'exact'?: (boolean);
  'language'?: (string);
  'languagesRead'?: (string)[];
  'seen'?: (_imagesearch_common_v1_FiltersInput | null);
}

export interface CheckSpellingRequest {
  'words': (string);
  'exact': (boolean);
  'language': (string);
  'languagesRead': (string)[];
  'seen': (_imagesearch_common_v1_Filters | null);
}
