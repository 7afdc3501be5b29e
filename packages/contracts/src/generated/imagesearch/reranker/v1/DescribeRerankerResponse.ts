// Generated from protos/imagesearch/reranker/v1/reranker.proto


export interface DescribeRerankerResponseInput {
  'method'?: (string);
}

export interface DescribeRerankerResponse {
  'method': (string);
}
