// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface AbandonRebuildResponseInput {
}

export interface AbandonRebuildResponse {
}
