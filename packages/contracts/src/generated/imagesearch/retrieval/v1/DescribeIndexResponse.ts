// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribeIndexResponseInput {
  'backend'?: (string);
  'points'?: (number | string | Long);
  'modelFingerprint'?: (string);
}

export interface DescribeIndexResponse {
  'backend': (string);
  'points': (number);
  'modelFingerprint': (string);
}
