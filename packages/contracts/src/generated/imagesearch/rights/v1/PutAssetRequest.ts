// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetMetadataInput as _imagesearch_rights_v1_AssetMetadataInput, AssetMetadata as _imagesearch_rights_v1_AssetMetadata } from '../../../imagesearch/rights/v1/AssetMetadata.js';

export interface PutAssetRequestInput {
  'metadata'?: (_imagesearch_rights_v1_AssetMetadataInput | null);
  'chunk'?: (Buffer | Uint8Array | string);
  'originalChunk'?: (Buffer | Uint8Array | string);
  'keepsFiles'?: (boolean);
  'actor'?: (string);
  'reason'?: (string);
  'givenSha256'?: (string);
  'thumbnail'?: (Buffer | Uint8Array | string);
  'largeThumbnail'?: (Buffer | Uint8Array | string);
  'replacesVersion'?: (string);
  'part'?: "metadata"|"chunk"|"originalChunk";
  '_actor'?: "actor";
  '_reason'?: "reason";
  '_givenSha256'?: "givenSha256";
  '_replacesVersion'?: "replacesVersion";
}

export interface PutAssetRequest {
  'metadata'?: (_imagesearch_rights_v1_AssetMetadata | null);
  'chunk'?: (Buffer);
  'originalChunk'?: (Buffer);
  'keepsFiles': (boolean);
  'actor'?: (string);
  'reason'?: (string);
  'givenSha256'?: (string);
  'thumbnail': (Buffer);
  'largeThumbnail': (Buffer);
  'replacesVersion'?: (string);
  'part'?: "metadata"|"chunk"|"originalChunk";
  '_actor'?: "actor";
  '_reason'?: "reason";
  '_givenSha256'?: "givenSha256";
  '_replacesVersion'?: "replacesVersion";
}
