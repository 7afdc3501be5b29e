// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface StartRebuildResponseInput {
  'rebuildId'?: (string);
}

export interface StartRebuildResponse {
  'rebuildId': (string);
}
