// Generated from protos/imagesearch/rights/v1/rights.proto

import type { DownloadHeadInput as _imagesearch_rights_v1_DownloadHeadInput, DownloadHead as _imagesearch_rights_v1_DownloadHead } from '../../../imagesearch/rights/v1/DownloadHead.js';

export interface ReadDownloadResponseInput {
  'head'?: (_imagesearch_rights_v1_DownloadHeadInput | null);
  'chunk'?: (Buffer | Uint8Array | string);
  'part'?: "head"|"chunk";
}

export interface ReadDownloadResponse {
  'head'?: (_imagesearch_rights_v1_DownloadHead | null);
  'chunk'?: (Buffer);
  'part'?: "head"|"chunk";
}
