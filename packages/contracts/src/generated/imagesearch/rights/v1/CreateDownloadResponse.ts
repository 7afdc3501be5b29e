// Generated from protos/imagesearch/rights/v1/rights.proto

import type { DownloadInput as _imagesearch_rights_v1_DownloadInput, Download as _imagesearch_rights_v1_Download } from '../../../imagesearch/rights/v1/Download.js';

export interface CreateDownloadResponseInput {
  'downloads'?: (_imagesearch_rights_v1_DownloadInput)[];
}

export interface CreateDownloadResponse {
  'downloads': (_imagesearch_rights_v1_Download)[];
}
