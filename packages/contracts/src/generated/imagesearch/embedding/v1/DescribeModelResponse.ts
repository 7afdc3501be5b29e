// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface DescribeModelResponseInput {
  'profile'?: (string);
  'fingerprint'?: (string);
  'imageDimensions'?: (number);
  'textDimensions'?: (number);
  'crossModal'?: (boolean);
  'ready'?: (boolean);
  'detail'?: (string);
}

export interface DescribeModelResponse {
  'profile': (string);
  'fingerprint': (string);
  'imageDimensions': (number);
  'textDimensions': (number);
  'crossModal': (boolean);
  'ready': (boolean);
  'detail': (string);
}
