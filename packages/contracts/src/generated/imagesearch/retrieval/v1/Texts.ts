// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface TextsInput {
  'title'?: (string);
  'tags'?: (string)[];
  'description'?: (string);
}

export interface Texts {
  'title': (string);
  'tags': (string)[];
  'description': (string);
}
