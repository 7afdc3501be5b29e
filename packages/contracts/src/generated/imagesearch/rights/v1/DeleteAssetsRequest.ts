// Generated from protos/imagesearch/rights/v1/rights.proto


export interface DeleteAssetsRequestInput {
  'assetIds'?: (string)[];
  'actor'?: (string);
  'reason'?: (string);
  'remember'?: (boolean);
  '_remember'?: "remember";
}

export interface DeleteAssetsRequest {
  'assetIds': (string)[];
  'actor': (string);
  'reason': (string);
  'remember'?: (boolean);
  '_remember'?: "remember";
}
