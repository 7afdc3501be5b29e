// Generated from protos/imagesearch/common/v1/common.proto


export interface ShownInput {
  'name'?: (string);
  'confidence'?: (number | string);
}

export interface Shown {
  'name': (string);
  'confidence': (number);
}
