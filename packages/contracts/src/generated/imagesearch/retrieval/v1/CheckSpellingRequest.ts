// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface CheckSpellingRequestInput {
  'words'?: (string);
  'exact'?: (boolean);
  'language'?: (string);
  'languagesRead'?: (string)[];
}

export interface CheckSpellingRequest {
  'words': (string);
  'exact': (boolean);
  'language': (string);
  'languagesRead': (string)[];
}
