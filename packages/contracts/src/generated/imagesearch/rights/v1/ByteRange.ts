// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface ByteRangeInput {
  'offset'?: (number | string | Long);
  'length'?: (number | string | Long);
  '_offset'?: "offset";
  '_length'?: "length";
}

export interface ByteRange {
  'offset'?: (number);
  'length'?: (number);
  '_offset'?: "offset";
  '_length'?: "length";
}
