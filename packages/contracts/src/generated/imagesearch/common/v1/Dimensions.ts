// Generated from protos/imagesearch/common/v1/common.proto


export interface DimensionsInput {
  'image'?: (number);
  'caption'?: (number);
  'sight'?: (number);
}

export interface Dimensions {
  'image': (number);
  'caption': (number);
  'sight': (number);
}
