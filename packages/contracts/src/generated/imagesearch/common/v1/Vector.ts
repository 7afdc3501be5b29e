// Generated from protos/imagesearch/common/v1/common.proto


export interface VectorInput {
  'values'?: (number | string)[];
}

export interface Vector {
  'values': (number)[];
}
