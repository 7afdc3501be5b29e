// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface OptimizeIndexResponseInput {
}

export interface OptimizeIndexResponse {
}
