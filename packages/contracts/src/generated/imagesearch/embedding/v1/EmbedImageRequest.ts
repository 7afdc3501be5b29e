// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface EmbedImageRequestInput {
  'image'?: (Buffer | Uint8Array | string);
  'withSignals'?: (boolean);
  'withLikeness'?: (boolean);
}

export interface EmbedImageRequest {
  'image': (Buffer);
  'withSignals': (boolean);
  'withLikeness': (boolean);
}
