// Generated from protos/imagesearch/rights/v1/rights.proto

import type { StalePointInput as _imagesearch_rights_v1_StalePointInput, StalePoint as _imagesearch_rights_v1_StalePoint } from '../../../imagesearch/rights/v1/StalePoint.js';

export interface ListStalePointsResponseInput {
  'points'?: (_imagesearch_rights_v1_StalePointInput)[];
}

export interface ListStalePointsResponse {
  'points': (_imagesearch_rights_v1_StalePoint)[];
}
