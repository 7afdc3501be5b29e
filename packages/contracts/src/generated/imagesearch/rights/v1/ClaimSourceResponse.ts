// Generated from protos/imagesearch/rights/v1/rights.proto

import type { SourceOriginInput as _imagesearch_rights_v1_SourceOriginInput, SourceOrigin as _imagesearch_rights_v1_SourceOrigin } from '../../../imagesearch/rights/v1/SourceOrigin.js';

export interface ClaimSourceResponseInput {
  'origin'?: (_imagesearch_rights_v1_SourceOriginInput | null);
}

export interface ClaimSourceResponse {
  'origin': (_imagesearch_rights_v1_SourceOrigin | null);
}
