// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAssetEventsRequestInput {
  'assetId'?: (string);
  'after'?: (number | string | Long);
}

export interface ListAssetEventsRequest {
  'assetId': (string);
  'after': (number);
}
