// Generated from protos/imagesearch/rights/v1/rights.proto

import type { StalePointInput as _imagesearch_rights_v1_StalePointInput, StalePoint as _imagesearch_rights_v1_StalePoint } from '../../../imagesearch/rights/v1/StalePoint.js';

// Generated from protos/imagesearch/rights/v1/rights.proto

export const _imagesearch_rights_v1_MarkStalePointsRequest_Mark = {
  MARK_UNSPECIFIED: 'MARK_UNSPECIFIED',
  MARK_AGREES: 'MARK_AGREES',
  MARK_CLAIMED: 'MARK_CLAIMED',
  MARK_WRITTEN: 'MARK_WRITTEN',
  MARK_FAILED: 'MARK_FAILED',
} as const;

export type _imagesearch_rights_v1_MarkStalePointsRequest_MarkInput =
  | 'MARK_UNSPECIFIED'
  | 0
  | 'MARK_AGREES'
  | 1
  | 'MARK_CLAIMED'
  | 2
  | 'MARK_WRITTEN'
  | 3
  | 'MARK_FAILED'
  | 4

export type _imagesearch_rights_v1_MarkStalePointsRequest_Mark = typeof _imagesearch_rights_v1_MarkStalePointsRequest_Mark[keyof typeof _imagesearch_rights_v1_MarkStalePointsRequest_Mark]

export interface MarkStalePointsRequestInput {
  'points'?: (_imagesearch_rights_v1_StalePointInput)[];
  'mark'?: (_imagesearch_rights_v1_MarkStalePointsRequest_MarkInput);
}

export interface MarkStalePointsRequest {
  'points': (_imagesearch_rights_v1_StalePoint)[];
  'mark': (_imagesearch_rights_v1_MarkStalePointsRequest_Mark);
}
