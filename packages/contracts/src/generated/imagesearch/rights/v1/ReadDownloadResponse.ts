// Generated from protos/imagesearch/rights/v1/rights.proto

import type { DownloadHeaderInput as _imagesearch_rights_v1_DownloadHeaderInput, DownloadHeader as _imagesearch_rights_v1_DownloadHeader } from '../../../imagesearch/rights/v1/DownloadHeader.js';

export interface ReadDownloadResponseInput {
  'header'?: (_imagesearch_rights_v1_DownloadHeaderInput | null);
  'chunk'?: (Buffer | Uint8Array | string);
  'part'?: "header"|"chunk";
}

export interface ReadDownloadResponse {
  'header'?: (_imagesearch_rights_v1_DownloadHeader | null);
  'chunk'?: (Buffer);
  'part'?: "header"|"chunk";
}
