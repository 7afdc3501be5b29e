// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';

export interface ListAssetsRequestInput {
  'source'?: (string);
  'states'?: (_imagesearch_rights_v1_AssetStateInput)[];
  'cursor'?: (string);
  'limit'?: (number);
  '_source'?: "source";
}

export interface ListAssetsRequest {
  'source'?: (string);
  'states': (_imagesearch_rights_v1_AssetState)[];
  'cursor': (string);
  'limit': (number);
  '_source'?: "source";
}
