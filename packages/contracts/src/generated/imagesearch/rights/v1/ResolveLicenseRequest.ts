// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetMetadataInput as _imagesearch_rights_v1_AssetMetadataInput, AssetMetadata as _imagesearch_rights_v1_AssetMetadata } from '../../../imagesearch/rights/v1/AssetMetadata.js';

export interface ResolveLicenseRequestInput {
  'metadata'?: (_imagesearch_rights_v1_AssetMetadataInput | null);
}

export interface ResolveLicenseRequest {
  'metadata': (_imagesearch_rights_v1_AssetMetadata | null);
}
