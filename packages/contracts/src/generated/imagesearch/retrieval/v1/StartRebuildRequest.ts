// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from '../../../imagesearch/common/v1/Dimensions.js';

export interface StartRebuildRequestInput {
  'modelFingerprint'?: (string);
  'dimensions'?: (_imagesearch_common_v1_DimensionsInput | null);
}

export interface StartRebuildRequest {
  'modelFingerprint': (string);
  'dimensions': (_imagesearch_common_v1_Dimensions | null);
}
