// Generated from protos/imagesearch/rights/v1/rights.proto


export interface NoteStalePointsRequestInput {
  'assetIds'?: (string)[];
  'rewrite'?: (boolean);
}

export interface NoteStalePointsRequest {
  'assetIds': (string)[];
  'rewrite': (boolean);
}
