// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface ListPointVersionsRequestInput {
}

export interface ListPointVersionsRequest {
}
