// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';

export interface ContentStateInput {
  'assetId'?: (string);
  'state'?: (_imagesearch_rights_v1_AssetStateInput);
  'changed'?: (boolean);
}

export interface ContentState {
  'assetId': (string);
  'state': (_imagesearch_rights_v1_AssetState);
  'changed': (boolean);
}
