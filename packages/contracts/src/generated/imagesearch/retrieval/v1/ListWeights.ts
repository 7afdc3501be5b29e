// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface ListWeightsInput {
  'words'?: (number | string);
  'caption'?: (number | string);
  'image'?: (number | string);
  '_words'?: "words";
  '_caption'?: "caption";
  '_image'?: "image";
}

export interface ListWeights {
  'words'?: (number);
  'caption'?: (number);
  'image'?: (number);
  '_words'?: "words";
  '_caption'?: "caption";
  '_image'?: "image";
}
