// Generated from protos/imagesearch/reranker/v1/reranker.proto


export interface RerankResponseInput {
  'scores'?: (number | string)[];
  'method'?: (string);
}

export interface RerankResponse {
  'scores': (number)[];
  'method': (string);
}
