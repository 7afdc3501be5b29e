// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface GetPointVersionsResponseInput {
  'contentVersions'?: ({[key: string]: string});
}

export interface GetPointVersionsResponse {
  'contentVersions': ({[key: string]: string});
}
