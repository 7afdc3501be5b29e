// Generated from protos/imagesearch/rights/v1/rights.proto


export interface CountAssetsRequestInput {
  'approximate'?: (boolean);
}

export interface CountAssetsRequest {
  'approximate': (boolean);
}
