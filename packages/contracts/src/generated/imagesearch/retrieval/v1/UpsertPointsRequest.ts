// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { PointInput as _imagesearch_retrieval_v1_PointInput, Point as _imagesearch_retrieval_v1_Point } from '../../../imagesearch/retrieval/v1/Point.js';

export interface UpsertPointsRequestInput {
  'modelFingerprint'?: (string);
  'points'?: (_imagesearch_retrieval_v1_PointInput)[];
  'rebuildId'?: (string);
  'sentenceDimensions'?: (number);
}

export interface UpsertPointsRequest {
  'modelFingerprint': (string);
  'points': (_imagesearch_retrieval_v1_Point)[];
  'rebuildId': (string);
  'sentenceDimensions': (number);
}
