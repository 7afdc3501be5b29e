// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type { PixelsInput as _imagesearch_embedding_v1_PixelsInput, Pixels as _imagesearch_embedding_v1_Pixels } from '../../../imagesearch/embedding/v1/Pixels.js';

export interface EmbedImageRequestInput {
  'image'?: (Buffer | Uint8Array | string);
  'withSignals'?: (boolean);
  'withLikeness'?: (boolean);
  'pixels'?: (_imagesearch_embedding_v1_PixelsInput | null);
  'source'?: "image"|"pixels";
}

export interface EmbedImageRequest {
  'image'?: (Buffer);
  'withSignals': (boolean);
  'withLikeness': (boolean);
  'pixels'?: (_imagesearch_embedding_v1_Pixels | null);
  'source'?: "image"|"pixels";
}
