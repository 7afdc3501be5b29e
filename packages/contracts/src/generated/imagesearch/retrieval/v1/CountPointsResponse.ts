// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface CountPointsResponseInput {
  'counts'?: (number)[];
}

export interface CountPointsResponse {
  'counts': (number)[];
}
