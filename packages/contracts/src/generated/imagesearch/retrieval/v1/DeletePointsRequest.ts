// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface DeletePointsRequestInput {
  'assetIds'?: (string)[];
}

export interface DeletePointsRequest {
  'assetIds': (string)[];
}
