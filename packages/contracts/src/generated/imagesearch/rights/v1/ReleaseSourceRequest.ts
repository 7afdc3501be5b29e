// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ReleaseSourceRequestInput {
  'source'?: (string);
}

export interface ReleaseSourceRequest {
  'source': (string);
}
