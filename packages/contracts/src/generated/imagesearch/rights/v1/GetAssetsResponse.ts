// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetInput as _imagesearch_rights_v1_AssetInput, Asset as _imagesearch_rights_v1_Asset } from '../../../imagesearch/rights/v1/Asset.js';

export interface GetAssetsResponseInput {
  'assets'?: (_imagesearch_rights_v1_AssetInput)[];
}

export interface GetAssetsResponse {
  'assets': (_imagesearch_rights_v1_Asset)[];
}
