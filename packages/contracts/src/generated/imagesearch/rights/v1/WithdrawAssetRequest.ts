// Generated from protos/imagesearch/rights/v1/rights.proto


export interface WithdrawAssetRequestInput {
  'assetId'?: (string);
  'actor'?: (string);
  'reason'?: (string);
}

export interface WithdrawAssetRequest {
  'assetId': (string);
  'actor': (string);
  'reason': (string);
}
