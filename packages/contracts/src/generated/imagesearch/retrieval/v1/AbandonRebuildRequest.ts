// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface AbandonRebuildRequestInput {
  'rebuildId'?: (string);
}

export interface AbandonRebuildRequest {
  'rebuildId': (string);
}
