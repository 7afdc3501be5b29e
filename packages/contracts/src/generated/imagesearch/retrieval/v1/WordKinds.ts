// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface WordKindsInput {
  'word'?: (string);
  'kinds'?: (string)[];
}

export interface WordKinds {
  'word': (string);
  'kinds': (string)[];
}
