// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface UpsertPointsResponseInput {
  'upserted'?: (number);
}

export interface UpsertPointsResponse {
  'upserted': (number);
}
