// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface PublishRebuildRequestInput {
  'rebuildId'?: (string);
  'allowMissing'?: (boolean);
}

export interface PublishRebuildRequest {
  'rebuildId': (string);
  'allowMissing': (boolean);
}
