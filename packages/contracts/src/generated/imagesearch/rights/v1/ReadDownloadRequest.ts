// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ReadDownloadRequestInput {
  'token'?: (string);
  'range'?: (string);
  'rangeIfEtag'?: (string);
  'headerOnly'?: (boolean);
  'knownEtags'?: (string)[];
  '_range'?: "range";
  '_rangeIfEtag'?: "rangeIfEtag";
}

export interface ReadDownloadRequest {
  'token': (string);
  'range'?: (string);
  'rangeIfEtag'?: (string);
  'headerOnly': (boolean);
  'knownEtags': (string)[];
  '_range'?: "range";
  '_rangeIfEtag'?: "rangeIfEtag";
}
