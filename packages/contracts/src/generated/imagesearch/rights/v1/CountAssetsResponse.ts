// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface CountAssetsResponseInput {
  'assets'?: (number | string | Long);
}

export interface CountAssetsResponse {
  'assets': (number);
}
