// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetMetadataInput as _imagesearch_rights_v1_AssetMetadataInput, AssetMetadata as _imagesearch_rights_v1_AssetMetadata } from '../../../imagesearch/rights/v1/AssetMetadata.js';

export interface PutAssetRequestInput {
  'metadata'?: (_imagesearch_rights_v1_AssetMetadataInput | null);
  'chunk'?: (Buffer | Uint8Array | string);
  'originalChunk'?: (Buffer | Uint8Array | string);
  'keepsFiles'?: (boolean);
  'part'?: "metadata"|"chunk"|"originalChunk";
}

export interface PutAssetRequest {
  'metadata'?: (_imagesearch_rights_v1_AssetMetadata | null);
  'chunk'?: (Buffer);
  'originalChunk'?: (Buffer);
  'keepsFiles': (boolean);
  'part'?: "metadata"|"chunk"|"originalChunk";
}
