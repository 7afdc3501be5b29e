// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { PointInput as _imagesearch_retrieval_v1_PointInput, Point as _imagesearch_retrieval_v1_Point } from '../../../imagesearch/retrieval/v1/Point.js';
import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from '../../../imagesearch/common/v1/Dimensions.js';

export interface UpsertPointsRequestInput {
  'modelFingerprint'?: (string);
  'points'?: (_imagesearch_retrieval_v1_PointInput)[];
  'rebuildId'?: (string);
  'dimensions'?: (_imagesearch_common_v1_DimensionsInput | null);
}

export interface UpsertPointsRequest {
  'modelFingerprint': (string);
  'points': (_imagesearch_retrieval_v1_Point)[];
  'rebuildId': (string);
  'dimensions': (_imagesearch_common_v1_Dimensions | null);
}
