// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ReadDownloadRequestInput {
  'token'?: (string);
  'range'?: (string);
  'ifRange'?: (string);
  'ifNoneMatch'?: (string);
  'headOnly'?: (boolean);
  '_range'?: "range";
  '_ifRange'?: "ifRange";
  '_ifNoneMatch'?: "ifNoneMatch";
}

export interface ReadDownloadRequest {
  'token': (string);
  'range'?: (string);
  'ifRange'?: (string);
  'ifNoneMatch'?: (string);
  'headOnly': (boolean);
  '_range'?: "range";
  '_ifRange'?: "ifRange";
  '_ifNoneMatch'?: "ifNoneMatch";
}
