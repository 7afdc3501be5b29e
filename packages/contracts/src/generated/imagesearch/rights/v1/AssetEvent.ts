// Generated from protos/imagesearch/rights/v1/rights.proto

import type { AssetStateInput as _imagesearch_rights_v1_AssetStateInput, AssetState as _imagesearch_rights_v1_AssetState } from '../../../imagesearch/rights/v1/AssetState.js';
import type { Long } from '@grpc/proto-loader';

export interface AssetEventInput {
  'state'?: (_imagesearch_rights_v1_AssetStateInput);
  'actor'?: (string);
  'reason'?: (string);
  'atMs'?: (number | string | Long);
  'assetId'?: (string);
  'eventId'?: (number | string | Long);
  'license'?: (string);
  'previousLicense'?: (string);
  '_license'?: "license";
  '_previousLicense'?: "previousLicense";
}

export interface AssetEvent {
  'state': (_imagesearch_rights_v1_AssetState);
  'actor': (string);
  'reason': (string);
  'atMs': (number);
  'assetId': (string);
  'eventId': (number);
  'license'?: (string);
  'previousLicense'?: (string);
  '_license'?: "license";
  '_previousLicense'?: "previousLicense";
}
