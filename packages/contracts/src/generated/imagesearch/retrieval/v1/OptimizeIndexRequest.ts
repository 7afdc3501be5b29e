// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface OptimizeIndexRequestInput {
}

export interface OptimizeIndexRequest {
}
