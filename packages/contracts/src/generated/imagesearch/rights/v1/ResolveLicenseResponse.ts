// Generated from protos/imagesearch/rights/v1/rights.proto

import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from '../../../imagesearch/common/v1/Rights.js';

export interface ResolveLicenseResponseInput {
  'rights'?: (_imagesearch_common_v1_RightsInput | null);
}

export interface ResolveLicenseResponse {
  'rights': (_imagesearch_common_v1_Rights | null);
}
