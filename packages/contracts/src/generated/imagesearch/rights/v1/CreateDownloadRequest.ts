// Generated from protos/imagesearch/rights/v1/rights.proto

import type { VariantInput as _imagesearch_rights_v1_VariantInput, Variant as _imagesearch_rights_v1_Variant } from '../../../imagesearch/rights/v1/Variant.js';

export interface CreateDownloadRequestInput {
  'assetId'?: (string);
  'variant'?: (_imagesearch_rights_v1_VariantInput);
  'siblingIds'?: (string)[];
  'asToken'?: (boolean);
}

export interface CreateDownloadRequest {
  'assetId': (string);
  'variant': (_imagesearch_rights_v1_Variant);
  'siblingIds': (string)[];
  'asToken': (boolean);
}
