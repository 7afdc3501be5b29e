// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ChangeAssetStateResponseInput {
  'changed'?: (boolean);
}

export interface ChangeAssetStateResponse {
  'changed': (boolean);
}
