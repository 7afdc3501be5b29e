// Generated from protos/imagesearch/rights/v1/rights.proto

import type { ServedRangeInput as _imagesearch_rights_v1_ServedRangeInput, ServedRange as _imagesearch_rights_v1_ServedRange } from '../../../imagesearch/rights/v1/ServedRange.js';
import type { Long } from '@grpc/proto-loader';

export interface DownloadHeaderInput {
  'contentType'?: (string);
  'bytes'?: (number | string | Long);
  'etag'?: (string);
  'range'?: (_imagesearch_rights_v1_ServedRangeInput | null);
  'rangeNotSatisfiable'?: (boolean);
  'contentDisposition'?: (string);
  'cacheControl'?: (string);
  'notModified'?: (boolean);
  'credentialInvalidated'?: (boolean);
  '_bytes'?: "bytes";
}

export interface DownloadHeader {
  'contentType': (string);
  'bytes'?: (number);
  'etag': (string);
  'range': (_imagesearch_rights_v1_ServedRange | null);
  'rangeNotSatisfiable': (boolean);
  'contentDisposition': (string);
  'cacheControl': (string);
  'notModified': (boolean);
  'credentialInvalidated': (boolean);
  '_bytes'?: "bytes";
}
