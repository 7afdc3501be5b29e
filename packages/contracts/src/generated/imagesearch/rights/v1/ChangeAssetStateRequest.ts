// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';

export interface ChangeAssetStateRequestInput {
  'assetId'?: (string);
  'state'?: (_imagesearch_rights_v1_AssetStateInput);
  'actor'?: (string);
  'reason'?: (string);
}

export interface ChangeAssetStateRequest {
  'assetId': (string);
  'state': (_imagesearch_rights_v1_AssetState);
  'actor': (string);
  'reason': (string);
}
