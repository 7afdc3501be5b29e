// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface ListPointVersionsResponseInput {
  'contentVersions'?: ({[key: string]: string});
}

export interface ListPointVersionsResponse {
  'contentVersions': ({[key: string]: string});
}
