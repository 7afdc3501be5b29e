// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface PublishRebuildResponseInput {
}

export interface PublishRebuildResponse {
}
