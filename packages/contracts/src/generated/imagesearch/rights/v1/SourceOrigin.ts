// Generated from protos/imagesearch/rights/v1/rights.proto


export interface SourceOriginInput {
  'kind'?: (string);
  'machine'?: (string);
  'path'?: (string);
}

export interface SourceOrigin {
  'kind': (string);
  'machine': (string);
  'path': (string);
}
