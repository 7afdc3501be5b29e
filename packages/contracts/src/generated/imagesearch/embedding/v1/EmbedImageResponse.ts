// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from '../../../imagesearch/common/v1/Vector.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from '../../../imagesearch/common/v1/Signals.js';
import type { LikenessInput as _imagesearch_embedding_v1_LikenessInput, Likeness as _imagesearch_embedding_v1_Likeness } from '../../../imagesearch/embedding/v1/Likeness.js';
import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from '../../../imagesearch/common/v1/Dimensions.js';

export interface EmbedImageResponseInput {
  'vector'?: (_imagesearch_common_v1_VectorInput | null);
  'fingerprint'?: (string);
  'width'?: (number);
  'height'?: (number);
  'format'?: (string);
  'signals'?: (_imagesearch_common_v1_SignalsInput | null);
  'sight'?: (_imagesearch_common_v1_VectorInput | null);
  'likeness'?: (_imagesearch_embedding_v1_LikenessInput | null);
  'dimensions'?: (_imagesearch_common_v1_DimensionsInput | null);
  'localFeatures'?: (string);
}

export interface EmbedImageResponse {
  'vector': (_imagesearch_common_v1_Vector | null);
  'fingerprint': (string);
  'width': (number);
  'height': (number);
  'format': (string);
  'signals': (_imagesearch_common_v1_Signals | null);
  'sight': (_imagesearch_common_v1_Vector | null);
  'likeness': (_imagesearch_embedding_v1_Likeness | null);
  'dimensions': (_imagesearch_common_v1_Dimensions | null);
  'localFeatures': (string);
}
