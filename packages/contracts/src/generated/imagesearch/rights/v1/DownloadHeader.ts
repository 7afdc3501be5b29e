// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface DownloadHeaderInput {
  'contentType'?: (string);
  'bytes'?: (number | string | Long);
  'fileName'?: (string);
  'etag'?: (string);
}

export interface DownloadHeader {
  'contentType': (string);
  'bytes': (number);
  'fileName': (string);
  'etag': (string);
}
