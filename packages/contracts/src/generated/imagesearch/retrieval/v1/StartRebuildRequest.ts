// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface StartRebuildRequestInput {
  'modelFingerprint'?: (string);
  'dimensions'?: (number);
  'sentenceDimensions'?: (number);
}

export interface StartRebuildRequest {
  'modelFingerprint': (string);
  'dimensions': (number);
  'sentenceDimensions': (number);
}
