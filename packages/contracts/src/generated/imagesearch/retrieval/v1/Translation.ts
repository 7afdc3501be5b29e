// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface TranslationInput {
  'from'?: (string);
  'to'?: (string);
  'language'?: (string);
}

export interface Translation {
  'from': (string);
  'to': (string);
  'language': (string);
}
