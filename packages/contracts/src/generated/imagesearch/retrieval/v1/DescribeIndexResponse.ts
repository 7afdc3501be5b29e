// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { RebuildInput as _imagesearch_retrieval_v1_RebuildInput, Rebuild as _imagesearch_retrieval_v1_Rebuild } from '../../../imagesearch/retrieval/v1/Rebuild.js';
import type { Long } from '@grpc/proto-loader';

export interface DescribeIndexResponseInput {
  'backend'?: (string);
  'points'?: (number | string | Long);
  'modelFingerprint'?: (string);
  'settled'?: (boolean);
  'rebuild'?: (_imagesearch_retrieval_v1_RebuildInput | null);
}

export interface DescribeIndexResponse {
  'backend': (string);
  'points': (number);
  'modelFingerprint': (string);
  'settled': (boolean);
  'rebuild': (_imagesearch_retrieval_v1_Rebuild | null);
}
