// Generated from protos/imagesearch/rights/v1/rights.proto

import type { SiblingDownloadInput as _imagesearch_rights_v1_SiblingDownloadInput, SiblingDownload as _imagesearch_rights_v1_SiblingDownload } from '../../../imagesearch/rights/v1/SiblingDownload.js';
import type { Long } from '@grpc/proto-loader';

export interface CreateDownloadResponseInput {
  'url'?: (string);
  'token'?: (string);
  'expiresAt'?: (number | string | Long);
  'siblings'?: (_imagesearch_rights_v1_SiblingDownloadInput)[];
  'target'?: "url"|"token";
}

export interface CreateDownloadResponse {
  'url'?: (string);
  'token'?: (string);
  'expiresAt': (number);
  'siblings': (_imagesearch_rights_v1_SiblingDownload)[];
  'target'?: "url"|"token";
}
