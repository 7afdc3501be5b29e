// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { Long } from '@grpc/proto-loader';

export interface RebuildInput {
  'rebuildId'?: (string);
  'modelFingerprint'?: (string);
  'points'?: (number | string | Long);
}

export interface Rebuild {
  'rebuildId': (string);
  'modelFingerprint': (string);
  'points': (number);
}
