// Generated from protos/imagesearch/reranker/v1/reranker.proto


export interface DescribeRerankerRequestInput {
}

export interface DescribeRerankerRequest {
}
