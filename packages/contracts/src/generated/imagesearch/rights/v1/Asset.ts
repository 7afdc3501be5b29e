// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetMetadataInput as _imagesearch_rights_v1_AssetMetadataInput, AssetMetadata as _imagesearch_rights_v1_AssetMetadata } from '../../../imagesearch/rights/v1/AssetMetadata.js';
import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from '../../../imagesearch/common/v1/Rights.js';

export interface AssetInput {
  'metadata'?: (_imagesearch_rights_v1_AssetMetadataInput | null);
  'rights'?: (_imagesearch_common_v1_RightsInput | null);
  'source'?: (string);
}

export interface Asset {
  'metadata': (_imagesearch_rights_v1_AssetMetadata | null);
  'rights': (_imagesearch_common_v1_Rights | null);
  'source': (string);
}
