// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ListSourcesRequestInput {
}

export interface ListSourcesRequest {
}
