// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface DescribeIndexRequestInput {
  'approximate'?: (boolean);
}

export interface DescribeIndexRequest {
  'approximate': (boolean);
}
