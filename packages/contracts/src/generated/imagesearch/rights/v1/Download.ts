// Generated from protos/imagesearch/rights/v1/rights.proto


export interface DownloadInput {
  'assetId'?: (string);
  'url'?: (string);
  'token'?: (string);
  'target'?: "url"|"token";
}

export interface Download {
  'assetId': (string);
  'url'?: (string);
  'token'?: (string);
  'target'?: "url"|"token";
}
