// Generated from protos/imagesearch/rights/v1/rights.proto


export interface GetAssetVersionsRequestInput {
  'assetIds'?: (string)[];
}

export interface GetAssetVersionsRequest {
  'assetIds': (string)[];
}
