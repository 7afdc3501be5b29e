// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ListStalePointsRequestInput {
  'limit'?: (number);
}

export interface ListStalePointsRequest {
  'limit': (number);
}
