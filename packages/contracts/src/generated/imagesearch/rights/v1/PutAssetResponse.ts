// Generated from protos/imagesearch/rights/v1/rights.proto

import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from '../../../imagesearch/common/v1/Rights.js';
import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';
import type { AssetInput as _imagesearch_rights_v1_AssetInput, Asset as _imagesearch_rights_v1_Asset } from '../../../imagesearch/rights/v1/Asset.js';

export interface PutAssetResponseInput {
  'rights'?: (_imagesearch_common_v1_RightsInput | null);
  'changed'?: (boolean);
  'state'?: (_imagesearch_rights_v1_AssetStateInput);
  'withheldBy'?: (string);
  'asset'?: (_imagesearch_rights_v1_AssetInput | null);
  'isNew'?: (boolean);
  '_withheldBy'?: "withheldBy";
}

export interface PutAssetResponse {
  'rights': (_imagesearch_common_v1_Rights | null);
  'changed': (boolean);
  'state': (_imagesearch_rights_v1_AssetState);
  'withheldBy'?: (string);
  'asset': (_imagesearch_rights_v1_Asset | null);
  'isNew': (boolean);
  '_withheldBy'?: "withheldBy";
}
