// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface RebuildIndexRequestInput {
}

export interface RebuildIndexRequest {
}
