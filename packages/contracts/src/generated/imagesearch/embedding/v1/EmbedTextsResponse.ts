// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from '../../../imagesearch/common/v1/Vector.js';

export interface EmbedTextsResponseInput {
  'vectors'?: (_imagesearch_common_v1_VectorInput)[];
  'fingerprint'?: (string);
  'crossModal'?: (boolean);
  'sightVectors'?: (_imagesearch_common_v1_VectorInput)[];
  'englishOnly'?: (boolean);
}

export interface EmbedTextsResponse {
  'vectors': (_imagesearch_common_v1_Vector)[];
  'fingerprint': (string);
  'crossModal': (boolean);
  'sightVectors': (_imagesearch_common_v1_Vector)[];
  'englishOnly': (boolean);
}
