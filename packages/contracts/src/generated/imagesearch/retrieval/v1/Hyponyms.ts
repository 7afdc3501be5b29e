// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface HyponymsInput {
  'word'?: (string);
  'hyponyms'?: (string)[];
}

export interface Hyponyms {
  'word': (string);
  'hyponyms': (string)[];
}
