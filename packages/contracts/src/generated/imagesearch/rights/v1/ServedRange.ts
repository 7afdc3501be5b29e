// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface ServedRangeInput {
  'offset'?: (number | string | Long);
  'length'?: (number | string | Long);
}

export interface ServedRange {
  'offset': (number);
  'length': (number);
}
