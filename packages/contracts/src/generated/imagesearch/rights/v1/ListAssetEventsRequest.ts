// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ListAssetEventsRequestInput {
  'assetId'?: (string);
}

export interface ListAssetEventsRequest {
  'assetId': (string);
}
