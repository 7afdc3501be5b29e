// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface ValueCountInput {
  'value'?: (string);
  'count'?: (number);
}

export interface ValueCount {
  'value': (string);
  'count': (number);
}
