// Generated from protos/imagesearch/rights/v1/rights.proto


export interface RestoreAssetRequestInput {
  'assetId'?: (string);
  'actor'?: (string);
  'reason'?: (string);
}

export interface RestoreAssetRequest {
  'assetId': (string);
  'actor': (string);
  'reason': (string);
}
