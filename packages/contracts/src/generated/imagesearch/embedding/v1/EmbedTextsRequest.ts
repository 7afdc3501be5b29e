// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface EmbedTextsRequestInput {
  'texts'?: (string)[];
  'sentences'?: (string)[];
  'sentencesAreCaptions'?: (boolean);
}

export interface EmbedTextsRequest {
  'texts': (string)[];
  'sentences': (string)[];
  'sentencesAreCaptions': (boolean);
}
