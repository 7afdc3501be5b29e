// Generated from protos/imagesearch/reranker/v1/reranker.proto


export interface RerankCandidateInput {
  'assetId'?: (string);
  'title'?: (string);
  'tags'?: (string)[];
  'description'?: (string);
}

export interface RerankCandidate {
  'assetId': (string);
  'title': (string);
  'tags': (string)[];
  'description': (string);
}
