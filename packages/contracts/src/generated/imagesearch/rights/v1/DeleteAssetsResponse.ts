// Generated from protos/imagesearch/rights/v1/rights.proto


export interface DeleteAssetsResponseInput {
  'assetIds'?: (string)[];
  'withdrawnIds'?: (string)[];
}

export interface DeleteAssetsResponse {
  'assetIds': (string)[];
  'withdrawnIds': (string)[];
}
