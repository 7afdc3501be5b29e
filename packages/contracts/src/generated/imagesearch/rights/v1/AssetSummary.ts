// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';

export interface AssetSummaryInput {
  'assetId'?: (string);
  'contentVersion'?: (string);
  'state'?: (_imagesearch_rights_v1_AssetStateInput);
}

export interface AssetSummary {
  'assetId': (string);
  'contentVersion': (string);
  'state': (_imagesearch_rights_v1_AssetState);
}
