// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface DescribeIndexRequestInput {
}

export interface DescribeIndexRequest {
}
