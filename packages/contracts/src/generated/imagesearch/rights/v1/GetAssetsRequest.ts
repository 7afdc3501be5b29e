// Generated from protos/imagesearch/rights/v1/rights.proto


export interface GetAssetsRequestInput {
  'assetIds'?: (string)[];
  'mayBeRecent'?: (boolean);
}

export interface GetAssetsRequest {
  'assetIds': (string)[];
  'mayBeRecent': (boolean);
}
