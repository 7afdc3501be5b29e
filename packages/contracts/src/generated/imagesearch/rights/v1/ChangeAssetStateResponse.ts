// Generated from protos/imagesearch/rights/v1/rights.proto

import type { ContentStateInput as _imagesearch_rights_v1_ContentStateInput, ContentState as _imagesearch_rights_v1_ContentState } from '../../../imagesearch/rights/v1/ContentState.js';

export interface ChangeAssetStateResponseInput {
  'changed'?: (boolean);
  'ofSameContent'?: (_imagesearch_rights_v1_ContentStateInput)[];
}

export interface ChangeAssetStateResponse {
  'changed': (boolean);
  'ofSameContent': (_imagesearch_rights_v1_ContentState)[];
}
