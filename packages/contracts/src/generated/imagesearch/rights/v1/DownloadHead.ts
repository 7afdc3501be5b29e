// Generated from protos/imagesearch/rights/v1/rights.proto


export interface DownloadHeadInput {
  'status'?: (number);
  'headers'?: ({[key: string]: string});
}

export interface DownloadHead {
  'status': (number);
  'headers': ({[key: string]: string});
}
