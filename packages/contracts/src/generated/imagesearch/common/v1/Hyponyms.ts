// Generated from protos/imagesearch/common/v1/common.proto


export interface HyponymsInput {
  'word'?: (string);
  'hyponyms'?: (string)[];
}

export interface Hyponyms {
  'word': (string);
  'hyponyms': (string)[];
}
