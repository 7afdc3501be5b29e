// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';
import type { Long } from '@grpc/proto-loader';

export interface AssetSummaryInput {
  'assetId'?: (string);
  'source'?: (string);
  'contentVersion'?: (string);
  'state'?: (_imagesearch_rights_v1_AssetStateInput);
  'updatedAtMs'?: (number | string | Long);
}

export interface AssetSummary {
  'assetId': (string);
  'source': (string);
  'contentVersion': (string);
  'state': (_imagesearch_rights_v1_AssetState);
  'updatedAtMs': (number);
}
