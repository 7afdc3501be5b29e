// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface SourceCountInput {
  'source'?: (string);
  'active'?: (number | string | Long);
  'withdrawn'?: (number | string | Long);
  'withLocation'?: (number | string | Long);
}

export interface SourceCount {
  'source': (string);
  'active': (number);
  'withdrawn': (number);
  'withLocation': (number);
}
