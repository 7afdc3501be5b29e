// Generated from protos/imagesearch/rights/v1/rights.proto


export interface GetAssetsRequestInput {
  'assetIds'?: (string)[];
}

export interface GetAssetsRequest {
  'assetIds': (string)[];
}
