// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetSummaryInput as _imagesearch_rights_v1_AssetSummaryInput, AssetSummary as _imagesearch_rights_v1_AssetSummary } from '../../../imagesearch/rights/v1/AssetSummary.js';

export interface ListAssetsResponseInput {
  'assets'?: (_imagesearch_rights_v1_AssetSummaryInput)[];
  'nextCursor'?: (string);
}

export interface ListAssetsResponse {
  'assets': (_imagesearch_rights_v1_AssetSummary)[];
  'nextCursor': (string);
}
