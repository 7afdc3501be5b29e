// Generated from protos/imagesearch/rights/v1/rights.proto

import type { VariantInput as _imagesearch_rights_v1_VariantInput, Variant as _imagesearch_rights_v1_Variant } from '../../../imagesearch/rights/v1/Variant.js';

export interface CreateDownloadRequestInput {
  'assetIds'?: (string)[];
  'variant'?: (_imagesearch_rights_v1_VariantInput);
  'asToken'?: (boolean);
}

export interface CreateDownloadRequest {
  'assetIds': (string)[];
  'variant': (_imagesearch_rights_v1_Variant);
  'asToken': (boolean);
}
