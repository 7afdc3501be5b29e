// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface StartRebuildResponseInput {
  'rebuildId'?: (string);
  'resumed'?: (boolean);
}

export interface StartRebuildResponse {
  'rebuildId': (string);
  'resumed': (boolean);
}
