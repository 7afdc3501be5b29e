// Generated from protos/imagesearch/rights/v1/rights.proto

import type { SourceCountInput as _imagesearch_rights_v1_SourceCountInput, SourceCount as _imagesearch_rights_v1_SourceCount } from '../../../imagesearch/rights/v1/SourceCount.js';
import type { Long } from '@grpc/proto-loader';

export interface CountAssetsResponseInput {
  'assets'?: (number | string | Long);
  'sources'?: (_imagesearch_rights_v1_SourceCountInput)[];
}

export interface CountAssetsResponse {
  'assets': (number);
  'sources': (_imagesearch_rights_v1_SourceCount)[];
}
