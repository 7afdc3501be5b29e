// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface DeletePointsResponseInput {
}

export interface DeletePointsResponse {
}
