// Generated from protos/imagesearch/rights/v1/rights.proto

import type { ClaimedSourceInput as _imagesearch_rights_v1_ClaimedSourceInput, ClaimedSource as _imagesearch_rights_v1_ClaimedSource } from '../../../imagesearch/rights/v1/ClaimedSource.js';

export interface ListSourcesResponseInput {
  'sources'?: (_imagesearch_rights_v1_ClaimedSourceInput)[];
}

export interface ListSourcesResponse {
  'sources': (_imagesearch_rights_v1_ClaimedSource)[];
}
