// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ReadDownloadRequestInput {
  'token'?: (string);
}

export interface ReadDownloadRequest {
  'token': (string);
}
