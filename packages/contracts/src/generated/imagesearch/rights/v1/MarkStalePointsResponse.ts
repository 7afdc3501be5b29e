// Generated from protos/imagesearch/rights/v1/rights.proto


export interface MarkStalePointsResponseInput {
  'assetIds'?: (string)[];
}

export interface MarkStalePointsResponse {
  'assetIds': (string)[];
}
