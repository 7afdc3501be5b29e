// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface GetPointVersionsRequestInput {
  'assetIds'?: (string)[];
  'rebuildId'?: (string);
}

export interface GetPointVersionsRequest {
  'assetIds': (string)[];
  'rebuildId': (string);
}
