// Generated from protos/imagesearch/common/v1/common.proto


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
