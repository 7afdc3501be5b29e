// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ReleaseSourceResponseInput {
  'released'?: (boolean);
}

export interface ReleaseSourceResponse {
  'released': (boolean);
}
