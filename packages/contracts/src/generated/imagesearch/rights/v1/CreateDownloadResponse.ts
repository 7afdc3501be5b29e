// Generated from protos/imagesearch/rights/v1/rights.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateDownloadResponseInput {
  'url'?: (string);
  'token'?: (string);
  'expiresAt'?: (number | string | Long);
  'target'?: "url"|"token";
}

export interface CreateDownloadResponse {
  'url'?: (string);
  'token'?: (string);
  'expiresAt': (number);
  'target'?: "url"|"token";
}
