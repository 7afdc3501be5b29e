// Generated from protos/imagesearch/rights/v1/rights.proto

import type { ByteRangeInput as _imagesearch_rights_v1_ByteRangeInput, ByteRange as _imagesearch_rights_v1_ByteRange } from '../../../imagesearch/rights/v1/ByteRange.js';

export interface ReadDownloadRequestInput {
  'token'?: (string);
  'range'?: (_imagesearch_rights_v1_ByteRangeInput | null);
  'rangeIfEtag'?: (string);
  'headerOnly'?: (boolean);
  'knownEtags'?: (string)[];
  '_rangeIfEtag'?: "rangeIfEtag";
}

export interface ReadDownloadRequest {
  'token': (string);
  'range': (_imagesearch_rights_v1_ByteRange | null);
  'rangeIfEtag'?: (string);
  'headerOnly': (boolean);
  'knownEtags': (string)[];
  '_rangeIfEtag'?: "rangeIfEtag";
}
