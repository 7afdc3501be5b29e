// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from '../../../imagesearch/common/v1/Vector.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from '../../../imagesearch/common/v1/Signals.js';
import type { LikenessInput as _imagesearch_embedding_v1_LikenessInput, Likeness as _imagesearch_embedding_v1_Likeness } from '../../../imagesearch/embedding/v1/Likeness.js';

export interface EmbedImageResponseInput {
  'vector'?: (_imagesearch_common_v1_VectorInput | null);
  'fingerprint'?: (string);
  'width'?: (number);
  'height'?: (number);
  'format'?: (string);
  'signals'?: (_imagesearch_common_v1_SignalsInput | null);
  'captionGuess'?: (_imagesearch_common_v1_VectorInput | null);
  'likeness'?: (_imagesearch_embedding_v1_LikenessInput | null);
  'sentenceDimensions'?: (number);
  'localFeatures'?: (string);
  'objectNames'?: (string)[];
}

export interface EmbedImageResponse {
  'vector': (_imagesearch_common_v1_Vector | null);
  'fingerprint': (string);
  'width': (number);
  'height': (number);
  'format': (string);
  'signals': (_imagesearch_common_v1_Signals | null);
  'captionGuess': (_imagesearch_common_v1_Vector | null);
  'likeness': (_imagesearch_embedding_v1_Likeness | null);
  'sentenceDimensions': (number);
  'localFeatures': (string);
  'objectNames': (string)[];
}
