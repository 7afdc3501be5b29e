// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface SiblingDownloadInput {
  'assetId'?: (string);
  'url'?: (string);
  'token'?: (string);
  'expiresAt'?: (number | string | Long);
  'target'?: "url"|"token";
}

export interface SiblingDownload {
  'assetId': (string);
  'url'?: (string);
  'token'?: (string);
  'expiresAt': (number);
  'target'?: "url"|"token";
}
