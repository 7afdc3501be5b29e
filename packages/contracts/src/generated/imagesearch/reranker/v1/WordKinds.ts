// Generated from protos/imagesearch/reranker/v1/reranker.proto


export interface WordKindsInput {
  'word'?: (string);
  'kinds'?: (string)[];
}

export interface WordKinds {
  'word': (string);
  'kinds': (string)[];
}
