// Generated from protos/imagesearch/rights/v1/rights.proto

import type { SourceOriginInput as _imagesearch_rights_v1_SourceOriginInput, SourceOrigin as _imagesearch_rights_v1_SourceOrigin } from '../../../imagesearch/rights/v1/SourceOrigin.js';
import type { StatedOfSourceInput as _imagesearch_rights_v1_StatedOfSourceInput, StatedOfSource as _imagesearch_rights_v1_StatedOfSource } from '../../../imagesearch/rights/v1/StatedOfSource.js';

export interface ClaimSourceRequestInput {
  'source'?: (string);
  'origin'?: (_imagesearch_rights_v1_SourceOriginInput | null);
  'replace'?: (boolean);
  'stripLocation'?: (boolean);
  'stated'?: (_imagesearch_rights_v1_StatedOfSourceInput | null);
  '_stripLocation'?: "stripLocation";
}

export interface ClaimSourceRequest {
  'source': (string);
  'origin': (_imagesearch_rights_v1_SourceOrigin | null);
  'replace': (boolean);
  'stripLocation'?: (boolean);
  'stated': (_imagesearch_rights_v1_StatedOfSource | null);
  '_stripLocation'?: "stripLocation";
}
