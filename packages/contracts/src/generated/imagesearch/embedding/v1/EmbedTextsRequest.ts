// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface EmbedTextsRequestInput {
  'texts'?: (string)[];
  'areCaptions'?: (boolean);
}

export interface EmbedTextsRequest {
  'texts': (string)[];
  'areCaptions': (boolean);
}
