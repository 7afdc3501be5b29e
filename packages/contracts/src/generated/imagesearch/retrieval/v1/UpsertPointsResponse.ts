// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface UpsertPointsResponseInput {
}

export interface UpsertPointsResponse {
}
