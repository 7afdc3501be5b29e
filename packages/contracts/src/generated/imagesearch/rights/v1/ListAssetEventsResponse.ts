// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetEventInput as _imagesearch_rights_v1_AssetEventInput, AssetEvent as _imagesearch_rights_v1_AssetEvent } from '../../../imagesearch/rights/v1/AssetEvent.js';

export interface ListAssetEventsResponseInput {
  'events'?: (_imagesearch_rights_v1_AssetEventInput)[];
}

export interface ListAssetEventsResponse {
  'events': (_imagesearch_rights_v1_AssetEvent)[];
}
